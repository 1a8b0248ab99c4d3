// Maps SYCL's function objects to the operations of the builtins, at compile
// time, by operator and type.
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/detail/group_words.hpp>
#include <sycl/functional.hpp>
#include <sycl/known_identity.hpp>

#include <type_traits>

namespace sycl::inline _V1::detail {

// A function object and its type; `void` for any.
template <typename BinaryOperation> struct function_object {
  static constexpr bool is_known = false;
};

template <typename ValueT, typename Bool, typename Signed, typename Unsigned, typename Floating>
using operation_for = std::conditional_t<
    std::is_same_v<ValueT, bool>, Bool,
    std::conditional_t<is_floating_v<ValueT>, Floating,
                       std::conditional_t<std::is_signed_v<ValueT>, Signed, Unsigned>>>;

// `void` if the language has no such operation. On bool, `+` means `||` and `*` means `&&`, because
// sum and product are converted to bool.
#define SCYTHE_FUNCTION_OBJECT(name, Bool, Signed, Unsigned, Floating)                             \
  template <typename OtherT> struct function_object<name<OtherT>> {                                \
    static constexpr bool is_known = true;                                                         \
    using operand_type = OtherT;                                                                   \
    template <typename ValueT>                                                                     \
    using operation = operation_for<ValueT, Bool, Signed, Unsigned, Floating>;                     \
  };
SCYTHE_FUNCTION_OBJECT(plus, op_logical_or, op_add, op_add, op_fadd)
SCYTHE_FUNCTION_OBJECT(multiplies, op_logical_and, op_mul, op_mul, op_fmul)
SCYTHE_FUNCTION_OBJECT(bit_and, op_logical_and, op_and, op_and, void)
SCYTHE_FUNCTION_OBJECT(bit_or, op_logical_or, op_or, op_or, void)
SCYTHE_FUNCTION_OBJECT(bit_xor, op_logical_xor, op_xor, op_xor, void)
SCYTHE_FUNCTION_OBJECT(minimum, op_logical_and, op_smin, op_umin, op_fmin)
SCYTHE_FUNCTION_OBJECT(maximum, op_logical_or, op_smax, op_umax, op_fmax)
SCYTHE_FUNCTION_OBJECT(logical_and, op_logical_and, op_logical_and, op_logical_and, op_logical_and)
SCYTHE_FUNCTION_OBJECT(logical_or, op_logical_or, op_logical_or, op_logical_or, op_logical_or)
#undef SCYTHE_FUNCTION_OBJECT

template <typename ValueT> inline constexpr bool is_logical_v = false;
template <typename OtherT> inline constexpr bool is_logical_v<logical_and<OtherT>> = true;
template <typename OtherT> inline constexpr bool is_logical_v<logical_or<OtherT>> = true;

template <typename Kind>
inline constexpr bool has_builtins_v =
    std::is_same_v<Kind, work_group_kind> || std::is_same_v<Kind, sub_group_kind>;

// How a function object combines values of type ValueT in all work-items of a group.
template <typename GivenOperation, typename ValueT> class group_combiner {
  using BinaryOperation = plain_operation_t<GivenOperation>;
  static_assert(has_carrier_v<ValueT>,
                "group algorithms combine values of fundamental types: bool, characters, integers, "
                "half, float and double");
  using object = function_object<BinaryOperation>;
  static_assert(object::is_known,
                "group algorithms take SYCL's function objects: plus, multiplies, bit_and, bit_or, "
                "bit_xor, logical_and, logical_or, minimum or maximum");
  static_assert(std::is_void_v<typename object::operand_type> ||
                    std::is_same_v<typename object::operand_type, ValueT>,
                "the function object must be for the type of the values: sycl::plus<T>() or "
                "sycl::plus<>()");
  using operation = typename object::template operation<ValueT>;
  static_assert(!std::is_void_v<operation>,
                "bitwise function objects cannot combine floating-point values");
  // Logical operations test whether a value of any type is zero.
  using carrier_type = std::conditional_t<is_logical_v<BinaryOperation>, bool, carrier_t<ValueT>>;
  using builtins = group_operation<operation, carrier_type>;

public:
#define SCYTHE_COLLECTIVE(name)                                                                    \
  template <typename Kind>                                                                         \
  SCYTHE_ALWAYS_INLINE static ValueT name(Kind kind, ValueT arg_x) noexcept {                      \
    const carrier_type word = static_cast<carrier_type>(arg_x);                                    \
    if constexpr (has_builtins_v<Kind>)                                                            \
      return static_cast<ValueT>(builtins::name(kind, word));                                      \
    else                                                                                           \
      return kind.template name<group_combiner>(static_cast<ValueT>(word));                        \
  }
  SCYTHE_COLLECTIVE(reduce)
  SCYTHE_COLLECTIVE(inclusive_scan)
  SCYTHE_COLLECTIVE(exclusive_scan)
#undef SCYTHE_COLLECTIVE

  SCYTHE_ALWAYS_INLINE static ValueT combine(ValueT arg_x, ValueT arg_y) noexcept {
    return static_cast<ValueT>(BinaryOperation()(arg_x, arg_y));
  }

  static constexpr ValueT identity() noexcept {
    if constexpr (is_logical_v<BinaryOperation>)
      return static_cast<ValueT>(known_identity_v<decltype(for_bool(BinaryOperation())), bool>);
    else
      return known_identity_v<BinaryOperation, ValueT>;
  }

private:
  template <template <typename> class Object, typename OtherT>
  static Object<bool> for_bool(Object<OtherT>);
};

} // namespace sycl::detail
