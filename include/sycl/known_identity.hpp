// SYCL 2020 §4.9.2.1: the identities of function objects.
#pragma once

#include <sycl/functional.hpp>
#include <sycl/half.hpp>

#include <limits>
#include <type_traits>

namespace sycl::inline _V1 {

namespace detail {

// `exists`: whether the specification's table has a row for it.
template <typename BinaryOperation, typename ValueT, typename = void> struct identity_of {
  static constexpr bool exists = false;
};

// Operators are for the accumulator's type or transparent. (-1 has all bits set
// in every type, and is `true`.)
template <typename Operand, typename ValueT>
inline constexpr bool is_operand_v =
    std::is_void_v<Operand> || std::is_same_v<std::remove_cv_t<Operand>, ValueT>;

#define SCYTHE_IDENTITY(op, condition, identity)                                                   \
  template <typename Operand, typename ValueT>                                                     \
  struct identity_of<op<Operand>, ValueT,                                                          \
                     std::enable_if_t<is_operand_v<Operand, ValueT> && (condition)>> {             \
    static constexpr bool exists = true;                                                           \
    static constexpr ValueT value = static_cast<ValueT>(identity);                                 \
  };
SCYTHE_IDENTITY(plus, is_number_v<ValueT>, ValueT{})
SCYTHE_IDENTITY(multiplies, is_number_v<ValueT>, ValueT{1})
SCYTHE_IDENTITY(bit_and, std::is_integral_v<ValueT>, -1)
SCYTHE_IDENTITY(bit_or, std::is_integral_v<ValueT>, ValueT{})
SCYTHE_IDENTITY(bit_xor, std::is_integral_v<ValueT>, ValueT{})
SCYTHE_IDENTITY(logical_and, (std::is_same_v<ValueT, bool>), true)
SCYTHE_IDENTITY(logical_or, (std::is_same_v<ValueT, bool>), false)
SCYTHE_IDENTITY(minimum, std::is_integral_v<ValueT>, std::numeric_limits<ValueT>::max())
SCYTHE_IDENTITY(minimum, is_floating_v<ValueT>, std::numeric_limits<ValueT>::infinity())
SCYTHE_IDENTITY(maximum, std::is_integral_v<ValueT>, std::numeric_limits<ValueT>::lowest())
SCYTHE_IDENTITY(maximum, is_floating_v<ValueT>, -std::numeric_limits<ValueT>::infinity())
#undef SCYTHE_IDENTITY

} // namespace detail

// User programs may specialise both for their own types.
template <typename BinaryOperation, typename AccumulatorT>
struct has_known_identity
    : std::bool_constant<
          detail::identity_of<detail::plain_operation_t<BinaryOperation>,
                              std::remove_cv_t<AccumulatorT>>::exists> {};

template <typename BinaryOperation, typename AccumulatorT>
inline constexpr bool has_known_identity_v =
    has_known_identity<BinaryOperation, AccumulatorT>::value;

template <typename BinaryOperation, typename AccumulatorT> struct known_identity {
  static_assert(has_known_identity_v<BinaryOperation, AccumulatorT>,
                "this function object has no known identity for this type");
  static constexpr AccumulatorT value =
      detail::identity_of<detail::plain_operation_t<BinaryOperation>,
                          std::remove_cv_t<AccumulatorT>>::value;
};

template <typename BinaryOperation, typename AccumulatorT>
inline constexpr AccumulatorT known_identity_v =
    known_identity<BinaryOperation, AccumulatorT>::value;

} // namespace sycl
