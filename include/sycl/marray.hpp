// SYCL 2020 §4.14.3: math arrays.
#pragma once

#include <sycl/detail/number_names.hpp>
#include <sycl/vec/operators.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace sycl {

template <typename DataT, std::size_t NumElements> class marray;

namespace detail {

// The floating point numbers of built-in functions. Elements of any other class
// may have bits.
template <typename T>
inline constexpr bool is_math_float_v =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, half>;

// How many elements an argument of a constructor of marray<T, N> brings.
template <typename T, typename X> struct marray_argument {
  static constexpr std::size_t count = std::is_convertible_v<const X &, T> ? 1 : 0;
};
template <typename T, std::size_t M> struct marray_argument<T, marray<T, M>> {
  static constexpr std::size_t count = M;
};

template <typename T, std::size_t N, typename... Args>
constexpr bool are_marray_arguments() noexcept {
  return sizeof...(Args) > 1 && ((marray_argument<T, Args>::count > 0) && ...) &&
         (0 + ... + marray_argument<T, Args>::count) == N;
}

// An operand is one array or a number for all elements.
template <typename T, std::size_t N, typename L, typename R>
constexpr bool are_marray_operands() noexcept {
  using array = marray<T, N>;
  if constexpr (std::is_base_of_v<array, L> && std::is_base_of_v<array, R>)
    return true;
  else if constexpr (std::is_base_of_v<array, L>)
    return std::is_convertible_v<const R &, T> || std::is_convertible_v<const R &, array>;
  else if constexpr (std::is_base_of_v<array, R>)
    return std::is_convertible_v<const L &, T> || std::is_convertible_v<const L &, array>;
  else
    return false;
}

template <typename T, std::size_t N, typename X>
SCYTHE_ALWAYS_INLINE inline decltype(auto) to_marray(const X &operand) {
  if constexpr (std::is_base_of_v<marray<T, N>, X>)
    return static_cast<const marray<T, N> &>(operand);
  else if constexpr (std::is_convertible_v<const X &, marray<T, N>>)
    return static_cast<marray<T, N>>(operand);
  else
    return marray<T, N>(static_cast<T>(operand));
}

} // namespace detail

#define SCYTHE_ELEMENTWISE(op, element, condition)                                                 \
  template <typename L, typename R,                                                                \
            std::enable_if_t<(condition) && detail::are_marray_operands<DataT, N, L, R>(),         \
                             int> = 0>                                                             \
  SCYTHE_ALWAYS_INLINE friend marray<element, N> operator op(const L &lhs, const R &rhs) {         \
    const auto &a = detail::to_marray<DataT, N>(lhs);                                              \
    const auto &b = detail::to_marray<DataT, N>(rhs);                                              \
    marray<element, N> result;                                                                     \
    for (std::size_t i = 0; i < N; ++i)                                                            \
      result[i] = static_cast<element>(a[i] op b[i]);                                              \
    return result;                                                                                 \
  }
#define SCYTHE_BINARY(op, condition)                                                               \
  SCYTHE_ELEMENTWISE(op, DataT, condition)                                                         \
  template <typename R = marray,                                                                   \
            std::enable_if_t<(condition) && detail::are_marray_operands<DataT, N, marray, R>(),    \
                             int> = 0>                                                             \
  SCYTHE_ALWAYS_INLINE friend marray &operator op##=(marray &lhs, const R &rhs) {                  \
    return lhs = lhs op rhs;                                                                       \
  }
#define SCYTHE_UNARY(op, element, condition)                                                       \
  template <typename U = DataT, std::enable_if_t<(condition), int> = 0>                            \
  SCYTHE_ALWAYS_INLINE friend marray<element, N> operator op(const marray &v) {                    \
    marray<element, N> result;                                                                     \
    for (std::size_t i = 0; i < N; ++i)                                                            \
      result[i] = static_cast<element>(op v[i]);                                                   \
    return result;                                                                                 \
  }
#define SCYTHE_STEP(op)                                                                            \
  template <typename U = DataT, std::enable_if_t<!std::is_same_v<U, bool>, int> = 0>               \
  SCYTHE_ALWAYS_INLINE friend marray &operator op(marray &v) {                                     \
    for (std::size_t i = 0; i < N; ++i)                                                            \
      op v.data_[i];                                                                               \
    return v;                                                                                      \
  }                                                                                                \
  template <typename U = DataT, std::enable_if_t<!std::is_same_v<U, bool>, int> = 0>               \
  SCYTHE_ALWAYS_INLINE friend marray operator op(marray &v, int) {                                 \
    const marray old = v;                                                                          \
    op v;                                                                                          \
    return old;                                                                                    \
  }

template <typename DataT, std::size_t NumElements>
class marray : public detail::single_element<marray<DataT, NumElements>, DataT,
                                             NumElements == 1 ? 1 : 0> {
  static constexpr std::size_t N = NumElements;
  static_assert(N > 0, "an marray has elements");
  static constexpr bool has_bits = !detail::is_math_float_v<DataT> && !detail::is_bfloat16_v<DataT>;

  template <typename... Args>
  using if_elements = std::enable_if_t<
      sizeof...(Args) == N && detail::are_marray_arguments<DataT, N, Args...>(), int>;
  template <typename... Args>
  using if_mixed = std::enable_if_t<(sizeof...(Args) < N) &&
                                        detail::are_marray_arguments<DataT, N, Args...>(),
                                    int>;
  template <typename U>
  using if_other_number =
      std::enable_if_t<N == 1 && !std::is_class_v<U> && !std::is_same_v<U, DataT> &&
                           std::is_convertible_v<const U &, DataT>,
                       int>;

public:
  using value_type = DataT;
  using reference = DataT &;
  using const_reference = const DataT &;
  using iterator = DataT *;
  using const_iterator = const DataT *;

  marray() = default;
  constexpr marray(const marray &) = default;
  constexpr marray(marray &&) = default;
  marray &operator=(const marray &) = default;
  marray &operator=(marray &&) = default;

  SCYTHE_ALWAYS_INLINE explicit constexpr marray(const DataT &arg)
      : marray(arg, std::make_index_sequence<N>()) {}
  // Any number, which in braces would be narrowed otherwise.
  template <typename U, if_other_number<U> = 0>
  SCYTHE_ALWAYS_INLINE explicit constexpr marray(const U &arg)
      : data_{static_cast<DataT>(arg)} {}
  template <typename... Args, if_elements<Args...> = 0>
  SCYTHE_ALWAYS_INLINE constexpr marray(const Args &...args)
      : data_{static_cast<DataT>(args)...} {}
  template <typename... Args, if_mixed<Args...> = 0>
  SCYTHE_ALWAYS_INLINE constexpr marray(const Args &...args)
      : marray(all_elements(), std::make_index_sequence<N>(), args...) {}

  SCYTHE_ALWAYS_INLINE marray &operator=(const DataT &rhs) noexcept {
    return *this = marray(rhs);
  }

  static constexpr std::size_t size() noexcept { return N; }

  SCYTHE_ALWAYS_INLINE constexpr reference operator[](std::size_t index) noexcept {
    return data_[index];
  }
  SCYTHE_ALWAYS_INLINE constexpr const_reference operator[](std::size_t index) const noexcept {
    return data_[index];
  }

  SCYTHE_ALWAYS_INLINE constexpr iterator begin() noexcept { return data_; }
  SCYTHE_ALWAYS_INLINE constexpr const_iterator begin() const noexcept { return data_; }
  SCYTHE_ALWAYS_INLINE constexpr iterator end() noexcept { return data_ + N; }
  SCYTHE_ALWAYS_INLINE constexpr const_iterator end() const noexcept { return data_ + N; }

  SCYTHE_BINARY(+, true)
  SCYTHE_BINARY(-, true)
  SCYTHE_BINARY(*, true)
  SCYTHE_BINARY(/, true)
  SCYTHE_BINARY(%, has_bits)
  SCYTHE_BINARY(&, has_bits)
  SCYTHE_BINARY(|, has_bits)
  SCYTHE_BINARY(^, has_bits)
  SCYTHE_BINARY(<<, has_bits)
  SCYTHE_BINARY(>>, has_bits)
  SCYTHE_ELEMENTWISE(&&, bool, true)
  SCYTHE_ELEMENTWISE(||, bool, true)
  SCYTHE_ELEMENTWISE(==, bool, true)
  SCYTHE_ELEMENTWISE(!=, bool, true)
  SCYTHE_ELEMENTWISE(<, bool, true)
  SCYTHE_ELEMENTWISE(>, bool, true)
  SCYTHE_ELEMENTWISE(<=, bool, true)
  SCYTHE_ELEMENTWISE(>=, bool, true)
  SCYTHE_UNARY(+, DataT, true)
  SCYTHE_UNARY(-, DataT, true)
  SCYTHE_UNARY(~, DataT, has_bits && sizeof(U) != 0)
  SCYTHE_UNARY(!, bool, true)
  SCYTHE_STEP(++)
  SCYTHE_STEP(--)

private:
  // Elements are made once and not assigned to, as classes may have constexpr
  // constructors only.
  template <std::size_t... Indexes>
  SCYTHE_ALWAYS_INLINE constexpr marray(const DataT &arg, std::index_sequence<Indexes...>)
      : data_{(static_cast<void>(Indexes), arg)...} {}
  struct all_elements {};
  template <std::size_t... Indexes, typename... Args>
  SCYTHE_ALWAYS_INLINE constexpr marray(all_elements, std::index_sequence<Indexes...>,
                                        const Args &...args)
      : data_{element<Indexes>(args...)...} {}
  template <std::size_t Index, typename Arg, typename... Args>
  SCYTHE_ALWAYS_INLINE static constexpr DataT element(const Arg &arg, const Args &...rest) {
    constexpr std::size_t count = detail::marray_argument<DataT, Arg>::count;
    if constexpr (Index >= count)
      return element<Index - count>(rest...);
    else if constexpr (std::is_convertible_v<const Arg &, DataT>)
      return static_cast<DataT>(arg);
    else
      return arg[Index];
  }

  DataT data_[N];
};

#undef SCYTHE_STEP
#undef SCYTHE_UNARY
#undef SCYTHE_BINARY
#undef SCYTHE_ELEMENTWISE

template <typename T, typename... U, std::enable_if_t<(std::is_same_v<T, U> && ...), int> = 0>
marray(T, U...) -> marray<T, sizeof...(U) + 1>;

#define SCYTHE_ALIASES(name, type)                                                                 \
  using m##name##2 = marray<type, 2>;                                                              \
  using m##name##3 = marray<type, 3>;                                                              \
  using m##name##4 = marray<type, 4>;                                                              \
  using m##name##8 = marray<type, 8>;                                                              \
  using m##name##16 = marray<type, 16>;
SCYTHE_FOR_NAMED_NUMBERS(SCYTHE_ALIASES)
SCYTHE_ALIASES(bool, bool)
#undef SCYTHE_ALIASES

} // namespace sycl
