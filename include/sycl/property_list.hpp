// Properties (SYCL 2020 §4.5.4).
#pragma once

#include <sycl/detail/shared.hpp>
#include <sycl/detail/status.hpp>

#include <type_traits>
#include <utility>

namespace sycl {

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
    return find<Property>() != nullptr;
  }

  template <typename Property> Property get_property() const {
    if (const Property *property = find<Property>())
      return *property;
    detail::throw_error(errc::invalid, "get_property: the object was constructed without this "
                                       "property; ask has_property first");
  }

private:
  // A list of a few nodes at most, shared by the copies. The address of `key`
  // identifies the property's type.
  struct node : detail::counted {
    const void *key;
    detail::shared<node> next;
  };
  template <typename Property> struct property_node : node {
    Property value;
    explicit property_node(Property &property) : value(std::move(property)) {}
  };

  template <typename Property> static constexpr char key{};

  template <typename Property> void add(Property &property) {
    detail::shared<node> added = detail::make_counted<property_node<Property>, node>(property);
    added->key = &key<Property>;
    added->next = std::move(first_);
    first_ = std::move(added);
  }

  template <typename Property> const Property *find() const noexcept {
    for (const node *n = first_.get(); n; n = n->next.get())
      if (n->key == &key<Property>)
        return &static_cast<const property_node<Property> *>(n)->value;
    return nullptr;
  }

  detail::shared<node> first_;
};

namespace property {

// Accessors only (SYCL 2020 §4.7.6.4): previous contents are not needed.
struct no_init {};

} // namespace property

inline constexpr property::no_init no_init{};

template <> struct is_property<property::no_init> : std::true_type {};
template <typename T, int D, access_mode M, target Target, access::placeholder P,
          typename PropertyListT>
struct is_property_of<property::no_init, accessor<T, D, M, Target, P, PropertyListT>> : std::true_type {};
template <typename T, int D, access_mode M>
struct is_property_of<property::no_init, host_accessor<T, D, M>> : std::true_type {};

} // namespace sycl
