// vec<bfloat16, N>: computes in float, as bfloat16 itself does, and gives the same
// bits. Devices need not know the type.
#pragma once

#include <sycl/ext/oneapi/bfloat16.hpp>
#include <sycl/vec.hpp>

namespace sycl::detail {

using ext::oneapi::bfloat16;

template <int N>
SCYTHE_ALWAYS_INLINE inline vec<float, N> to_floats(const vec<bfloat16, N> &from) noexcept {
  const vec<std::uint32_t, N> bits = from.template as<vec<std::uint16_t, N>>()
                                         .template convert<std::uint32_t>();
  return (bits << 16u).template as<vec<float, N>>();
}

// What is added to the bits of a float before half of them are cut off. It goes
// over to the next bfloat16 away from zero unless those bits are too small.
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

template <rounding_mode Mode, int N>
SCYTHE_ALWAYS_INLINE inline vec<bfloat16, N> to_bfloat16(const vec<float, N> &from) noexcept {
  using words = vec<std::uint32_t, N>;
  const words bits = from.template as<words>();
  const words rounded = (bits + bfloat16_excess<Mode>(bits)) >> 16u;
  // Rounding could make an infinity of a NaN; its last bits are of no use.
  const words quiet = bits >> 16u | 0x0040u;
  const words is_nan = (from != from).template as<words>();
  return ((rounded & ~is_nan) | (quiet & is_nan))
      .template convert<std::uint16_t>()
      .template as<vec<bfloat16, N>>();
}

// By way of float, which is exact or rounds in the same direction.
template <typename To, rounding_mode Mode, typename From, int N>
SCYTHE_ALWAYS_INLINE inline vec<To, N> convert_bfloat16(const vec<From, N> &from) noexcept {
  if constexpr (std::is_same_v<From, To>)
    return from;
  else if constexpr (is_bfloat16_v<From>)
    return to_floats(from).template convert<To, Mode>();
  else
    return to_bfloat16<Mode>(from.template convert<float, Mode>());
}

#define SCYTHE_FLOATS(operand) to_floats(to_vec<bfloat16, N>(operand))
#define SCYTHE_BINARY(op)                                                                          \
  template <typename L, typename R,                                                                \
            std::enable_if_t<are_vec_operands<bfloat16, N, L, R>(), int> = 0>                      \
  SCYTHE_ALWAYS_INLINE friend vec<bfloat16, N> operator op(const L &lhs, const R &rhs) {           \
    return to_bfloat16<rounding_mode::rte, N>(SCYTHE_FLOATS(lhs) op SCYTHE_FLOATS(rhs));           \
  }                                                                                                \
  template <typename R = vec<bfloat16, N>,                                                         \
            std::enable_if_t<are_vec_operands<bfloat16, N, vec<bfloat16, N>, R>(), int> = 0>       \
  SCYTHE_ALWAYS_INLINE friend vec<bfloat16, N> &operator op##=(vec<bfloat16, N> &lhs,              \
                                                               const R &rhs) {                     \
    lhs = lhs op rhs;                                                                              \
    return lhs;                                                                                    \
  }
#define SCYTHE_STEP(op, by)                                                                        \
  SCYTHE_ALWAYS_INLINE friend vec<bfloat16, N> &operator op(vec<bfloat16, N> &operand) {           \
    operand = operand by 1;                                                                        \
    return operand;                                                                                \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE friend vec<bfloat16, N> operator op(vec<bfloat16, N> &operand, int) {       \
    const vec<bfloat16, N> old = operand;                                                          \
    operand = operand by 1;                                                                        \
    return old;                                                                                    \
  }
#define SCYTHE_RELATION(op)                                                                        \
  template <typename L, typename R,                                                                \
            std::enable_if_t<are_vec_operands<bfloat16, N, L, R>(), int> = 0>                      \
  SCYTHE_ALWAYS_INLINE friend vec<std::int16_t, N> operator op(const L &lhs, const R &rhs) {       \
    return (SCYTHE_FLOATS(lhs) op SCYTHE_FLOATS(rhs)).template convert<std::int16_t>();            \
  }
#define SCYTHE_UNARY(result, op, ...)                                                              \
  template <typename X, std::enable_if_t<std::is_base_of_v<vec_operators<bfloat16, N>, X>,         \
                                         int> = 0>                                                 \
  SCYTHE_ALWAYS_INLINE friend vec<result, N> operator op(const X &operand) {                       \
    const vec<bfloat16, N> &x = to_vec<bfloat16, N>(operand);                                      \
    return __VA_ARGS__;                                                                            \
  }

template <int N> class vec_operators<bfloat16, N> {
  static_assert(is_vec_size(N), "a vec has 1, 2, 3, 4, 8 or 16 elements");

  SCYTHE_BINARY(+)
  SCYTHE_BINARY(-)
  SCYTHE_BINARY(*)
  SCYTHE_BINARY(/)
  SCYTHE_UNARY(bfloat16, +, x)
  SCYTHE_UNARY(bfloat16, -, (x.template as<vec<std::uint16_t, N>>() ^ std::uint16_t(0x8000))
                                .template as<vec<bfloat16, N>>())
  SCYTHE_UNARY(std::int16_t, !, (!to_floats(x)).template convert<std::int16_t>())
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
