// SYCL 2020 §4.14.2.4: views of some elements of a vec, in any order.
#pragma once

#include <sycl/detail/forward.hpp>
#include <sycl/vec/names.hpp>
#include <sycl/vec/operators.hpp>

namespace sycl::inline _V1::detail {

template <typename ValueT, int Count, int... Indexes> class swizzled;

template <int Count, int... Indexes> constexpr bool has_elements() noexcept {
  return ((Indexes >= 0 && Indexes < Count) && ...);
}
template <int... Indexes> constexpr bool are_distinct() noexcept {
  unsigned seen = 0;
  return ((!(seen >> Indexes & 1) && ((seen |= 1u << Indexes), true)) && ...);
}
template <int Count, int... Indexes>
using if_swizzle = std::enable_if_t<is_vec_size(sizeof...(Indexes)) &&
                                        has_elements<Count, Indexes...>(),
                                    int>;

// Whether FirstT is a view of the kind of vec<ValueT, Length>'s.
template <typename FirstT, typename ValueT, int Length> inline constexpr bool is_swizzled_v = false;
template <typename OtherT, int Count, int... Indexes, typename ValueT, int Length>
inline constexpr bool is_swizzled_v<swizzled<OtherT, Count, Indexes...>, ValueT, Length> =
    std::is_same_v<std::remove_const_t<OtherT>, ValueT> && sizeof...(Indexes) == Length;

// Every `Stride`th of `Count` elements, from `First`; of three, as if of four.
template <typename View, int First, int Stride, typename Sequence> struct view_part;
template <typename View, int First, int Stride, int... Steps>
struct view_part<View, First, Stride, std::integer_sequence<int, Steps...>> {
  using type = typename View::template composed<(First + Steps * Stride)...>;
};
template <typename View, int First, int Stride>
using view_part_t =
    typename view_part<View, First, Stride,
                       std::make_integer_sequence<int, stored_elements(View::count) / 2>>::type;

// If elements cannot be assigned, the parameter has a type that no argument has.
struct never_passed {
  never_passed() = delete;
};

#define SCYTHE_NAME(name, index, condition)                                                        \
  SCYTHE_ALWAYS_INLINE ValueT &name() const noexcept SCYTHE_VEC_ONLY_IF(condition) {               \
    return (*this)[index];                                                                         \
  }
#define SCYTHE_SWIZZLE(name, condition, ...)                                                       \
  SCYTHE_ALWAYS_INLINE auto name()                                                                 \
      const noexcept SCYTHE_VEC_ONLY_IF((condition) && (has_elements<Length, __VA_ARGS__>())) {    \
    return composed<__VA_ARGS__>(elements_);                                                       \
  }
#define SCYTHE_COMPOUND(op, condition)                                                             \
  template <typename RightT = vector,                                                              \
            std::enable_if_t<is_assignable && condition<element_type> &&                           \
                                 are_vec_operands<element_type, Length, swizzled, RightT>(),       \
                             int> = 0>                                                             \
  SCYTHE_ALWAYS_INLINE friend const swizzled &operator op##=(const swizzled &lhs,                  \
                                                             const RightT &rhs) {                  \
    return lhs = lhs op rhs;                                                                       \
  }
#define SCYTHE_STEP(op)                                                                            \
  template <                                                                                       \
      typename OtherT = std::remove_const_t<ValueT>,                                               \
      std::enable_if_t<is_assignable && is_vec_number_v<OtherT> && !std::is_same_v<OtherT, bool>,  \
                       int> = 0>                                                                   \
  SCYTHE_ALWAYS_INLINE friend const swizzled &operator op(const swizzled &view) {                  \
    vector changed = view;                                                                         \
    return view = op changed;                                                                      \
  }                                                                                                \
  template <                                                                                       \
      typename OtherT = std::remove_const_t<ValueT>,                                               \
      std::enable_if_t<is_assignable && is_vec_number_v<OtherT> && !std::is_same_v<OtherT, bool>,  \
                       int> = 0>                                                                   \
  SCYTHE_ALWAYS_INLINE friend vector operator op(const swizzled &view, int) {                      \
    const vector old = view;                                                                       \
    vector changed = old;                                                                          \
    view = op changed;                                                                             \
    return old;                                                                                    \
  }

// ValueT is const if the vec is. `Count` is the number of elements of the vec.
template <typename ValueT, int Count, int... Indexes>
class swizzled : public vec_operators<std::remove_const_t<ValueT>, sizeof...(Indexes)>,
                 public single_element<swizzled<ValueT, Count, Indexes...>,
                                       std::remove_const_t<ValueT>, sizeof...(Indexes)> {
  static constexpr int Length = sizeof...(Indexes);
  static constexpr bool is_assignable = !std::is_const_v<ValueT> && are_distinct<Indexes...>();
  static constexpr int element_at(int idx) noexcept {
    constexpr int indexes[] = {Indexes...};
    return indexes[idx];
  }
  using vector = vec<std::remove_const_t<ValueT>, Length>;

  // Also for numbers that are assigned to all elements.
  template <typename RightT>
  using if_source = std::enable_if_t<
      is_assignable && is_vec_operand_v<std::remove_const_t<ValueT>, Length, RightT>, int>;

public:
  using element_type = std::remove_const_t<ValueT>;
  using value_type = element_type;

  static constexpr int count = Length;
  template <int... Steps> using composed = swizzled<ValueT, Count, element_at(Steps)...>;

  SCYTHE_ALWAYS_INLINE explicit swizzled(ValueT *elements) noexcept : elements_(elements) {}
  swizzled() = delete;
  swizzled(const swizzled &) = delete;

  SCYTHE_ALWAYS_INLINE operator vector() const noexcept {
    if constexpr (Length == 1) {
      return vector((*this)[0]);
    } else if constexpr (Count == 1) {
      return vector(elements_[0]);
    } else {
      using native = vec_native_t<element_type, stored_elements(Count)>;
      const native all = *reinterpret_cast<const native *>(elements_);
      using result = vec_native_t<element_type, Length>;
      return __builtin_bit_cast(vector,
                                static_cast<result>(__builtin_shufflevector(all, all, Indexes...)));
    }
  }

  static constexpr std::size_t byte_size() noexcept { return sizeof(vector); }
  static constexpr std::size_t size() noexcept { return Length; }
  // Deprecated in SYCL 2020.
  static constexpr std::size_t get_size() noexcept { return sizeof(vector); }
  static constexpr std::size_t get_count() noexcept { return Length; }

  template <typename ConvertT, rounding_mode RoundingMode = rounding_mode::automatic>
  SCYTHE_ALWAYS_INLINE vec<ConvertT, Length> convert() const noexcept {
    return vector(*this).template convert<ConvertT, RoundingMode>();
  }
  template <typename AsT> SCYTHE_ALWAYS_INLINE AsT as() const noexcept {
    return vector(*this).template as<AsT>();
  }

  SCYTHE_ALWAYS_INLINE ValueT &operator[](int index) const noexcept {
    return elements_[element_at(index)];
  }
  SCYTHE_VEC_NAMES(SCYTHE_NAME)

  template <int... Steps, if_swizzle<Length, Steps...> = 0>
  SCYTHE_ALWAYS_INLINE composed<Steps...> swizzle() const noexcept {
    return composed<Steps...>(elements_);
  }
  SCYTHE_VEC_SWIZZLES(SCYTHE_SWIZZLE)
  SCYTHE_ALWAYS_INLINE auto lo() const noexcept SCYTHE_VEC_ONLY_IF((Length > 1)) {
    return view_part_t<swizzled, 0, 1>(elements_);
  }
  SCYTHE_ALWAYS_INLINE auto hi() const noexcept SCYTHE_VEC_ONLY_IF((Length > 1)) {
    return view_part_t<swizzled, stored_elements(Length) / 2, 1>(elements_);
  }
  SCYTHE_ALWAYS_INLINE auto odd() const noexcept SCYTHE_VEC_ONLY_IF((Length > 1)) {
    return view_part_t<swizzled, 1, 2>(elements_);
  }
  SCYTHE_ALWAYS_INLINE auto even() const noexcept SCYTHE_VEC_ONLY_IF((Length > 1)) {
    return view_part_t<swizzled, 0, 2>(elements_);
  }

  template <typename Ptr>
  SCYTHE_ALWAYS_INLINE void store(std::size_t offset, Ptr ptr) const noexcept {
    vector(*this).store(offset, ptr);
  }
  template <typename Ptr, bool Assignable = is_assignable, std::enable_if_t<Assignable, int> = 0>
  SCYTHE_ALWAYS_INLINE void load(std::size_t offset, Ptr ptr) const noexcept {
    vector loaded;
    loaded.load(offset, ptr);
    *this = loaded;
  }

  SCYTHE_ALWAYS_INLINE const swizzled &
  operator=(std::conditional_t<is_assignable, const swizzled, never_passed> &rhs) const noexcept {
    assign(vector(rhs));
    return *this;
  }
  template <typename RightT = vector, if_source<RightT> = 0>
  SCYTHE_ALWAYS_INLINE const swizzled &operator=(const RightT &rhs) const noexcept {
    assign(to_vec<element_type, Length>(rhs));
    return *this;
  }

  SCYTHE_COMPOUND(+, is_vec_number_v)
  SCYTHE_COMPOUND(-, is_vec_number_v)
  SCYTHE_COMPOUND(*, is_vec_number_v)
  SCYTHE_COMPOUND(/, is_vec_number_v)
  SCYTHE_COMPOUND(%, is_vec_integer_v)
  SCYTHE_COMPOUND(&, is_vec_bits_v)
  SCYTHE_COMPOUND(|, is_vec_bits_v)
  SCYTHE_COMPOUND(^, is_vec_bits_v)
  SCYTHE_COMPOUND(<<, is_vec_integer_v)
  SCYTHE_COMPOUND(>>, is_vec_integer_v)
  SCYTHE_STEP(++)
  SCYTHE_STEP(--)

private:
  // All values are read first, since they may be elements of the same vec.
  SCYTHE_ALWAYS_INLINE void assign(const vector &values) const noexcept {
    int idx = 0;
    ((elements_[Indexes] = values[idx++]), ...);
  }

  ValueT *const elements_;
};

#undef SCYTHE_STEP
#undef SCYTHE_COMPOUND
#undef SCYTHE_SWIZZLE
#undef SCYTHE_NAME

} // namespace sycl::detail
