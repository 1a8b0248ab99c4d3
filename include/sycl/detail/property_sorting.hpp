// Lists of properties are types, which must not depend on the order in which a program names the
// properties: they are sorted by the names of their keys.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace sycl::inline _V1::detail {

// What identifies a property: its key, or the class itself.
template <typename Property, typename = void> struct property_key {
  using type = Property;
};
template <typename Property>
struct property_key<Property, std::void_t<typename Property::key_t>> {
  using type = typename Property::key_t;
};
template <typename Property> using property_key_t = typename property_key<Property>::type;

template <typename... Properties> struct property_pack {};

// A text that distinguishes types, as far as they have names.
template <typename ValueT> constexpr std::string_view type_text() { return __PRETTY_FUNCTION__; }

template <typename ValueT, typename... ValueTs> constexpr std::size_t place_of() {
  std::size_t place = 0;
  (void)((std::is_same_v<ValueT, ValueTs> || (++place, false)) || ...);
  return place;
}

// The name at a position after sorting; equal names keep their order.
template <std::size_t Count>
constexpr std::size_t belongs_at(std::size_t place, const std::string_view (&names)[Count]) {
  for (std::size_t candidate = 0; candidate < Count; ++candidate) {
    std::size_t before = 0;
    for (std::size_t other = 0; other < Count; ++other)
      before += names[other] < names[candidate] ||
                (names[other] == names[candidate] && other < candidate);
    if (before == place)
      return candidate;
  }
  return place;
}

// The property at the position of `Property` after sorting. A list with a property twice is not
// sorted, and is rejected.
template <typename Property, typename List> struct sorted_property;
template <typename Property, typename... Properties>
struct sorted_property<Property, property_pack<Properties...>> {
  static constexpr std::size_t index() {
    const std::string_view names[] = {type_text<property_key_t<Properties>>()...};
    return belongs_at(place_of<Property, Properties...>(), names);
  }
  using type = __type_pack_element<index(), Properties...>;
};
template <typename Property, typename List>
using sorted_property_t = typename sorted_property<Property, List>::type;

template <typename Key, typename... Properties>
inline constexpr std::size_t
    key_count = (std::size_t(0) + ... + std::is_same_v<Key, property_key_t<Properties>>);

template <typename... Properties>
inline constexpr bool
    has_distinct_keys = ((key_count<property_key_t<Properties>, Properties...> == 1) && ...);

// The property of a list that has the key.
template <typename Key, typename... Properties>
using property_with_key_t =
    __type_pack_element<place_of<Key, property_key_t<Properties>...>(), Properties...>;

} // namespace sycl::detail
