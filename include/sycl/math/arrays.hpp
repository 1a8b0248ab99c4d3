// Which arguments of built-in functions are arrays of numbers: vec, views of its
// elements, and marray. Functions of these call the function of numbers for each
// element, in loops that are gone before anything else is optimised: LLVM then
// finds the vector function that fits best, over elements or over work-items.
// math.hpp undefines the macros.
#pragma once

#include <sycl/half.hpp>
#include <sycl/marray.hpp>
#include <sycl/math/integer_functions.hpp>
#include <sycl/vec.hpp>

#include <type_traits>

namespace sycl::detail {

// `type` is the array itself, and the vec of a view; `of` has other elements.
template <typename X> struct math_array {
  static constexpr bool exists = false;
  using type = void;
  using element = void;
};
template <typename T, int N> struct math_array<vec<T, N>> {
  static constexpr bool exists = true;
  static constexpr int size = N;
  using type = vec<T, N>;
  using element = T;
  template <typename U> using of = vec<U, N>;
  using relation = vec<vec_mask_t<T>, N>;
};
template <typename T, int Count, int... Indexes>
struct math_array<swizzled<T, Count, Indexes...>>
    : math_array<vec<std::remove_const_t<T>, sizeof...(Indexes)>> {};
template <typename T, std::size_t N> struct math_array<marray<T, N>> {
  static constexpr bool exists = true;
  static constexpr int size = N;
  using type = marray<T, N>;
  using element = T;
  template <typename U> using of = marray<U, N>;
  using relation = marray<bool, N>;
};

template <typename X> using element_of_t = typename math_array<X>::element;
template <typename X, typename U> using array_of_t = typename math_array<X>::template of<U>;

template <typename T>
inline constexpr bool is_math_number_v = is_generic_integer_v<T> || is_math_float_v<T>;

// What a function of arrays returns, if they are all of one type whose elements
// are such numbers.
template <bool Condition, typename X, typename... Ys>
using array_if_t = std::enable_if_t<
    Condition &&
        (std::is_same_v<typename math_array<X>::type, typename math_array<Ys>::type> && ...),
    typename math_array<X>::type>;
template <typename X, typename... Ys>
using floats_t = array_if_t<is_math_float_v<element_of_t<X>>, X, Ys...>;
template <typename X, typename... Ys>
using only_floats_t = array_if_t<std::is_same_v<element_of_t<X>, float>, X, Ys...>;
template <typename X, typename... Ys>
using integers_t = array_if_t<is_generic_integer_v<element_of_t<X>>, X, Ys...>;
template <typename X, typename... Ys>
using numbers_t = array_if_t<is_math_number_v<element_of_t<X>>, X, Ys...>;

// The same for functions of an array of floats and one of int.
template <typename X, typename Y>
using floats_and_int_t =
    std::enable_if_t<std::is_same_v<array_of_t<floats_t<X>, int>, typename math_array<Y>::type>,
                     floats_t<X>>;

// Where a second result goes.
template <typename T> SCYTHE_ALWAYS_INLINE inline T *result_at(T *pointer) noexcept {
  return pointer;
}
template <typename T, access::address_space Space, access::decorated Decorated>
SCYTHE_ALWAYS_INLINE inline T *result_at(multi_ptr<T, Space, Decorated> pointer) noexcept {
  return pointer.get_raw();
}
template <typename T, typename Ptr>
using if_leads_to = decltype(detail::result_at<T>(std::declval<Ptr>()), 0);

} // namespace sycl::detail

#define SCYTHE_EACH(array)                                                                         \
  _Pragma("clang loop unroll(full)") for (int i = 0; i < detail::math_array<array>::size; ++i)

// Functions of arrays of one type, `kind` of the above.
#define SCYTHE_ARRAYS_1(kind, name)                                                                \
  template <typename X>                                                                            \
  SCYTHE_ALWAYS_INLINE inline detail::kind<X> name(const X &x) noexcept {                          \
    detail::kind<X> result;                                                                        \
    SCYTHE_EACH(X)                                                                                 \
    result[i] = name(x[i]);                                                                        \
    return result;                                                                                 \
  }
#define SCYTHE_ARRAYS_2(kind, name)                                                                \
  template <typename X, typename Y>                                                                \
  SCYTHE_ALWAYS_INLINE inline detail::kind<X, Y> name(const X &x, const Y &y) noexcept {           \
    detail::kind<X, Y> result;                                                                     \
    SCYTHE_EACH(X)                                                                                 \
    result[i] = name(x[i], y[i]);                                                                  \
    return result;                                                                                 \
  }
#define SCYTHE_ARRAYS_3(kind, name)                                                                \
  template <typename X, typename Y, typename Z>                                                    \
  SCYTHE_ALWAYS_INLINE inline detail::kind<X, Y, Z> name(const X &x, const Y &y,                   \
                                                         const Z &z) noexcept {                    \
    detail::kind<X, Y, Z> result;                                                                  \
    SCYTHE_EACH(X)                                                                                 \
    result[i] = name(x[i], y[i], z[i]);                                                            \
    return result;                                                                                 \
  }
// With a number for all elements.
#define SCYTHE_ARRAY_AND_NUMBER(kind, name)                                                        \
  template <typename X>                                                                            \
  SCYTHE_ALWAYS_INLINE inline detail::kind<X> name(const X &x,                                     \
                                                   detail::element_of_t<X> y) noexcept {           \
    detail::kind<X> result;                                                                        \
    SCYTHE_EACH(X)                                                                                 \
    result[i] = name(x[i], y);                                                                     \
    return result;                                                                                 \
  }
// The specification's functions of numbers have a template parameter for each
// argument, which programs may name; those of half are such functions. The
// functions with fewer are the better match, so these do not call themselves.
#define SCYTHE_NUMBERS_2(condition, name)                                                          \
  template <typename X, typename Y,                                                                \
            std::enable_if_t<detail::condition<X> && std::is_same_v<X, Y> &&                       \
                                 !std::is_same_v<X, half>,                                         \
                             int> = 0>                                                             \
  SCYTHE_ALWAYS_INLINE constexpr X name(X x, Y y) noexcept {                                       \
    return name(x, y);                                                                             \
  }
#define SCYTHE_NUMBERS_3(condition, name)                                                          \
  template <typename X, typename Y, typename Z,                                                    \
            std::enable_if_t<detail::condition<X> && std::is_same_v<X, Y> &&                       \
                                 std::is_same_v<X, Z> && !std::is_same_v<X, half>,                 \
                             int> = 0>                                                             \
  SCYTHE_ALWAYS_INLINE constexpr X name(X x, Y y, Z z) noexcept {                                  \
    return name(x, y, z);                                                                          \
  }
