// Compile-time properties (sycl_ext_oneapi_properties, and the property_list of the design for
// compile-time properties).
//
// A property is a value of class property_value<Key, Parameters...>, where the key identifies the
// property. A key with a `meta_name` is passed to the compiler, with the parameters as its value:
//
//   struct foo {
//     static constexpr const char *meta_name = "vendor-foo";
//     template <int Length> using value_t = property_value<foo, std::integral_constant<int,
//     Length>>;
//   };
//   template <int Length> inline constexpr foo::value_t<Length> foo_v;
#pragma once

#include <sycl/detail/property_meta.hpp>
#include <sycl/detail/property_sorting.hpp>

#include <array>
#include <cstddef>
#include <type_traits>

namespace sycl::inline _V1::ext::oneapi {

template <typename... Properties> class property_list;

namespace experimental {

template <typename... Properties> class properties;
template <typename Key, typename... Parameters> struct property_value;

} // namespace experimental
} // namespace sycl::ext::oneapi

namespace sycl::inline _V1::detail {

// Access to a property's parameters.
template <typename Parameter, typename = void> struct property_parameter {
  using value_t = Parameter;
};
template <typename Parameter>
struct property_parameter<Parameter, std::void_t<decltype(Parameter::value)>> {
  using value_t = Parameter;
  static constexpr auto value = Parameter::value;
  constexpr auto operator[](std::size_t) const noexcept { return value; }
};

template <typename Parameters, typename = void> struct property_parameters {};
template <typename Parameter>
struct property_parameters<property_pack<Parameter>, void> : property_parameter<Parameter> {};
template <typename First, typename... Rest>
struct property_parameters<
    property_pack<First, Rest...>,
    std::enable_if_t<sizeof...(Rest) != 0 && (std::is_same_v<typename First::value_type,
                                                             typename Rest::value_type> &&
                                              ...)>> {
  static constexpr std::array<typename First::value_type, 1 + sizeof...(Rest)> value = {
      First::value, Rest::value...};
  constexpr auto operator[](std::size_t index) const noexcept { return value[index]; }
};

template <typename ValueT> inline constexpr bool is_property_value_class = false;
template <typename Key, typename... Parameters>
inline constexpr bool
    is_property_value_class<ext::oneapi::experimental::property_value<Key, Parameters...>> = true;

template <typename ValueT> inline constexpr bool is_compile_time_list = false;
template <typename... Properties>
inline constexpr bool
    is_compile_time_list<ext::oneapi::experimental::properties<Properties...>> = true;
template <typename... Properties>
inline constexpr bool is_compile_time_list<ext::oneapi::property_list<Properties...>> = true;

template <typename ValueT>
using if_compile_time_list = std::enable_if_t<is_compile_time_list<ValueT>, int>;

} // namespace sycl::detail

namespace sycl::inline _V1::ext::oneapi {
namespace experimental {

template <typename Key, typename... Parameters>
struct property_value
    : sycl::detail::property_parameters<sycl::detail::property_pack<Parameters...>>,
      sycl::detail::property_meta<Key, sycl::detail::property_pack<Parameters...>> {
  using key_t = Key;
};

template <typename Key, typename... LeftTs, typename... RightTs>
constexpr bool operator==(const property_value<Key, LeftTs...> &,
                          const property_value<Key, RightTs...> &) noexcept {
  return std::is_same_v<property_value<Key, LeftTs...>, property_value<Key, RightTs...>>;
}
template <typename Key, typename... LeftTs, typename... RightTs>
constexpr bool operator!=(const property_value<Key, LeftTs...> &lhs,
                          const property_value<Key, RightTs...> &rhs) noexcept {
  return !(lhs == rhs);
}

// Specialised for keys that are not passed to the compiler, including classes of properties with
// values at run time.
template <typename ValueT, typename = void> struct is_property_key : std::false_type {};
template <typename ValueT>
struct is_property_key<ValueT, std::void_t<decltype(ValueT::meta_name)>>
    : std::bool_constant<!sycl::detail::is_property_value_class<ValueT>> {};
template <typename ValueT> inline constexpr bool is_property_key_v = is_property_key<ValueT>::value;

template <typename Key, typename Object> struct is_property_key_of : std::false_type {};
template <typename Key, typename Object>
inline constexpr bool is_property_key_of_v = is_property_key_of<Key, Object>::value;

// A class may be used instead of a property_value, if it has the members for the compiler.
template <typename ValueT>
struct is_property_value
    : std::bool_constant<sycl::detail::is_property_value_class<ValueT> ||
                         sycl::detail::has_meta<ValueT> || is_property_key_v<ValueT>> {};
template <typename ValueT>
inline constexpr bool is_property_value_v = is_property_value<ValueT>::value;

template <typename ValueT, typename Object>
struct is_property_value_of
    : std::bool_constant<is_property_value_v<ValueT> &&
                         is_property_key_of_v<sycl::detail::property_key_t<ValueT>, Object>> {};
template <typename ValueT, typename Object>
inline constexpr bool is_property_value_of_v = is_property_value_of<ValueT, Object>::value;

template <typename ValueT>
struct is_property_list : std::bool_constant<sycl::detail::is_compile_time_list<ValueT>> {};
template <typename ValueT>
inline constexpr bool is_property_list_v = is_property_list<ValueT>::value;

} // namespace experimental
} // namespace sycl::ext::oneapi

namespace sycl::inline _V1::detail {

// A property is known at compile time if its class determines everything.
template <typename Property>
inline constexpr bool is_compile_time_property =
    is_property_value_class<Property> || has_meta<Property>;

// A list stores the properties with values at run time.
template <typename Property, bool = is_compile_time_property<Property>> class stored_property {
public:
  constexpr stored_property(const Property &property) : property_(property) {}
  constexpr const Property &get_stored() const noexcept { return property_; }

private:
  Property property_;
};
template <typename Property> class stored_property<Property, true> {
public:
  constexpr stored_property() noexcept = default;
  constexpr stored_property(const Property &) noexcept {}
};

template <typename Property, typename First, typename... Rest>
constexpr const Property &pick_property(const First &first, const Rest &...rest) noexcept {
  if constexpr (std::is_same_v<Property, First>)
    return first;
  else
    return pick_property<Property>(rest...);
}

} // namespace sycl::detail

namespace sycl::inline _V1::ext::oneapi {
namespace experimental {

// Its template arguments are sorted: name its type as `properties_t<...>` or with decltype.
template <typename... Properties>
class properties : private sycl::detail::stored_property<Properties>... {
  static_assert((is_property_value_v<Properties> && ...),
                "a list of properties holds values of properties: property_value<Key, ...>, or a "
                "class for which is_property_key is true");
  static_assert(sycl::detail::has_distinct_keys<Properties...>,
                "a property can be in a list only once");

  template <typename Key>
  static constexpr bool has_key = sycl::detail::key_count<Key, Properties...> != 0;
  template <typename Key> static constexpr void require_key() {
    static_assert(has_key<Key>, "get_property: the list does not have this property");
  }
  template <typename Key>
  using with_key = sycl::detail::property_with_key_t<Key, Properties...>;
  template <typename Key, bool AtCompileTime> static constexpr bool is_known() {
    if constexpr (has_key<Key>)
      return sycl::detail::is_compile_time_property<with_key<Key>> == AtCompileTime;
    else
      return AtCompileTime;
  }

public:
  constexpr properties() = default;
  template <typename... Given,
            std::enable_if_t<sizeof...(Given) == sizeof...(Properties) && sizeof...(Given) != 0 &&
                                 ((sycl::detail::place_of<Given, Properties...>() <
                                   sizeof...(Properties)) &&
                                  ...),
                             int> = 0>
  constexpr properties(Given... given)
      : sycl::detail::stored_property<Properties>(
            sycl::detail::pick_property<Properties>(given...))... {}

  template <typename Key> static constexpr bool has_property() noexcept { return has_key<Key>; }

  template <typename Key, std::enable_if_t<is_known<Key, true>(), int> = 0>
  static constexpr auto get_property() noexcept {
    require_key<Key>();
    if constexpr (has_key<Key>)
      return with_key<Key>();
  }
  template <typename Key, std::enable_if_t<is_known<Key, false>(), int> = 0>
  constexpr auto get_property() const {
    return static_cast<const sycl::detail::stored_property<with_key<Key>> &>(*this).get_stored();
  }
};

template <typename... Given>
properties(Given...) -> properties<
    sycl::detail::sorted_property_t<Given, sycl::detail::property_pack<Given...>>...>;

template <typename... Given>
using properties_t =
    properties<sycl::detail::sorted_property_t<Given, sycl::detail::property_pack<Given...>>...>;

using empty_properties_t = properties<>;

// The tag by which a kernel's function object returns its properties from its member `get`.
struct properties_tag {};

} // namespace experimental

using experimental::is_property_key;
using experimental::is_property_key_v;
using experimental::is_property_list;
using experimental::is_property_list_v;
using experimental::is_property_value;
using experimental::is_property_value_v;
using experimental::property_value;

// The same list under its original name.
template <typename... Properties>
class property_list : public experimental::properties<Properties...> {
public:
  using experimental::properties<Properties...>::properties;
};

template <typename... Given>
property_list(Given...) -> property_list<
    sycl::detail::sorted_property_t<Given, sycl::detail::property_pack<Given...>>...>;

template <typename... Given>
using property_list_t = property_list<
    sycl::detail::sorted_property_t<Given, sycl::detail::property_pack<Given...>>...>;

} // namespace sycl::ext::oneapi
