// SYCL 2020, alignment with future versions of C++: bit_cast of C++20, for C++17.
#pragma once

#include <type_traits>

#if __cplusplus >= 202002L
#include <bit>
#endif

namespace sycl::inline _V1 {

// A separate namespace that is not associated with vec or marray, because a program's own function
// may have this name.
namespace detail::named_only {

// The standard's function if there is one: programs may use both namespaces.
#if __cplusplus >= 202002L
using std::bit_cast;
#else
template <typename ToT, typename From,
          std::enable_if_t<sizeof(ToT) == sizeof(From) && std::is_trivially_copyable_v<ToT> &&
                               std::is_trivially_copyable_v<From>,
                           int> = 0>
__attribute__((always_inline)) constexpr ToT bit_cast(const From &from) noexcept {
  return __builtin_bit_cast(ToT, from);
}
#endif

} // namespace detail::named_only

using namespace detail::named_only;

} // namespace sycl
