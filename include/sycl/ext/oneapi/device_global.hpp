// Variables that each device has for itself (sycl_ext_oneapi_device_global).
#pragma once

#include <scythe/facts.h>
#include <scythe/runtime.h>
#include <sycl/address_space_cast.hpp>
#include <sycl/detail/status.hpp>
#include <sycl/ext/oneapi/device_global_properties.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace sycl::inline _V1::detail {

struct device_global_access;

template <typename ValueT> inline constexpr bool is_device_global = false;
template <typename ValueT, typename PropertyListT>
inline constexpr bool
    is_device_global<ext::oneapi::experimental::device_global<ValueT, PropertyListT>> = true;

template <typename ValueT, typename = void> struct subscript_of {
  using type = void;
};
template <typename ValueT>
struct subscript_of<ValueT, std::void_t<decltype(std::declval<ValueT &>()[std::ptrdiff_t()])>> {
  using type = std::remove_reference_t<decltype(std::declval<ValueT &>()[std::ptrdiff_t()])>;
};

} // namespace sycl::detail

namespace sycl::inline _V1::ext::oneapi::experimental {

// In device code the object is the variable. On the host it identifies the variable: the compiler
// stores that in the object, so nothing has to be initialised when the program starts. Only
// variables of namespace scope and static members can be such objects.
template <typename ValueT, template <typename...> class List, typename... Properties>
class [[clang::annotate(SCYTHE_DEVICE_GLOBAL_MARK, sizeof(ValueT), alignof(ValueT),
                        sycl::detail::is_image_scope<Properties...> ? 1 : 0)]]
#ifdef __SYCL_DEVICE_ONLY__
[[__sycl_detail__::add_ir_global_variable_attributes(Properties::meta_name...,
                                                     Properties::meta_value...)]]
#endif
device_global<ValueT, List<Properties...>> {
  static_assert(sycl::detail::is_compile_time_list<List<Properties...>>,
                "the properties of a device_global are a list of properties");
  static_assert((sycl::detail::has_meta<Properties> && ...),
                "the properties of a device_global are known at compile time");
  static_assert(std::is_trivially_destructible_v<ValueT>,
                "the type of a device_global must be trivially destructible");
  static_assert(!std::is_reference_v<ValueT> && !std::is_void_v<ValueT>,
                "the type of a device_global must be an object type");

public:
  using element_type = std::remove_extent_t<ValueT>;

#ifdef __SYCL_DEVICE_ONLY__
  constexpr device_global() : value_{} {}
#else
  constexpr device_global() noexcept {}
#endif

// The constructor must not write anything that depends on its parameters, which are not constants
// inside of it.
#if __cpp_consteval
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++11-narrowing"
#pragma clang diagnostic ignored "-Wmissing-braces"
  template <typename First, typename... Rest,
            std::enable_if_t<sizeof...(Rest) != 0 ||
                                 !sycl::detail::is_device_global<std::decay_t<First>>,
                             int> = 0>
#ifdef __SYCL_DEVICE_ONLY__
  consteval explicit device_global(First &&first, Rest &&...rest)
      : value_{std::forward<First>(first), std::forward<Rest>(rest)...} {}
#else
  consteval explicit device_global(First &&, Rest &&...) noexcept {}
#endif
#pragma clang diagnostic pop
#endif

  device_global(const device_global &) = delete;
  device_global(device_global &&) = delete;
  device_global &operator=(const device_global &) = delete;
  device_global &operator=(device_global &&) = delete;

  // For device code:

  SCYTHE_ALWAYS_INLINE ValueT &get() noexcept { return variable(*this); }
  SCYTHE_ALWAYS_INLINE const ValueT &get() const noexcept { return variable(*this); }
  SCYTHE_ALWAYS_INLINE operator ValueT &() noexcept { return get(); }
  SCYTHE_ALWAYS_INLINE operator const ValueT &() const noexcept { return get(); }

  template <access::decorated IsDecorated>
  SCYTHE_ALWAYS_INLINE multi_ptr<ValueT, access::address_space::global_space, IsDecorated>
  get_multi_ptr() noexcept {
    return static_space_cast<IsDecorated>(std::addressof(get()));
  }
  template <access::decorated IsDecorated>
  SCYTHE_ALWAYS_INLINE multi_ptr<const ValueT, access::address_space::global_space, IsDecorated>
  get_multi_ptr() const noexcept {
    return static_space_cast<IsDecorated>(std::addressof(get()));
  }

  template <typename OtherT = ValueT,
            std::enable_if_t<std::is_assignable_v<OtherT &, const OtherT &>, int> = 0>
  SCYTHE_ALWAYS_INLINE device_global &operator=(const ValueT &value) noexcept {
    get() = value;
    return *this;
  }

  template <typename OtherT = ValueT,
            typename Element = typename sycl::detail::subscript_of<OtherT>::type,
            std::enable_if_t<!std::is_void_v<Element>, int> = 0>
  SCYTHE_ALWAYS_INLINE Element &operator[](std::ptrdiff_t index) noexcept {
    return get()[index];
  }
  template <typename OtherT = ValueT,
            typename Element = typename sycl::detail::subscript_of<OtherT>::type,
            std::enable_if_t<!std::is_void_v<Element>, int> = 0>
  SCYTHE_ALWAYS_INLINE const Element &operator[](std::ptrdiff_t index) const noexcept {
    return get()[index];
  }

  template <typename OtherT = ValueT, std::enable_if_t<sycl::detail::has_arrow<OtherT>, int> = 0>
  SCYTHE_ALWAYS_INLINE OtherT &operator->() noexcept {
    return get();
  }
  template <typename OtherT = ValueT, std::enable_if_t<sycl::detail::has_arrow<OtherT>, int> = 0>
  SCYTHE_ALWAYS_INLINE const OtherT &operator->() const noexcept {
    return get();
  }

  template <typename Key> static constexpr bool has_property() noexcept {
    return List<Properties...>::template has_property<Key>();
  }
  template <typename Key> static constexpr auto get_property() noexcept {
    return List<Properties...>::template get_property<Key>();
  }

private:
  friend struct sycl::detail::device_global_access;

  template <access::decorated IsDecorated, typename OtherT>
  SCYTHE_ALWAYS_INLINE static multi_ptr<OtherT, access::address_space::global_space, IsDecorated>
  static_space_cast(OtherT *variable) noexcept {
    return address_space_cast<access::address_space::global_space, IsDecorated>(variable);
  }

#ifdef __SYCL_DEVICE_ONLY__
  template <typename Self> SCYTHE_ALWAYS_INLINE static auto &variable(Self &self) noexcept {
    return self.value_;
  }

  ValueT value_;
#else
  template <typename Self>
  [[noreturn]] static std::conditional_t<std::is_const_v<Self>, const ValueT, ValueT> &
  variable(Self &) {
    sycl::detail::throw_error(errc::feature_not_supported,
                              "a device_global has no value on the host: copy it with a queue");
  }

  // Set by the compiler: the record of the variable, and the object's offset in an array of such
  // objects.
  const scythe_device_global *record_ = nullptr;
  std::size_t offset_ = 0;
#endif
};

} // namespace sycl::ext::oneapi::experimental

namespace sycl::inline _V1::ext::oneapi {

using experimental::device_global;

} // namespace sycl::ext::oneapi
