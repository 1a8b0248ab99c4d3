// SYCL 2020 §4.14.3: math arrays.
#pragma once

#include <sycl/detail/number_names.hpp>
#include <sycl/vec/operators.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace sycl::inline _V1 {

template <typename DataT, std::size_t NumElements> class marray;

namespace detail {

// The floating-point types of built-in functions. Classes may have bit operators.
template <typename ValueT>
inline constexpr bool is_math_float_v =
    std::is_same_v<ValueT, float> || std::is_same_v<ValueT, double> || std::is_same_v<ValueT, half>;

// The number of elements from an argument of a constructor of marray<ValueT, Length>.
template <typename ValueT, typename FirstT> struct marray_argument {
  static constexpr std::size_t count = std::is_convertible_v<const FirstT &, ValueT> ? 1 : 0;
};
template <typename ValueT, std::size_t OtherMode>
struct marray_argument<ValueT, marray<ValueT, OtherMode>> {
  static constexpr std::size_t count = OtherMode;
};

template <typename ValueT, std::size_t Length, typename... Args>
constexpr bool are_marray_arguments() noexcept {
  return sizeof...(Args) > 1 && ((marray_argument<ValueT, Args>::count > 0) && ...) &&
         (0 + ... + marray_argument<ValueT, Args>::count) == Length;
}

// An operand is an array, or a number for all elements.
template <typename ValueT, std::size_t Length, typename LeftT, typename RightT>
constexpr bool are_marray_operands() noexcept {
  using array = marray<ValueT, Length>;
  if constexpr (std::is_base_of_v<array, LeftT> && std::is_base_of_v<array, RightT>)
    return true;
  else if constexpr (std::is_base_of_v<array, LeftT>)
    return std::is_convertible_v<const RightT &, ValueT> ||
           std::is_convertible_v<const RightT &, array>;
  else if constexpr (std::is_base_of_v<array, RightT>)
    return std::is_convertible_v<const LeftT &, ValueT> ||
           std::is_convertible_v<const LeftT &, array>;
  else
    return false;
}

template <typename ValueT, std::size_t Length, typename FirstT>
SCYTHE_ALWAYS_INLINE inline decltype(auto) to_marray(const FirstT &operand) {
  if constexpr (std::is_base_of_v<marray<ValueT, Length>, FirstT>)
    return static_cast<const marray<ValueT, Length> &>(operand);
  else if constexpr (std::is_convertible_v<const FirstT &, marray<ValueT, Length>>)
    return static_cast<marray<ValueT, Length>>(operand);
  else
    return marray<ValueT, Length>(static_cast<ValueT>(operand));
}

} // namespace detail

#define SCYTHE_ELEMENTWISE(op, element, condition)                                                 \
  template <                                                                                       \
      typename LeftT, typename RightT,                                                             \
      std::enable_if_t<(condition) && detail::are_marray_operands<DataT, Length, LeftT, RightT>(), \
                       int> = 0>                                                                   \
  SCYTHE_ALWAYS_INLINE friend marray<element, Length> operator op(const LeftT &lhs,                \
                                                                  const RightT &rhs) {             \
    const auto &arg_a = detail::to_marray<DataT, Length>(lhs);                                     \
    const auto &arg_b = detail::to_marray<DataT, Length>(rhs);                                     \
    marray<element, Length> result;                                                                \
    for (std::size_t idx = 0; idx < Length; ++idx)                                                 \
      result[idx] = static_cast<element>(arg_a[idx] op arg_b[idx]);                                \
    return result;                                                                                 \
  }
#define SCYTHE_BINARY(op, condition)                                                               \
  SCYTHE_ELEMENTWISE(op, DataT, condition)                                                         \
  template <                                                                                       \
      typename RightT = marray,                                                                    \
      std::enable_if_t<                                                                            \
          (condition) && detail::are_marray_operands<DataT, Length, marray, RightT>(), int> = 0>   \
  SCYTHE_ALWAYS_INLINE friend marray &operator op##=(marray &lhs, const RightT &rhs) {             \
    return lhs = lhs op rhs;                                                                       \
  }
#define SCYTHE_UNARY(op, element, condition)                                                       \
  template <typename OtherT = DataT, std::enable_if_t<(condition), int> = 0>                       \
  SCYTHE_ALWAYS_INLINE friend marray<element, Length> operator op(const marray &operand) {         \
    marray<element, Length> result;                                                                \
    for (std::size_t idx = 0; idx < Length; ++idx)                                                 \
      result[idx] = static_cast<element>(op operand[idx]);                                         \
    return result;                                                                                 \
  }
#define SCYTHE_STEP(op)                                                                            \
  template <typename OtherT = DataT, std::enable_if_t<!std::is_same_v<OtherT, bool>, int> = 0>     \
  SCYTHE_ALWAYS_INLINE friend marray &operator op(marray &operand) {                               \
    for (std::size_t idx = 0; idx < Length; ++idx)                                                 \
      op operand.data_[idx];                                                                       \
    return operand;                                                                                \
  }                                                                                                \
  template <typename OtherT = DataT, std::enable_if_t<!std::is_same_v<OtherT, bool>, int> = 0>     \
  SCYTHE_ALWAYS_INLINE friend marray operator op(marray &operand, int) {                           \
    const marray old = operand;                                                                    \
    op operand;                                                                                    \
    return old;                                                                                    \
  }

template <typename DataT, std::size_t NumElements>
class marray : public detail::single_element<marray<DataT, NumElements>, DataT,
                                             NumElements == 1 ? 1 : 0> {
  static constexpr std::size_t Length = NumElements;
  static_assert(Length > 0, "an marray must have at least one element");
  static constexpr bool has_bits = !detail::is_math_float_v<DataT> && !detail::is_bfloat16_v<DataT>;

  template <typename... Args>
  using if_elements = std::enable_if_t<
      sizeof...(Args) == Length && detail::are_marray_arguments<DataT, Length, Args...>(), int>;
  template <typename... Args>
  using if_mixed = std::enable_if_t<(sizeof...(Args) < Length) &&
                                        detail::are_marray_arguments<DataT, Length, Args...>(),
                                    int>;
  template <typename OtherT>
  using if_other_number =
      std::enable_if_t<Length == 1 && !std::is_class_v<OtherT> && !std::is_same_v<OtherT, DataT> &&
                           std::is_convertible_v<const OtherT &, DataT>,
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
      : marray(arg, std::make_index_sequence<Length>()) {}
  // Any number, which would be a narrowing conversion in braces.
  template <typename OtherT, if_other_number<OtherT> = 0>
  SCYTHE_ALWAYS_INLINE explicit constexpr marray(const OtherT &arg)
      : data_{static_cast<DataT>(arg)} {}
  template <typename... Args, if_elements<Args...> = 0>
  SCYTHE_ALWAYS_INLINE constexpr marray(const Args &...args)
      : data_{static_cast<DataT>(args)...} {}
  template <typename... Args, if_mixed<Args...> = 0>
  SCYTHE_ALWAYS_INLINE constexpr marray(const Args &...args)
      : marray(all_elements(), std::make_index_sequence<Length>(), args...) {}

  SCYTHE_ALWAYS_INLINE marray &operator=(const DataT &rhs) noexcept {
    return *this = marray(rhs);
  }

  static constexpr std::size_t size() noexcept { return Length; }

  SCYTHE_ALWAYS_INLINE constexpr reference operator[](std::size_t index) noexcept {
    return data_[index];
  }
  SCYTHE_ALWAYS_INLINE constexpr const_reference operator[](std::size_t index) const noexcept {
    return data_[index];
  }

  SCYTHE_ALWAYS_INLINE constexpr iterator begin() noexcept { return data_; }
  SCYTHE_ALWAYS_INLINE constexpr const_iterator begin() const noexcept { return data_; }
  SCYTHE_ALWAYS_INLINE constexpr iterator end() noexcept { return data_ + Length; }
  SCYTHE_ALWAYS_INLINE constexpr const_iterator end() const noexcept { return data_ + Length; }

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
  SCYTHE_UNARY(~, DataT, has_bits && sizeof(OtherT) != 0)
  SCYTHE_UNARY(!, bool, true)
  SCYTHE_STEP(++)
  SCYTHE_STEP(--)

private:
  // Elements are constructed and never assigned, because classes may have constexpr constructors
  // only.
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

  DataT data_[Length];
};

#undef SCYTHE_STEP
#undef SCYTHE_UNARY
#undef SCYTHE_BINARY
#undef SCYTHE_ELEMENTWISE

template <typename ValueT, typename... OtherT,
          std::enable_if_t<(std::is_same_v<ValueT, OtherT> && ...), int> = 0>
marray(ValueT, OtherT...) -> marray<ValueT, sizeof...(OtherT) + 1>;

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
