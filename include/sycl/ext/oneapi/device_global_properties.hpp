// The properties of a device_global (sycl_ext_oneapi_device_global).
#pragma once

#include <sycl/ext/oneapi/properties.hpp>

namespace sycl::inline _V1::ext::oneapi {

// The program uses the variable in one device image only.
struct device_image_scope {
  static constexpr const char *meta_name = "sycl-device-image-scope";
  using value_t = experimental::property_value<device_image_scope>;
};
inline constexpr device_image_scope::value_t device_image_scope_v;

// How the host uses it: other commands are rejected.
struct host_access {
  static constexpr const char *meta_name = "sycl-host-access";
  enum class access { read, write, read_write, none };
  template <typename Parameter>
  static constexpr const char *meta_value = Parameter::value == access::read         ? "read"
                                            : Parameter::value == access::write      ? "write"
                                            : Parameter::value == access::read_write ? "read_write"
                                                                                     : "none";
  template <access Access>
  using value_t =
      experimental::property_value<host_access, std::integral_constant<access, Access>>;
};
template <host_access::access Access>
inline constexpr host_access::value_t<Access> host_access_v;

// For devices that are reprogrammed to run another image.
struct init_mode {
  static constexpr const char *meta_name = "sycl-init-mode";
  enum class trigger { reprogram, reset };
  template <typename Parameter>
  static constexpr const char *meta_value =
      Parameter::value == trigger::reprogram ? "reprogram" : "reset";
  template <trigger Trigger>
  using value_t =
      experimental::property_value<init_mode, std::integral_constant<trigger, Trigger>>;
};
template <init_mode::trigger Trigger> inline constexpr init_mode::value_t<Trigger> init_mode_v;

struct implement_in_csr {
  static constexpr const char *meta_name = "sycl-implement-in-csr";
  template <bool Enable>
  using value_t = experimental::property_value<implement_in_csr, std::bool_constant<Enable>>;
};
template <bool Enable> inline constexpr implement_in_csr::value_t<Enable> implement_in_csr_v;

namespace experimental {

template <typename ValueT, typename PropertyListT = empty_properties_t> class device_global;

using device_image_scope_key = oneapi::device_image_scope;
using host_access_key = oneapi::host_access;
using host_access_enum = oneapi::host_access::access;
using init_mode_key = oneapi::init_mode;
using init_mode_enum = oneapi::init_mode::trigger;
using implement_in_csr_key = oneapi::implement_in_csr;

inline constexpr device_image_scope_key::value_t device_image_scope;
template <host_access_enum Access> inline constexpr host_access_key::value_t<Access> host_access;
inline constexpr host_access_key::value_t<host_access_enum::read> host_access_read;
inline constexpr host_access_key::value_t<host_access_enum::write> host_access_write;
inline constexpr host_access_key::value_t<host_access_enum::read_write> host_access_read_write;
inline constexpr host_access_key::value_t<host_access_enum::none> host_access_none;
template <init_mode_enum Trigger> inline constexpr init_mode_key::value_t<Trigger> init_mode;
inline constexpr init_mode_key::value_t<init_mode_enum::reprogram> init_mode_reprogram;
inline constexpr init_mode_key::value_t<init_mode_enum::reset> init_mode_reset;
template <bool Enable> inline constexpr implement_in_csr_key::value_t<Enable> implement_in_csr;
inline constexpr implement_in_csr_key::value_t<true> implement_in_csr_on;
inline constexpr implement_in_csr_key::value_t<false> implement_in_csr_off;

template <typename ValueT, typename PropertyListT>
struct is_property_key_of<device_image_scope_key, device_global<ValueT, PropertyListT>>
    : std::true_type {};
template <typename ValueT, typename PropertyListT>
struct is_property_key_of<host_access_key, device_global<ValueT, PropertyListT>> : std::true_type {
};
template <typename ValueT, typename PropertyListT>
struct is_property_key_of<init_mode_key, device_global<ValueT, PropertyListT>> : std::true_type {};
template <typename ValueT, typename PropertyListT>
struct is_property_key_of<implement_in_csr_key, device_global<ValueT, PropertyListT>>
    : std::true_type {};

} // namespace experimental
} // namespace sycl::ext::oneapi

namespace sycl::inline _V1::detail {

template <typename... Properties>
inline constexpr bool is_image_scope =
    key_count<ext::oneapi::device_image_scope, Properties...> != 0;

template <typename ValueT, typename = void>
inline constexpr bool has_arrow = std::is_pointer_v<ValueT>;
template <typename ValueT>
inline constexpr bool
    has_arrow<ValueT, std::void_t<decltype(std::declval<ValueT &>().operator->())>> = true;

// Whether the host may read or write the variable.
template <typename List, ext::oneapi::host_access::access Forbidden> constexpr bool host_may() {
  using ext::oneapi::host_access;
  if constexpr (List::template has_property<host_access>()) {
    constexpr host_access::access access = List::template get_property<host_access>().value;
    return access != Forbidden && access != host_access::access::none;
  } else {
    return true;
  }
}
template <typename List>
inline constexpr bool host_may_read = host_may<List, ext::oneapi::host_access::access::write>();
template <typename List>
inline constexpr bool host_may_write = host_may<List, ext::oneapi::host_access::access::read>();

} // namespace sycl::detail
