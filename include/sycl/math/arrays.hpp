// The arguments of built-in functions that are arrays of numbers: vec, views of its elements, and
// marray. Functions of arrays call the function of numbers for each element, in loops that are
// unrolled before anything else is optimised: LLVM then finds the best vector function, over
// elements or over work-items. math.hpp undefines the macros.
#pragma once

#include <sycl/half.hpp>
#include <sycl/marray.hpp>
#include <sycl/math/integer_functions.hpp>
#include <sycl/vec.hpp>

#include <type_traits>

namespace sycl::inline _V1::detail {

// `type` is the array itself, and the vec of a view; `of` has other elements.
template <typename FirstT> struct math_array {
  static constexpr bool exists = false;
  using type = void;
  using element = void;
};
template <typename ValueT, int Length> struct math_array<vec<ValueT, Length>> {
  static constexpr bool exists = true;
  static constexpr int size = Length;
  using type = vec<ValueT, Length>;
  using element = ValueT;
  template <typename OtherT> using with_element = vec<OtherT, Length>;
  using relation = vec<vec_mask_t<ValueT>, Length>;
};
template <typename ValueT, int Count, int... Indexes>
struct math_array<swizzled<ValueT, Count, Indexes...>>
    : math_array<vec<std::remove_const_t<ValueT>, sizeof...(Indexes)>> {};
template <typename ValueT, std::size_t Length> struct math_array<marray<ValueT, Length>> {
  static constexpr bool exists = true;
  static constexpr int size = Length;
  using type = marray<ValueT, Length>;
  using element = ValueT;
  template <typename OtherT> using with_element = marray<OtherT, Length>;
  using relation = marray<bool, Length>;
};

template <typename FirstT> using element_of_t = typename math_array<FirstT>::element;
template <typename FirstT, typename OtherT>
using array_of_t = typename math_array<FirstT>::template with_element<OtherT>;

template <typename ValueT>
inline constexpr bool is_math_number_v = is_generic_integer_v<ValueT> || is_math_float_v<ValueT>;

// The result type of a function of arrays, if they are all of one type with elements of the right
// kind.
template <bool Condition, typename FirstT, typename... OtherTs>
using array_if_t =
    std::enable_if_t<Condition && (std::is_same_v<typename math_array<FirstT>::type,
                                                  typename math_array<OtherTs>::type> &&
                                   ...),
                     typename math_array<FirstT>::type>;
template <typename FirstT, typename... OtherTs>
using floats_t = array_if_t<is_math_float_v<element_of_t<FirstT>>, FirstT, OtherTs...>;
template <typename FirstT, typename... OtherTs>
using only_floats_t = array_if_t<std::is_same_v<element_of_t<FirstT>, float>, FirstT, OtherTs...>;
template <typename FirstT, typename... OtherTs>
using integers_t = array_if_t<is_generic_integer_v<element_of_t<FirstT>>, FirstT, OtherTs...>;
template <typename FirstT, typename... OtherTs>
using numbers_t = array_if_t<is_math_number_v<element_of_t<FirstT>>, FirstT, OtherTs...>;

// The same for functions of an array of floats and one of int.
template <typename FirstT, typename SecondT>
using floats_and_int_t = std::enable_if_t<
    std::is_same_v<array_of_t<floats_t<FirstT>, int>, typename math_array<SecondT>::type>,
    floats_t<FirstT>>;

// The address of a second result.
template <typename ValueT> SCYTHE_ALWAYS_INLINE inline ValueT *result_at(ValueT *pointer) noexcept {
  return pointer;
}
template <typename ValueT, access::address_space Space, access::decorated Decorated>
SCYTHE_ALWAYS_INLINE inline ValueT *
result_at(multi_ptr<ValueT, Space, Decorated> pointer) noexcept {
  return pointer.get_raw();
}
template <typename ValueT, typename Ptr>
using if_leads_to = decltype(detail::result_at<ValueT>(std::declval<Ptr>()), 0);

// A pointer to exactly this type.
template <typename ValueT, typename Ptr> inline constexpr bool is_pointer_to_v = false;
template <typename ValueT> inline constexpr bool is_pointer_to_v<ValueT, ValueT *> = true;
template <typename ValueT, access::address_space Space, access::decorated Decorated>
inline constexpr bool is_pointer_to_v<ValueT, multi_ptr<ValueT, Space, Decorated>> = true;
template <typename ValueT, typename Ptr>
using if_pointer_to = std::enable_if_t<is_pointer_to_v<ValueT, Ptr>, int>;

} // namespace sycl::detail

#define SCYTHE_EACH(array)                                                                         \
  _Pragma("clang loop unroll(full)") for (int idx = 0; idx < detail::math_array<array>::size; ++idx)

// Functions of arrays of one type, of a `kind` from above.
#define SCYTHE_ARRAYS_1(kind, name)                                                                \
  template <typename FirstT>                                                                       \
  SCYTHE_ALWAYS_INLINE inline detail::kind<FirstT> name(const FirstT &arg_x) noexcept {            \
    detail::kind<FirstT> result;                                                                   \
    SCYTHE_EACH(FirstT)                                                                            \
    result[idx] = name(arg_x[idx]);                                                                \
    return result;                                                                                 \
  }
#define SCYTHE_ARRAYS_2(kind, name)                                                                \
  template <typename FirstT, typename SecondT>                                                     \
  SCYTHE_ALWAYS_INLINE inline detail::kind<FirstT, SecondT> name(const FirstT &arg_x,              \
                                                                 const SecondT &arg_y) noexcept {  \
    detail::kind<FirstT, SecondT> result;                                                          \
    SCYTHE_EACH(FirstT)                                                                            \
    result[idx] = name(arg_x[idx], arg_y[idx]);                                                    \
    return result;                                                                                 \
  }
#define SCYTHE_ARRAYS_3(kind, name)                                                                \
  template <typename FirstT, typename SecondT, typename ThirdT>                                    \
  SCYTHE_ALWAYS_INLINE inline detail::kind<FirstT, SecondT, ThirdT> name(                          \
      const FirstT &arg_x, const SecondT &arg_y, const ThirdT &arg_z) noexcept {                   \
    detail::kind<FirstT, SecondT, ThirdT> result;                                                  \
    SCYTHE_EACH(FirstT)                                                                            \
    result[idx] = name(arg_x[idx], arg_y[idx], arg_z[idx]);                                        \
    return result;                                                                                 \
  }
// With a number for all elements.
#define SCYTHE_ARRAY_AND_NUMBER(kind, name)                                                        \
  template <typename FirstT>                                                                       \
  SCYTHE_ALWAYS_INLINE inline detail::kind<FirstT> name(                                           \
      const FirstT &arg_x, detail::element_of_t<FirstT> arg_y) noexcept {                          \
    detail::kind<FirstT> result;                                                                   \
    SCYTHE_EACH(FirstT)                                                                            \
    result[idx] = name(arg_x[idx], arg_y);                                                         \
    return result;                                                                                 \
  }
// In the specification, functions of numbers have a template parameter for each argument, which
// programs may specify; those of half are such functions. The functions with fewer template
// parameters are preferred, so these do not call themselves.
#define SCYTHE_NUMBERS_2(condition, name)                                                          \
  template <typename FirstT, typename SecondT,                                                     \
            std::enable_if_t<detail::condition<FirstT> && std::is_same_v<FirstT, SecondT> &&       \
                                 !std::is_same_v<FirstT, half>,                                    \
                             int> = 0>                                                             \
  SCYTHE_ALWAYS_INLINE constexpr FirstT name(FirstT arg_x, SecondT arg_y) noexcept {               \
    return name(arg_x, arg_y);                                                                     \
  }
#define SCYTHE_NUMBERS_3(condition, name)                                                          \
  template <typename FirstT, typename SecondT, typename ThirdT,                                    \
            std::enable_if_t<detail::condition<FirstT> && std::is_same_v<FirstT, SecondT> &&       \
                                 std::is_same_v<FirstT, ThirdT> && !std::is_same_v<FirstT, half>,  \
                             int> = 0>                                                             \
  SCYTHE_ALWAYS_INLINE constexpr FirstT name(FirstT arg_x, SecondT arg_y, ThirdT arg_z) noexcept { \
    return name(arg_x, arg_y, arg_z);                                                              \
  }
