// The operators of vec and of views of its elements. Both derive from one class per vec, which has
// them as friends, so that one function handles all operands: vectors, views and scalars.
#pragma once

#include <sycl/vec/elements.hpp>

namespace sycl::inline _V1::detail {

template <typename ValueT, int Length> class vec_operators;

// Whether a vector or view of vec<ValueT, Length> can be combined with FirstT.
template <typename ValueT, int Length, typename FirstT>
inline constexpr bool is_vec_operand_v = std::is_convertible_v<const FirstT &, ValueT> ||
                                         std::is_convertible_v<const FirstT &, vec<ValueT, Length>>;

template <typename ValueT, int Length, typename LeftT, typename RightT>
constexpr bool are_vec_operands() noexcept {
  using operators = vec_operators<ValueT, Length>;
  if constexpr (std::is_base_of_v<operators, LeftT> && std::is_base_of_v<operators, RightT>)
    return true;
  else if constexpr (std::is_base_of_v<operators, LeftT>)
    return is_vec_operand_v<ValueT, Length, RightT>;
  else if constexpr (std::is_base_of_v<operators, RightT>)
    return is_vec_operand_v<ValueT, Length, LeftT>;
  else
    return false;
}

// The operand as a vec. How clang's vectors are passed depends on the processor; a vec is passed
// the same way everywhere.
template <typename ValueT, int Length, typename FirstT>
SCYTHE_ALWAYS_INLINE inline decltype(auto) to_vec(const FirstT &operand) {
  if constexpr (std::is_base_of_v<vec<ValueT, Length>, FirstT>)
    return static_cast<const vec<ValueT, Length> &>(operand);
  else if constexpr (std::is_convertible_v<const FirstT &, vec<ValueT, Length>>)
    return static_cast<vec<ValueT, Length>>(operand);
  else
    return vec<ValueT, Length>(static_cast<ValueT>(operand));
}

// For functions with parameters ValueT and Length.
#define SCYTHE_NATIVE(operand)                                                                     \
  __builtin_bit_cast(vec_native_t<ValueT SCYTHE_COMMA Length>, to_vec<ValueT, Length>(operand))
#define SCYTHE_COMMA ,

// Converts the result of byte arithmetic to bool.
#define SCYTHE_RETURN_NUMBER(expression)                                                           \
  const auto result = static_cast<vec_native_t<ValueT, Length>>(expression);                       \
  if constexpr (!std::is_same_v<ValueT, bool>)                                                     \
    return __builtin_bit_cast(vec<ValueT SCYTHE_COMMA Length>, result);                            \
  else if constexpr (Length == 1)                                                                  \
    return vec<ValueT, Length>(result != 0);                                                       \
  else                                                                                             \
    return __builtin_bit_cast(vec<ValueT SCYTHE_COMMA Length>,                                     \
                              -(result != vec_native_t<ValueT, Length>{}))

#define SCYTHE_RETURN_MASK(expression)                                                             \
  const auto result = expression;                                                                  \
  if constexpr (Length == 1)                                                                       \
    return vec<vec_mask_t<ValueT>, 1>(static_cast<vec_mask_t<ValueT>>(-static_cast<int>(result))); \
  else                                                                                             \
    return __builtin_bit_cast(vec<vec_mask_t<ValueT> SCYTHE_COMMA Length>, result)

// A braced list has no type; by default, it becomes a vec.
#define SCYTHE_BINARY(op, condition)                                                               \
  template <typename LeftT, typename RightT,                                                       \
            std::enable_if_t<                                                                      \
                condition<ValueT> && are_vec_operands<ValueT, Length, LeftT, RightT>(), int> = 0>  \
  SCYTHE_ALWAYS_INLINE friend vec<ValueT, Length> operator op(const LeftT &lhs,                    \
                                                              const RightT &rhs) {                 \
    const auto arg_a = SCYTHE_NATIVE(lhs), arg_b = SCYTHE_NATIVE(rhs);                             \
    SCYTHE_RETURN_NUMBER(arg_a op arg_b);                                                          \
  }                                                                                                \
  template <typename RightT = vec<ValueT, Length>,                                                 \
            std::enable_if_t<condition<ValueT> &&                                                  \
                                 are_vec_operands<ValueT, Length, vec<ValueT, Length>, RightT>(),  \
                             int> = 0>                                                             \
  SCYTHE_ALWAYS_INLINE friend vec<ValueT, Length> &                                                \
  operator op##=(vec<ValueT, Length> &lhs, const RightT &rhs) {                                    \
    lhs = lhs op rhs;                                                                              \
    return lhs;                                                                                    \
  }
#define SCYTHE_UNARY(op, condition)                                                                \
  template <                                                                                       \
      typename FirstT,                                                                             \
      std::enable_if_t<                                                                            \
          condition<ValueT> && std::is_base_of_v<vec_operators<ValueT, Length>, FirstT>, int> = 0> \
  SCYTHE_ALWAYS_INLINE friend vec<ValueT, Length> operator op(const FirstT &operand) {             \
    const auto arg_a = SCYTHE_NATIVE(operand);                                                     \
    SCYTHE_RETURN_NUMBER(op arg_a);                                                                \
  }
#define SCYTHE_STEP(op, by)                                                                        \
  template <typename OtherT = ValueT,                                                              \
            std::enable_if_t<is_vec_number_v<OtherT> && !std::is_same_v<OtherT, bool>, int> = 0>   \
  SCYTHE_ALWAYS_INLINE friend vec<ValueT, Length> &operator op(vec<ValueT, Length> &operand) {     \
    operand = operand by vec<ValueT, Length>(static_cast<OtherT>(1));                              \
    return operand;                                                                                \
  }                                                                                                \
  template <typename OtherT = ValueT,                                                              \
            std::enable_if_t<is_vec_number_v<OtherT> && !std::is_same_v<OtherT, bool>, int> = 0>   \
  SCYTHE_ALWAYS_INLINE friend vec<ValueT, Length> operator op(vec<ValueT, Length> &operand, int) { \
    const vec<ValueT, Length> old = operand;                                                       \
    operand = operand by vec<ValueT, Length>(static_cast<OtherT>(1));                              \
    return old;                                                                                    \
  }
#define SCYTHE_RELATION(op, condition, expression)                                                 \
  template <                                                                                       \
      typename LeftT, typename RightT,                                                             \
      std::enable_if_t<(condition) && are_vec_operands<ValueT, Length, LeftT, RightT>(), int> = 0> \
  SCYTHE_ALWAYS_INLINE friend vec<vec_mask_t<ValueT>, Length> operator op(const LeftT &lhs,        \
                                                                          const RightT &rhs) {     \
    const auto arg_a = SCYTHE_NATIVE(lhs), arg_b = SCYTHE_NATIVE(rhs);                             \
    SCYTHE_RETURN_MASK(expression);                                                                \
  }

template <typename ValueT, int Length> class vec_operators {
  static_assert(is_vec_size(Length), "a vec has 1, 2, 3, 4, 8 or 16 elements");

  SCYTHE_BINARY(+, is_vec_number_v)
  SCYTHE_BINARY(-, is_vec_number_v)
  SCYTHE_BINARY(*, is_vec_number_v)
  SCYTHE_BINARY(/, is_vec_number_v)
  SCYTHE_BINARY(%, is_vec_integer_v)
  SCYTHE_BINARY(&, is_vec_bits_v)
  SCYTHE_BINARY(|, is_vec_bits_v)
  SCYTHE_BINARY(^, is_vec_bits_v)
  SCYTHE_BINARY(<<, is_vec_integer_v)
  SCYTHE_BINARY(>>, is_vec_integer_v)
  SCYTHE_UNARY(+, is_vec_number_v)
  SCYTHE_UNARY(-, is_vec_number_v)
  SCYTHE_UNARY(~, is_vec_bits_v)
  SCYTHE_STEP(++, +)
  SCYTHE_STEP(--, -)
  SCYTHE_RELATION(==, true, arg_a == arg_b)
  SCYTHE_RELATION(!=, true, arg_a != arg_b)
  SCYTHE_RELATION(<, true, arg_a < arg_b)
  SCYTHE_RELATION(>, true, arg_a > arg_b)
  SCYTHE_RELATION(<=, true, arg_a <= arg_b)
  SCYTHE_RELATION(>=, true, arg_a >= arg_b)
  SCYTHE_RELATION(&&, is_vec_number_v<ValueT>,
                  (arg_a != decltype(arg_a){}) & (arg_b != decltype(arg_b){}))
  SCYTHE_RELATION(||, is_vec_number_v<ValueT>,
                  (arg_a != decltype(arg_a){}) | (arg_b != decltype(arg_b){}))

  template <typename FirstT,
            std::enable_if_t<is_vec_number_v<ValueT> &&
                                 std::is_base_of_v<vec_operators<ValueT, Length>, FirstT>,
                             int> = 0>
  SCYTHE_ALWAYS_INLINE friend vec<vec_mask_t<ValueT>, Length> operator!(const FirstT &operand) {
    const auto arg_a = SCYTHE_NATIVE(operand);
    SCYTHE_RETURN_MASK((arg_a == decltype(arg_a){}));
  }
};

#undef SCYTHE_RELATION
#undef SCYTHE_STEP
#undef SCYTHE_UNARY
#undef SCYTHE_BINARY
#undef SCYTHE_RETURN_MASK
#undef SCYTHE_RETURN_NUMBER
#undef SCYTHE_COMMA
#undef SCYTHE_NATIVE

// Members of a vector or view of one element, which represents the element.
template <typename Derived, typename ValueT, int Length> class single_element {};
template <typename Derived, typename ValueT> class single_element<Derived, ValueT, 1> {
public:
  SCYTHE_ALWAYS_INLINE constexpr operator ValueT() const {
    return static_cast<const Derived &>(*this)[0];
  }
  template <typename OtherT,
            std::enable_if_t<!std::is_same_v<OtherT, ValueT> && !std::is_class_v<OtherT> &&
                                 std::is_constructible_v<OtherT, const ValueT &>,
                             int> = 0>
  SCYTHE_ALWAYS_INLINE constexpr explicit operator OtherT() const {
    return static_cast<OtherT>(static_cast<const Derived &>(*this)[0]);
  }
};

} // namespace sycl::detail
