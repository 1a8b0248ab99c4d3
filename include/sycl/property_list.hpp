// Properties (SYCL 2020 §4.5.4).
#pragma once

#include <sycl/detail/shared.hpp>
#include <sycl/detail/status.hpp>

#include <type_traits>
#include <utility>

namespace sycl::inline _V1 {

template <typename Property> struct is_property : std::false_type {};
template <typename Property>
inline constexpr bool is_property_v = is_property<Property>::value;

template <typename Property, typename SyclObject> struct is_property_of : std::false_type {};
template <typename Property, typename SyclObject>
inline constexpr bool is_property_of_v = is_property_of<Property, SyclObject>::value;

class property_list {
public:
  template <typename... Properties,
            std::enable_if_t<std::conjunction_v<is_property<Properties>...>, int> = 0>
  property_list(Properties... props) {
    (add(props), ...);
  }

  template <typename Property> bool has_property() const noexcept {
    return find(&key<Property>) != nullptr;
  }

  template <typename Property> Property get_property() const {
    const node *const found = find(&key<Property>);
    if (!found)
      detail::throw_error(errc::invalid, "get_property: the object was constructed without this "
                                         "property; ask has_property first");
    if constexpr (is_mark<Property>)
      return Property();
    else
      return static_cast<const property_node<Property> *>(found)->value;
  }

private:
  // A list of a few nodes at most, which copies share. The address of `key` identifies the
  // property's type.
  struct node : detail::counted {
    const void *key = nullptr;
    detail::shared<node> next;
  };
  template <typename Property> struct property_node : node {
    Property value;
    explicit property_node(Property &property) : value(std::move(property)) {}
  };

  template <typename Property> static constexpr char key{};

  // Most properties have no value.
  template <typename Property>
  static constexpr bool is_mark =
      std::is_empty_v<Property> && std::is_default_constructible_v<Property>;

  template <typename Property> void add([[maybe_unused]] Property &property) {
    if constexpr (is_mark<Property>)
      add(&key<Property>, detail::make_counted<node>());
    else
      add(&key<Property>, detail::make_counted<property_node<Property>, node>(property));
  }

  void add(const void *key, detail::shared<node> added) {
    added->key = key;
    added->next = std::move(first_);
    first_ = std::move(added);
  }

  const node *find(const void *key) const noexcept {
    const node *found = first_.get();
    while (found && found->key != key)
      found = found->next.get();
    return found;
  }

  detail::shared<node> first_;
};

namespace property {

// For accessors only (SYCL 2020 §4.7.6.4): previous contents are not needed.
struct no_init {};

} // namespace property

inline constexpr property::no_init no_init{};

template <> struct is_property<property::no_init> : std::true_type {};
template <typename ValueT, int Rank, access_mode OtherMode, target Target,
          access::placeholder Placeholder, typename PropertyListT>
struct is_property_of<property::no_init,
                      accessor<ValueT, Rank, OtherMode, Target, Placeholder, PropertyListT>>
    : std::true_type {};
template <typename ValueT, int Rank, access_mode OtherMode>
struct is_property_of<property::no_init, host_accessor<ValueT, Rank, OtherMode>> : std::true_type {
};

} // namespace sycl
