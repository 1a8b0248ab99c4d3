// A property for the compiler: its name and its value, both constants (`meta_name`, `meta_value`).
#pragma once

#include <cstddef>
#include <type_traits>

namespace sycl::inline _V1::detail {

// Several numbers are passed as text: "8,16,1".
class number_text {
public:
  static constexpr std::size_t most_digits = 21; // a sign included

  template <typename... Numbers>
  static constexpr void write(char *text, Numbers... numbers) {
    bool first = true;
    ((first ? void() : void(*text++ = ','), first = false, write_number(text, numbers)), ...);
    *text = '\0';
  }

private:
  template <typename Number> static constexpr void write_number(char *&text, Number number) {
    bool negative = false;
    if constexpr (std::is_signed_v<Number>)
      negative = number < 0;
    if (negative)
      *text++ = '-';
    char digits[most_digits] = {};
    std::size_t count = 0;
    auto rest = static_cast<unsigned long long>(number);
    rest = negative ? 0 - rest : rest;
    do {
      digits[count++] = static_cast<char>('0' + rest % 10);
      rest /= 10;
    } while (rest);
    while (count)
      *text++ = digits[--count];
  }
};

template <typename ValueT> constexpr auto as_number(ValueT value) {
  if constexpr (std::is_enum_v<ValueT>)
    return static_cast<std::underlying_type_t<ValueT>>(value);
  else
    return value;
}

template <typename... Values> struct numbers_as_text {
  static_assert(((std::is_integral_v<decltype(as_number(Values::value))>) && ...),
                "a property with several parameters passes numbers to the compiler; give its key a "
                "variable template `meta_value` for anything else");
  struct buffer {
    char text[sizeof...(Values) * (number_text::most_digits + 1) + 1] = {};
  };
  static constexpr buffer make() {
    buffer made;
    number_text::write(made.text, as_number(Values::value)...);
    return made;
  }
  static constexpr buffer stored = make();
};

template <typename Key, typename Values, typename = void>
inline constexpr bool key_has_meta_value = false;
template <typename Key, template <typename...> class Pack, typename... Values>
inline constexpr bool key_has_meta_value<
    Key, Pack<Values...>, std::void_t<decltype(Key::template meta_value<Values...>)>> = true;

template <typename...> struct value_pack;

// The value of a property: computed from its parameters by its key, the parameter itself, or all
// parameters as text.
template <typename Key, typename... Values> constexpr auto make_meta_value() {
  if constexpr (key_has_meta_value<Key, value_pack<Values...>>)
    return Key::template meta_value<Values...>;
  else if constexpr (sizeof...(Values) == 0)
    return "";
  else if constexpr (sizeof...(Values) == 1)
    return (Values::value, ...);
  else
    return static_cast<const char *>(numbers_as_text<Values...>::stored.text);
}

// A key without a name is not passed to the compiler.
template <typename Key, typename Values, typename = void> struct property_meta {};
template <typename Key, template <typename...> class Pack, typename... Values>
struct property_meta<Key, Pack<Values...>, std::void_t<decltype(Key::meta_name)>> {
  static constexpr const char *meta_name = Key::meta_name;
  static constexpr auto meta_value = make_meta_value<Key, Values...>();
};

template <typename Property, typename = void> inline constexpr bool has_meta = false;
template <typename Property>
inline constexpr bool has_meta<
    Property, std::void_t<decltype(Property::meta_name), decltype(Property::meta_value)>> = true;

} // namespace sycl::detail
