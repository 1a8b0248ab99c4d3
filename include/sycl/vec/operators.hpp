// The operators of vec and of views of its elements. Both derive from one class
// per vec, whose friends they are, so that one function serves all operands:
// vectors, views and scalars.
#pragma once

#include <sycl/vec/elements.hpp>

namespace sycl::detail {

template <typename T, int N> class vec_operators;

// Whether a vector or view of vec<T, N> is combined with X.
template <typename T, int N, typename X>
inline constexpr bool is_vec_operand_v =
    std::is_convertible_v<const X &, T> || std::is_convertible_v<const X &, vec<T, N>>;

template <typename T, int N, typename L, typename R> constexpr bool are_vec_operands() noexcept {
  using operators = vec_operators<T, N>;
  if constexpr (std::is_base_of_v<operators, L> && std::is_base_of_v<operators, R>)
    return true;
  else if constexpr (std::is_base_of_v<operators, L>)
    return is_vec_operand_v<T, N, R>;
  else if constexpr (std::is_base_of_v<operators, R>)
    return is_vec_operand_v<T, N, L>;
  else
    return false;
}

// The operand as a vector. A vector of the language would be passed in ways
// that depend on the processor; a vec is not.
template <typename T, int N, typename X>
SCYTHE_ALWAYS_INLINE inline decltype(auto) to_vec(const X &operand) {
  if constexpr (std::is_base_of_v<vec<T, N>, X>)
    return static_cast<const vec<T, N> &>(operand);
  else if constexpr (std::is_convertible_v<const X &, vec<T, N>>)
    return static_cast<vec<T, N>>(operand);
  else
    return vec<T, N>(static_cast<T>(operand));
}

// Inside of functions that have T and N.
#define SCYTHE_NATIVE(operand)                                                                     \
  __builtin_bit_cast(vec_native_t<T SCYTHE_COMMA N>, to_vec<T, N>(operand))
#define SCYTHE_COMMA ,

// bool is 0 or 1 again, whatever was computed with its byte.
#define SCYTHE_RETURN_NUMBER(expression)                                                           \
  const auto result = static_cast<vec_native_t<T, N>>(expression);                                 \
  if constexpr (!std::is_same_v<T, bool>)                                                          \
    return __builtin_bit_cast(vec<T SCYTHE_COMMA N>, result);                                      \
  else if constexpr (N == 1)                                                                       \
    return vec<T, N>(result != 0);                                                                 \
  else                                                                                             \
    return __builtin_bit_cast(vec<T SCYTHE_COMMA N>, -(result != vec_native_t<T, N>{}))

#define SCYTHE_RETURN_MASK(expression)                                                             \
  const auto result = expression;                                                                  \
  if constexpr (N == 1)                                                                            \
    return vec<vec_mask_t<T>, 1>(static_cast<vec_mask_t<T>>(-static_cast<int>(result)));           \
  else                                                                                             \
    return __builtin_bit_cast(vec<vec_mask_t<T> SCYTHE_COMMA N>, result)

// A list in braces has no type; the default makes a vec of it.
#define SCYTHE_BINARY(op, condition)                                                               \
  template <typename L, typename R,                                                                \
            std::enable_if_t<condition<T> && are_vec_operands<T, N, L, R>(), int> = 0>             \
  SCYTHE_ALWAYS_INLINE friend vec<T, N> operator op(const L &lhs, const R &rhs) {                  \
    const auto a = SCYTHE_NATIVE(lhs), b = SCYTHE_NATIVE(rhs);                                     \
    SCYTHE_RETURN_NUMBER(a op b);                                                                  \
  }                                                                                                \
  template <typename R = vec<T, N>,                                                                \
            std::enable_if_t<condition<T> && are_vec_operands<T, N, vec<T, N>, R>(), int> = 0>     \
  SCYTHE_ALWAYS_INLINE friend vec<T, N> &operator op##=(vec<T, N> &lhs, const R &rhs) {            \
    lhs = lhs op rhs;                                                                              \
    return lhs;                                                                                    \
  }
#define SCYTHE_UNARY(op, condition)                                                                \
  template <typename X,                                                                            \
            std::enable_if_t<condition<T> && std::is_base_of_v<vec_operators<T, N>, X>, int> = 0>  \
  SCYTHE_ALWAYS_INLINE friend vec<T, N> operator op(const X &operand) {                            \
    const auto a = SCYTHE_NATIVE(operand);                                                         \
    SCYTHE_RETURN_NUMBER(op a);                                                                    \
  }
#define SCYTHE_STEP(op, by)                                                                        \
  template <typename U = T,                                                                        \
            std::enable_if_t<is_vec_number_v<U> && !std::is_same_v<U, bool>, int> = 0>             \
  SCYTHE_ALWAYS_INLINE friend vec<T, N> &operator op(vec<T, N> &operand) {                         \
    operand = operand by vec<T, N>(static_cast<U>(1));                                             \
    return operand;                                                                                \
  }                                                                                                \
  template <typename U = T,                                                                        \
            std::enable_if_t<is_vec_number_v<U> && !std::is_same_v<U, bool>, int> = 0>             \
  SCYTHE_ALWAYS_INLINE friend vec<T, N> operator op(vec<T, N> &operand, int) {                     \
    const vec<T, N> old = operand;                                                                 \
    operand = operand by vec<T, N>(static_cast<U>(1));                                             \
    return old;                                                                                    \
  }
#define SCYTHE_RELATION(op, condition, expression)                                                 \
  template <typename L, typename R,                                                                \
            std::enable_if_t<(condition) && are_vec_operands<T, N, L, R>(), int> = 0>              \
  SCYTHE_ALWAYS_INLINE friend vec<vec_mask_t<T>, N> operator op(const L &lhs, const R &rhs) {      \
    const auto a = SCYTHE_NATIVE(lhs), b = SCYTHE_NATIVE(rhs);                                     \
    SCYTHE_RETURN_MASK(expression);                                                                \
  }

template <typename T, int N> class vec_operators {
  static_assert(is_vec_size(N), "a vec has 1, 2, 3, 4, 8 or 16 elements");

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
  SCYTHE_RELATION(==, true, a == b)
  SCYTHE_RELATION(!=, true, a != b)
  SCYTHE_RELATION(<, true, a < b)
  SCYTHE_RELATION(>, true, a > b)
  SCYTHE_RELATION(<=, true, a <= b)
  SCYTHE_RELATION(>=, true, a >= b)
  SCYTHE_RELATION(&&, is_vec_number_v<T>, (a != decltype(a){}) & (b != decltype(b){}))
  SCYTHE_RELATION(||, is_vec_number_v<T>, (a != decltype(a){}) | (b != decltype(b){}))

  template <typename X, std::enable_if_t<is_vec_number_v<T> &&
                                             std::is_base_of_v<vec_operators<T, N>, X>,
                                         int> = 0>
  SCYTHE_ALWAYS_INLINE friend vec<vec_mask_t<T>, N> operator!(const X &operand) {
    const auto a = SCYTHE_NATIVE(operand);
    SCYTHE_RETURN_MASK((a == decltype(a){}));
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

// What a vector or view of one element has: it stands for the element.
template <typename Derived, typename T, int N> class single_element {};
template <typename Derived, typename T> class single_element<Derived, T, 1> {
public:
  SCYTHE_ALWAYS_INLINE constexpr operator T() const {
    return static_cast<const Derived &>(*this)[0];
  }
  template <typename U, std::enable_if_t<!std::is_same_v<U, T> && !std::is_class_v<U> &&
                                             std::is_constructible_v<U, const T &>,
                                         int> = 0>
  SCYTHE_ALWAYS_INLINE constexpr explicit operator U() const {
    return static_cast<U>(static_cast<const Derived &>(*this)[0]);
  }
};

} // namespace sycl::detail
