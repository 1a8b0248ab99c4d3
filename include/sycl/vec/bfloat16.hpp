// vec<bfloat16, Length>: computes in float, like bfloat16 itself, with the same results. Devices
// need not support the type.
#pragma once

#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/vec.hpp>

namespace sycl::inline _V1::detail {

using ext::oneapi::bfloat16;

template <int Length>
SCYTHE_ALWAYS_INLINE inline vec<float, Length>
to_floats(const vec<bfloat16, Length> &from) noexcept {
  const vec<std::uint32_t, Length> bits = from.template as<vec<std::uint16_t, Length>>()
                                         .template convert<std::uint32_t>();
  return (bits << 16u).template as<vec<float, Length>>();
}

// Added to the bits of a float before truncation, so that the result is rounded away from zero
// unless the lower bits are too small.
template <rounding_mode Mode, typename Bits>
SCYTHE_ALWAYS_INLINE inline Bits bfloat16_excess(const Bits &bits) noexcept {
  if constexpr (Mode == rounding_mode::automatic || Mode == rounding_mode::rte)
    return (bits >> 16u & 1u) + 0x7fffu;
  else if constexpr (Mode == rounding_mode::rtz)
    return Bits(0u);
  else if constexpr (Mode == rounding_mode::rtp)
    return ((bits >> 31u) - 1u) & 0xffffu;
  else
    return (Bits(0u) - (bits >> 31u)) & 0xffffu;
}

template <rounding_mode Mode, int Length>
SCYTHE_ALWAYS_INLINE inline vec<bfloat16, Length>
to_bfloat16(const vec<float, Length> &from) noexcept {
  using words = vec<std::uint32_t, Length>;
  const words bits = from.template as<words>();
  const words rounded = (bits + bfloat16_excess<Mode>(bits)) >> 16u;
  // Rounding could turn a NaN into infinity; its last bits are dropped instead.
  const words quiet = bits >> 16u | 0x0040u;
  const words is_nan = (from != from).template as<words>();
  return ((rounded & ~is_nan) | (quiet & is_nan))
      .template convert<std::uint16_t>()
      .template as<vec<bfloat16, Length>>();
}

// Through float, which is exact or rounds in the same direction.
template <typename ToT, rounding_mode Mode, typename From, int Length>
SCYTHE_ALWAYS_INLINE inline vec<ToT, Length>
convert_bfloat16(const vec<From, Length> &from) noexcept {
  if constexpr (std::is_same_v<From, ToT>)
    return from;
  else if constexpr (is_bfloat16_v<From>)
    return to_floats(from).template convert<ToT, Mode>();
  else
    return to_bfloat16<Mode>(from.template convert<float, Mode>());
}

#define SCYTHE_FLOATS(operand) to_floats(to_vec<bfloat16, Length>(operand))
#define SCYTHE_BINARY(op)                                                                          \
  template <typename LeftT, typename RightT,                                                       \
            std::enable_if_t<are_vec_operands<bfloat16, Length, LeftT, RightT>(), int> = 0>        \
  SCYTHE_ALWAYS_INLINE friend vec<bfloat16, Length> operator op(const LeftT &lhs,                  \
                                                                const RightT &rhs) {               \
    return to_bfloat16<rounding_mode::rte, Length>(SCYTHE_FLOATS(lhs) op SCYTHE_FLOATS(rhs));      \
  }                                                                                                \
  template <typename RightT = vec<bfloat16, Length>,                                               \
            std::enable_if_t<are_vec_operands<bfloat16, Length, vec<bfloat16, Length>, RightT>(),  \
                             int> = 0>                                                             \
  SCYTHE_ALWAYS_INLINE friend vec<bfloat16, Length> &                                              \
  operator op##=(vec<bfloat16, Length> &lhs, const RightT &rhs) {                                  \
    lhs = lhs op rhs;                                                                              \
    return lhs;                                                                                    \
  }
#define SCYTHE_STEP(op, by)                                                                        \
  SCYTHE_ALWAYS_INLINE friend vec<bfloat16, Length> &operator op(vec<bfloat16, Length> &operand) { \
    operand = operand by 1;                                                                        \
    return operand;                                                                                \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE friend vec<bfloat16, Length> operator op(vec<bfloat16, Length> &operand,    \
                                                                int) {                             \
    const vec<bfloat16, Length> old = operand;                                                     \
    operand = operand by 1;                                                                        \
    return old;                                                                                    \
  }
#define SCYTHE_RELATION(op)                                                                        \
  template <typename LeftT, typename RightT,                                                       \
            std::enable_if_t<are_vec_operands<bfloat16, Length, LeftT, RightT>(), int> = 0>        \
  SCYTHE_ALWAYS_INLINE friend vec<std::int16_t, Length> operator op(const LeftT &lhs,              \
                                                                    const RightT &rhs) {           \
    return (SCYTHE_FLOATS(lhs) op SCYTHE_FLOATS(rhs)).template convert<std::int16_t>();            \
  }
#define SCYTHE_UNARY(result, op, ...)                                                              \
  template <typename FirstT,                                                                       \
            std::enable_if_t<std::is_base_of_v<vec_operators<bfloat16, Length>, FirstT>, int> = 0> \
  SCYTHE_ALWAYS_INLINE friend vec<result, Length> operator op(const FirstT &operand) {             \
    const vec<bfloat16, Length> &arg_x = to_vec<bfloat16, Length>(operand);                        \
    return __VA_ARGS__;                                                                            \
  }

template <int Length> class vec_operators<bfloat16, Length> {
  static_assert(is_vec_size(Length), "a vec has 1, 2, 3, 4, 8 or 16 elements");

  SCYTHE_BINARY(+)
  SCYTHE_BINARY(-)
  SCYTHE_BINARY(*)
  SCYTHE_BINARY(/)
  SCYTHE_UNARY(bfloat16, +, arg_x)
  SCYTHE_UNARY(bfloat16, -,
               (arg_x.template as<vec<std::uint16_t, Length>>() ^ std::uint16_t(0x8000))
                   .template as<vec<bfloat16, Length>>())
  SCYTHE_UNARY(std::int16_t, !, (!to_floats(arg_x)).template convert<std::int16_t>())
  SCYTHE_STEP(++, +)
  SCYTHE_STEP(--, -)
  SCYTHE_RELATION(==)
  SCYTHE_RELATION(!=)
  SCYTHE_RELATION(<)
  SCYTHE_RELATION(>)
  SCYTHE_RELATION(<=)
  SCYTHE_RELATION(>=)
  SCYTHE_RELATION(&&)
  SCYTHE_RELATION(||)
};

#undef SCYTHE_UNARY
#undef SCYTHE_RELATION
#undef SCYTHE_STEP
#undef SCYTHE_BINARY
#undef SCYTHE_FLOATS

} // namespace sycl::detail
