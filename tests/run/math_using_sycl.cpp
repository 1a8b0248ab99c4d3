//! plain_kernels = true

// `using namespace sycl` beside C's functions, which <cmath> declares: no call is ambiguous, on the host
// and in kernels.
#include <cmath>
#include <cstdlib>
#include <sycl/sycl.hpp>
#include <type_traits>

using namespace sycl;

// The specification's rules for arguments of two types, and for names of types.
static_assert(std::is_same_v<decltype(sycl::pow(1.0f, 2)), float> && std::is_same_v<decltype(sycl::pow(2, 1.0)), double>);
static_assert(std::is_same_v<decltype(sycl::fmax(half(1), half(2))), half>);
static_assert(std::is_same_v<decltype(sycl::sqrt(2)), double> && std::is_same_v<decltype(sycl::fma(1.f, 2.f, 3)), float>);
static_assert(std::is_same_v<decltype(sycl::fmin(half(1), 2.0f)), float> && std::is_same_v<decltype(sycl::pow(half(1), 2)), half>);
static_assert(std::is_same_v<decltype(sycl::fmax(1.0, 2.0f)), double>);
static_assert(sycl::min(2, 1) == 1 && sycl::max<float>(1, 2.0) == 2 && sycl::max<float>(1.0f, 2.0f) == 2);
static_assert(sycl::min<int, int>(2, 1) == 1 && sycl::clamp<int>(3, 0, 2L) == 2);
static_assert(sycl::popcount(7u) == 3 && std::is_same_v<decltype(sycl::popcount(short(1))), short>);
static_assert(std::is_same_v<decltype(sycl::popcount<unsigned>(1)), unsigned>);

// A program's own templates, called with values of SYCL's classes.
namespace own {
struct result {};
template <typename T> result clamp(T, T, T);
template <typename T> result max(T, T);
static_assert(std::is_same_v<decltype(clamp<half>(half(1), 0, 1)), result>);
static_assert(std::is_same_v<decltype(max<half>(half(1), 0)), result>);
} // namespace own

inline void check_more(sycl::queue &) {}

#include "math_calls.hpp"
