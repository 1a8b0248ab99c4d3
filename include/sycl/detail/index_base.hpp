// The common base of id and range: the components and all operators on them (SYCL 2020 §4.9.1.1 and
// §4.9.1.3).
#pragma once

#include <sycl/detail/forward.hpp>
#include <sycl/detail/macros.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace sycl::inline _V1::detail {

// The result of converting ids and items: std::size_t if they have one dimension, otherwise an
// unusable type. The conversion function is not a template, because contexts such as `switch` do
// not consider templates.
struct no_number {
  constexpr explicit no_number(std::size_t) noexcept {}
};
template <int Dimensions>
using index_number_t = std::conditional_t<Dimensions == 1, std::size_t, no_number>;

// Types that convert implicitly to a one-dimensional index. Floating-point numbers are excluded:
// `0.5f * index` must be arithmetic on numbers, not on an index made from 0.5f.
template <typename ValueT>
inline constexpr bool is_index_integer_v = (std::is_integral_v<ValueT> || std::is_enum_v<ValueT>) &&
                                           std::is_convertible_v<ValueT, std::size_t>;

// Whether numbers of these types convert implicitly: programs write range<2>{rows, columns} with
// numbers of type int, which braces would not convert to size_t.
template <int Dimensions, typename... ValueT>
using if_index_integers =
    std::enable_if_t<sizeof...(ValueT) == Dimensions && (std::is_integral_v<ValueT> && ...) &&
                         !(std::is_same_v<ValueT, std::size_t> && ...),
                     int>;

// The names of the derived classes.
template <typename Derived> inline constexpr const char *index_name = nullptr;
template <int Dimensions> inline constexpr const char *index_name<id<Dimensions>> = "id";
template <int Dimensions> inline constexpr const char *index_name<range<Dimensions>> = "range";

// `Derived` is id<Dimensions> or range<Dimensions>. The operators are hidden friends found through
// this base class; each is written out per dimension instead of as a loop, so that unoptimised IR
// is free of control flow too.
template <typename Derived, int Dimensions> class index_base {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "an index has 1, 2 or 3 dimensions");

public:
  static constexpr int dimensions = Dimensions;

  SCYTHE_METHOD(index_name<Derived>, "get", Dimensions)
  constexpr std::size_t get(int dimension) const noexcept { return values_[dimension]; }
  SCYTHE_ALWAYS_INLINE constexpr std::size_t &operator[](int dimension) noexcept {
    return values_[dimension];
  }
  SCYTHE_METHOD(index_name<Derived>, "operator[]", Dimensions)
  constexpr std::size_t operator[](int dimension) const noexcept { return values_[dimension]; }

  friend constexpr bool operator==(const Derived &lhs, const Derived &rhs) noexcept {
    if constexpr (Dimensions == 1)
      return lhs.values_[0] == rhs.values_[0];
    else if constexpr (Dimensions == 2)
      return lhs.values_[0] == rhs.values_[0] && lhs.values_[1] == rhs.values_[1];
    else
      return lhs.values_[0] == rhs.values_[0] && lhs.values_[1] == rhs.values_[1] &&
             lhs.values_[2] == rhs.values_[2];
  }
  friend constexpr bool operator!=(const Derived &lhs, const Derived &rhs) noexcept {
    return !(lhs == rhs);
  }

  // Without these, comparing a one-dimensional id with an integer would be ambiguous: either
  // operand could be converted.
  template <typename ValueT,
            std::enable_if_t<std::is_integral_v<ValueT> && Dimensions == 1, int> = 0>
  friend constexpr bool operator==(const Derived &lhs, const ValueT &rhs) noexcept {
    return lhs.values_[0] == static_cast<std::size_t>(rhs);
  }
  template <typename ValueT,
            std::enable_if_t<std::is_integral_v<ValueT> && Dimensions == 1, int> = 0>
  friend constexpr bool operator==(const ValueT &lhs, const Derived &rhs) noexcept {
    return static_cast<std::size_t>(lhs) == rhs.values_[0];
  }
  template <typename ValueT,
            std::enable_if_t<std::is_integral_v<ValueT> && Dimensions == 1, int> = 0>
  friend constexpr bool operator!=(const Derived &lhs, const ValueT &rhs) noexcept {
    return !(lhs == rhs);
  }
  template <typename ValueT,
            std::enable_if_t<std::is_integral_v<ValueT> && Dimensions == 1, int> = 0>
  friend constexpr bool operator!=(const ValueT &lhs, const Derived &rhs) noexcept {
    return !(lhs == rhs);
  }

#define SCYTHE_INDEX_BINARY(op)                                                                    \
  SCYTHE_ALWAYS_INLINE friend constexpr Derived operator op(const Derived &lhs,                    \
                                                            const Derived &rhs) noexcept {         \
    if constexpr (Dimensions == 1)                                                                 \
      return Derived(static_cast<std::size_t>(lhs.values_[0] op rhs.values_[0]));                  \
    else if constexpr (Dimensions == 2)                                                            \
      return Derived(static_cast<std::size_t>(lhs.values_[0] op rhs.values_[0]),                   \
                     static_cast<std::size_t>(lhs.values_[1] op rhs.values_[1]));                  \
    else                                                                                           \
      return Derived(static_cast<std::size_t>(lhs.values_[0] op rhs.values_[0]),                   \
                     static_cast<std::size_t>(lhs.values_[1] op rhs.values_[1]),                   \
                     static_cast<std::size_t>(lhs.values_[2] op rhs.values_[2]));                  \
  }                                                                                                \
  template <typename ValueT, std::enable_if_t<std::is_integral_v<ValueT>, int> = 0>                \
  SCYTHE_ALWAYS_INLINE friend constexpr Derived operator op(const Derived &lhs,                    \
                                                            const ValueT &rhs) noexcept {          \
    return lhs op splat(static_cast<std::size_t>(rhs));                                            \
  }                                                                                                \
  template <typename ValueT, std::enable_if_t<std::is_integral_v<ValueT>, int> = 0>                \
  SCYTHE_ALWAYS_INLINE friend constexpr Derived operator op(const ValueT &lhs,                     \
                                                            const Derived &rhs) noexcept {         \
    return splat(static_cast<std::size_t>(lhs)) op rhs;                                            \
  }

  SCYTHE_INDEX_BINARY(+)
  SCYTHE_INDEX_BINARY(-)
  SCYTHE_INDEX_BINARY(*)
  SCYTHE_INDEX_BINARY(/)
  SCYTHE_INDEX_BINARY(%)
  SCYTHE_INDEX_BINARY(<<)
  SCYTHE_INDEX_BINARY(>>)
  SCYTHE_INDEX_BINARY(&)
  SCYTHE_INDEX_BINARY(|)
  SCYTHE_INDEX_BINARY(^)
  SCYTHE_INDEX_BINARY(&&)
  SCYTHE_INDEX_BINARY(||)
  SCYTHE_INDEX_BINARY(<)
  SCYTHE_INDEX_BINARY(>)
  SCYTHE_INDEX_BINARY(<=)
  SCYTHE_INDEX_BINARY(>=)
#undef SCYTHE_INDEX_BINARY

#define SCYTHE_INDEX_ASSIGN(op)                                                                    \
  SCYTHE_ALWAYS_INLINE friend constexpr Derived &operator op##=(Derived &lhs,                      \
                                                                const Derived &rhs) noexcept {     \
    return lhs = lhs op rhs;                                                                       \
  }                                                                                                \
  template <typename ValueT, std::enable_if_t<std::is_integral_v<ValueT>, int> = 0>                \
  SCYTHE_ALWAYS_INLINE friend constexpr Derived &operator op##=(Derived &lhs,                      \
                                                                const ValueT &rhs) noexcept {      \
    return lhs = lhs op rhs;                                                                       \
  }

  SCYTHE_INDEX_ASSIGN(+)
  SCYTHE_INDEX_ASSIGN(-)
  SCYTHE_INDEX_ASSIGN(*)
  SCYTHE_INDEX_ASSIGN(/)
  SCYTHE_INDEX_ASSIGN(%)
  SCYTHE_INDEX_ASSIGN(<<)
  SCYTHE_INDEX_ASSIGN(>>)
  SCYTHE_INDEX_ASSIGN(&)
  SCYTHE_INDEX_ASSIGN(|)
  SCYTHE_INDEX_ASSIGN(^)
#undef SCYTHE_INDEX_ASSIGN

  friend constexpr Derived operator+(const Derived &rhs) noexcept { return rhs; }
  friend constexpr Derived operator-(const Derived &rhs) noexcept { return splat(0) - rhs; }
  friend constexpr Derived &operator++(Derived &rhs) noexcept { return rhs += 1; }
  friend constexpr Derived &operator--(Derived &rhs) noexcept { return rhs -= 1; }
  friend constexpr Derived operator++(Derived &lhs, int) noexcept {
    Derived old = lhs;
    ++lhs;
    return old;
  }
  friend constexpr Derived operator--(Derived &lhs, int) noexcept {
    Derived old = lhs;
    --lhs;
    return old;
  }

protected:
  SCYTHE_ALWAYS_INLINE constexpr index_base() noexcept
      : index_base(std::make_index_sequence<Dimensions>()) {}
  constexpr explicit index_base(std::size_t dim0) noexcept : values_{dim0} {}
  constexpr index_base(std::size_t dim0, std::size_t dim1) noexcept : values_{dim0, dim1} {}
  constexpr index_base(std::size_t dim0, std::size_t dim1, std::size_t dim2) noexcept
      : values_{dim0, dim1, dim2} {}

  SCYTHE_ALWAYS_INLINE static constexpr Derived splat(std::size_t value) noexcept {
    if constexpr (Dimensions == 1)
      return Derived(value);
    else if constexpr (Dimensions == 2)
      return Derived(value, value);
    else
      return Derived(value, value, value);
  }

  std::size_t values_[Dimensions];

private:
  // Zeros that are written out: clang makes a loop of an empty list.
  template <std::size_t... Index>
  SCYTHE_ALWAYS_INLINE constexpr explicit index_base(std::index_sequence<Index...>) noexcept
      : values_{(Index, std::size_t(0))...} {}
};

} // namespace sycl::detail
