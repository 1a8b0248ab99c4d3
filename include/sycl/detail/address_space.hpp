// Pointers with an address space in their type.
//
// In the device pass they are clang's: `__attribute__((opencl_local)) int *`. Undecorated pointers
// refer to generic memory, which contains all others. On the host, decorated and undecorated types
// are the same.
#pragma once

#include <sycl/access.hpp>

#include <type_traits>

namespace sycl::inline _V1 {

namespace detail {

// Generic memory needs no decoration.
template <typename ValueT, access::address_space Space> struct decorate {
  using type = ValueT;
};
// The decoration of a type, if it has one. Function templates with decorated parameters have
// `decoration<ValueT>::kind` among their template parameters: if two memories have the same number
// on the target, the mangled names of such functions would be equal.
enum class decoration_kind { none, global, global_device, global_host, local, own };
template <typename ValueT> struct decoration {
  using element = ValueT;
  static constexpr access::address_space space = access::address_space::generic_space;
  static constexpr decoration_kind kind = decoration_kind::none;
};

#ifdef __SYCL_DEVICE_ONLY__
#define SCYTHE_DECORATION(Space, Kind, attribute)                                                  \
  template <typename ValueT> struct decoration<__attribute__((attribute)) ValueT> {                \
    using element = ValueT;                                                                        \
    static constexpr access::address_space space = access::address_space::Space;                   \
    static constexpr decoration_kind kind = decoration_kind::Kind;                                 \
  };
#define SCYTHE_DECORATE(Space, attribute)                                                          \
  template <typename ValueT> struct decorate<ValueT, access::address_space::Space> {               \
    using type = __attribute__((attribute)) ValueT;                                                \
  };
SCYTHE_DECORATE(global_space, opencl_global)
SCYTHE_DECORATE(constant_space, opencl_global)
SCYTHE_DECORATE(ext_intel_global_device_space, opencl_global)
SCYTHE_DECORATE(ext_intel_global_host_space, opencl_global)
SCYTHE_DECORATE(local_space, opencl_local)
SCYTHE_DECORATE(private_space, opencl_private)
SCYTHE_DECORATION(global_space, global, opencl_global)
// The parts of global memory, which programs may use and the headers do not.
SCYTHE_DECORATION(global_space, global_device, opencl_global_device)
SCYTHE_DECORATION(global_space, global_host, opencl_global_host)
SCYTHE_DECORATION(local_space, local, opencl_local)
SCYTHE_DECORATION(private_space, own, opencl_private)
#undef SCYTHE_DECORATION
#undef SCYTHE_DECORATE
#endif

template <typename ValueT, access::address_space Space>
using decorated_t = typename decorate<ValueT, Space>::type;
template <typename ValueT> using undecorated_t = typename decoration<ValueT>::element;

// Converts a pointer to another type or address space. It is a C-style cast because C++ has no cast
// between address spaces; callers make sure that the conversion is valid.
template <typename ToT, access::address_space Space, typename From,
          decoration_kind = decoration<From>::kind>
__attribute__((always_inline)) constexpr decorated_t<ToT, Space> *
space_cast(From *pointer) noexcept {
  return (decorated_t<ToT, Space> *)pointer;
}

} // namespace detail

// SYCL 2020 §4.7.7.1: the pointer or reference without its decoration.
template <typename ValueT> struct remove_decoration {
  using type = detail::undecorated_t<ValueT>;
};
template <typename ValueT> struct remove_decoration<ValueT *> {
  using type = detail::undecorated_t<ValueT> *;
};
template <typename ValueT> struct remove_decoration<ValueT *const> {
  using type = detail::undecorated_t<ValueT> *const;
};
template <typename ValueT> struct remove_decoration<ValueT *volatile> {
  using type = detail::undecorated_t<ValueT> *volatile;
};
template <typename ValueT> struct remove_decoration<ValueT *const volatile> {
  using type = detail::undecorated_t<ValueT> *const volatile;
};
template <typename ValueT> struct remove_decoration<ValueT &> {
  using type = detail::undecorated_t<ValueT> &;
};
template <typename ValueT> struct remove_decoration<ValueT &&> {
  using type = detail::undecorated_t<ValueT> &&;
};
template <typename ValueT> using remove_decoration_t = typename remove_decoration<ValueT>::type;

} // namespace sycl
