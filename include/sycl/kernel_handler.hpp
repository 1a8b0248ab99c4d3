// SYCL 2020 §4.9.5.3: the optional last parameter of a kernel function.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/specialization_id.hpp>

namespace sycl::inline _V1 {

namespace detail {
struct kernel_handler_access;
}

class kernel_handler {
public:
  // The value is uniform; on devices that compile at run time, it is a constant.
  template <auto &SpecName>
  SCYTHE_ALWAYS_INLINE detail::specialization_type<SpecName> get_specialization_constant() const {
    using type = detail::specialization_type<SpecName>;
    constexpr std::uint64_t key = detail::specialization_key<SpecName>();
    return detail::value_from_bytes<type>(detail::specialization_constant<key>(
        std::addressof(detail::specialization_access::value(SpecName)), sizeof(type)));
  }

private:
  friend detail::kernel_handler_access;
  kernel_handler() = default;
};

namespace detail {

struct kernel_handler_access {
  SCYTHE_ALWAYS_INLINE static kernel_handler make() { return {}; }
};

// Whether a kernel can be called with the arguments, or with a kernel_handler after them.
template <typename FunctionT, typename... Arguments>
struct callable_kernel
    : std::disjunction<std::is_invocable<FunctionT, Arguments...>,
                       std::is_invocable<FunctionT, Arguments..., kernel_handler &>> {};

// Whether a kernel can be called with an index object and what follows it. Index objects are const
// lvalues, so that a kernel may take `auto &`. The standard does not allow kernels that take
// `item<1> &` or `item<1> &&`, but programs have them.
template <typename FunctionT, typename Index, typename... Rest>
struct kernel_for : std::disjunction<callable_kernel<FunctionT, const Index &, Rest...>,
                                     callable_kernel<FunctionT, Index &, Rest...>,
                                     callable_kernel<FunctionT, Index, Rest...>> {};
template <typename FunctionT, typename... Arguments>
inline constexpr bool is_kernel_for = kernel_for<FunctionT, Arguments...>::value;

template <typename FunctionT, typename... Arguments>
SCYTHE_ALWAYS_INLINE inline void call_kernel_with(const FunctionT &kernel,
                                                  Arguments &&...arguments) {
  if constexpr (std::is_invocable_v<const FunctionT &, Arguments...>) {
    kernel(static_cast<Arguments &&>(arguments)...);
  } else {
    kernel_handler handler = kernel_handler_access::make();
    kernel(static_cast<Arguments &&>(arguments)..., handler);
  }
}

template <typename FunctionT, typename Index, typename... Rest>
SCYTHE_ALWAYS_INLINE inline void call_kernel(const FunctionT &kernel, const Index &index,
                                             Rest &...rest) {
  if constexpr (callable_kernel<const FunctionT &, const Index &, Rest &...>::value) {
    call_kernel_with(kernel, index, rest...);
  } else {
    Index own = index;
    if constexpr (callable_kernel<const FunctionT &, Index &, Rest &...>::value)
      call_kernel_with(kernel, own, rest...);
    else
      call_kernel_with(kernel, static_cast<Index &&>(own), rest...);
  }
}

} // namespace detail

} // namespace sycl
