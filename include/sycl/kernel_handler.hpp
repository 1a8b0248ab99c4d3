// SYCL 2020 §4.9.5.3: what a kernel function may take as its last parameter.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/specialization_id.hpp>

namespace sycl::inline _V1 {

namespace detail {
struct kernel_handler_access;
}

class kernel_handler {
public:
  // The value is the same for all work-items; on devices that compile at run
  // time, it is a constant there.
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

// Whether a kernel can be called with the arguments, or with a kernel_handler
// behind them.
template <typename FunctionT, typename... Arguments>
struct kernel_for : std::disjunction<std::is_invocable<FunctionT, Arguments...>,
                                     std::is_invocable<FunctionT, Arguments..., kernel_handler>> {};
template <typename FunctionT, typename... Arguments>
inline constexpr bool is_kernel_for = kernel_for<FunctionT, Arguments...>::value;

template <typename FunctionT, typename... Arguments>
SCYTHE_ALWAYS_INLINE inline void call_kernel(const FunctionT &kernel, Arguments &&...arguments) {
  if constexpr (std::is_invocable_v<const FunctionT &, Arguments...>)
    kernel(std::forward<Arguments>(arguments)...);
  else
    kernel(std::forward<Arguments>(arguments)..., kernel_handler_access::make());
}

} // namespace detail

} // namespace sycl
