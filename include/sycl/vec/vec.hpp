// SYCL 2020 §4.14.2: the vec class template.
#pragma once

#include <sycl/detail/forward.hpp>
#include <sycl/vec/convert.hpp>
#include <sycl/vec/names.hpp>
#include <sycl/vec/operators.hpp>
#include <sycl/vec/swizzled.hpp>

#include <utility>

namespace sycl::inline _V1 {

namespace detail {

// The number of elements from an argument of a constructor of vec<ValueT, Length>; none for other
// types.
template <typename ValueT, typename FirstT> struct vec_argument {
  static constexpr int count = std::is_convertible_v<const FirstT &, ValueT> ? 1 : 0;
};
template <typename ValueT, int OtherLength> struct vec_argument<ValueT, vec<ValueT, OtherLength>> {
  static constexpr int count = OtherLength;
};
template <typename ValueT, int Count, int... Indexes>
struct vec_argument<ValueT, swizzled<ValueT, Count, Indexes...>> {
  static constexpr int count = sizeof...(Indexes);
};
template <typename ValueT, int Count, int... Indexes>
struct vec_argument<ValueT, swizzled<const ValueT, Count, Indexes...>> {
  static constexpr int count = sizeof...(Indexes);
};

template <typename ValueT, int Length, typename... Args>
constexpr bool are_vec_arguments() noexcept {
  return sizeof...(Args) > 1 && ((vec_argument<ValueT, Args>::count > 0) && ...) &&
         (0 + ... + vec_argument<ValueT, Args>::count) == Length;
}

// A vec as clang's vector type. Not a member of vec, where it would hide single_element's
// conversions.
template <typename Derived, typename ValueT, int Length> class native_conversion {
public:
  template <typename OtherT,
            std::enable_if_t<std::is_same_v<OtherT, vec_native_t<ValueT, Length>>, int> = 0>
  SCYTHE_ALWAYS_INLINE operator OtherT() const noexcept {
    return __builtin_bit_cast(OtherT, static_cast<const Derived &>(*this));
  }
};
template <typename Derived, typename ValueT> class native_conversion<Derived, ValueT, 1> {};

// Conversions to and from bfloat16, in vec/bfloat16.hpp.
template <typename ToT, rounding_mode Mode, typename From, int Length>
vec<ToT, Length> convert_bfloat16(const vec<From, Length> &from) noexcept;

} // namespace detail

#define SCYTHE_NAME(name, index, condition)                                                        \
  SCYTHE_ALWAYS_INLINE DataT &name() noexcept SCYTHE_VEC_ONLY_IF((condition)) {                    \
    return elements()[index];                                                                      \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE const DataT &name() const noexcept SCYTHE_VEC_ONLY_IF((condition)) {        \
    return elements()[index];                                                                      \
  }
#define SCYTHE_SWIZZLE(name, condition, ...)                                                       \
  SCYTHE_ALWAYS_INLINE auto name() noexcept SCYTHE_VEC_ONLY_IF(                                    \
      (condition) && (detail::has_elements<Length, __VA_ARGS__>())) {                              \
    return view<__VA_ARGS__>(elements());                                                          \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE auto name() const noexcept SCYTHE_VEC_ONLY_IF(                              \
      (condition) && (detail::has_elements<Length, __VA_ARGS__>())) {                              \
    return const_view<__VA_ARGS__>(elements());                                                    \
  }
#define SCYTHE_HALF(name, first, stride)                                                           \
  SCYTHE_ALWAYS_INLINE auto name() noexcept SCYTHE_VEC_ONLY_IF((Length > 1)) {                     \
    return detail::view_part_t<views, first, stride>(elements());                                  \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE auto name() const noexcept SCYTHE_VEC_ONLY_IF((Length > 1)) {               \
    return detail::view_part_t<const_views, first, stride>(elements());                            \
  }

// clang's vector type, which is passed and returned in registers. Programs use references to
// elements: clang allows that, because accesses to vectors may alias accesses to any other type.
template <typename DataT, int NumElements>
class vec : public detail::vec_operators<DataT, NumElements>,
            public detail::single_element<vec<DataT, NumElements>, DataT, NumElements>,
            public detail::native_conversion<vec<DataT, NumElements>, DataT, NumElements> {
  static constexpr int Length = NumElements;
  static constexpr int stored = detail::stored_elements(Length);

  template <int... Indexes> using view = detail::swizzled<DataT, Length, Indexes...>;
  template <int... Indexes> using const_view = detail::swizzled<const DataT, Length, Indexes...>;
  struct views {
    static constexpr int count = Length;
    template <int... Indexes> using composed = view<Indexes...>;
  };
  struct const_views {
    static constexpr int count = Length;
    template <int... Indexes> using composed = const_view<Indexes...>;
  };

  template <typename... Args>
  using if_elements = std::enable_if_t<
      sizeof...(Args) == Length && detail::are_vec_arguments<DataT, Length, Args...>(), int>;
  template <typename... Args>
  using if_mixed = std::enable_if_t<(sizeof...(Args) < Length) &&
                                        detail::are_vec_arguments<DataT, Length, Args...>(),
                                    int>;
  template <typename OtherT>
  using if_scalar = std::enable_if_t<std::is_convertible_v<const OtherT &, DataT>, int>;
  template <typename OtherT>
  using if_other_number =
      std::enable_if_t<Length == 1 && !std::is_class_v<OtherT> && !std::is_same_v<OtherT, DataT> &&
                           std::is_convertible_v<const OtherT &, DataT>,
                       int>;
  template <typename OtherT>
  using if_native =
      std::enable_if_t<(Length > 1) && std::is_same_v<OtherT, detail::vec_native_t<DataT, Length>>,
                       int>;

public:
  using element_type = DataT;
  using value_type = DataT;
  using vector_t = detail::vec_native_t<DataT, Length>;

  vec() = default;
  constexpr vec(const vec &) = default;
  vec &operator=(const vec &) = default;

  SCYTHE_ALWAYS_INLINE explicit constexpr vec(const DataT &arg) SCYTHE_VEC_ONLY_IF((Length > 1))
      : data_(static_cast<vector_t>(detail::to_element<DataT>(arg))) {}
  SCYTHE_ALWAYS_INLINE constexpr vec(const DataT &arg) SCYTHE_VEC_ONLY_IF(Length == 1)
      : data_(detail::to_element<DataT>(arg)) {}
  // Any number, which would be a narrowing conversion in braces.
  template <typename OtherT, if_other_number<OtherT> = 0>
  SCYTHE_ALWAYS_INLINE constexpr vec(const OtherT &arg) : vec(static_cast<DataT>(arg)) {}

  // One number per element.
  template <typename... Args, if_elements<Args...> = 0>
  SCYTHE_ALWAYS_INLINE constexpr vec(const Args &...args)
      : data_{detail::to_element<DataT>(static_cast<DataT>(args))...} {}
  // Numbers, vectors and views.
  template <typename... Args, if_mixed<Args...> = 0>
  SCYTHE_ALWAYS_INLINE constexpr vec(const Args &...args)
      : vec(list(args...), std::make_integer_sequence<int, Length>()) {}

  template <typename OtherT, if_native<OtherT> = 0>
  SCYTHE_ALWAYS_INLINE vec(const OtherT &native) noexcept : vec(__builtin_bit_cast(vec, native)) {}

  template <typename OtherT, if_scalar<OtherT> = 0>
  SCYTHE_ALWAYS_INLINE vec &operator=(const OtherT &rhs) noexcept {
    return *this = vec(static_cast<DataT>(rhs));
  }

  static constexpr std::size_t byte_size() noexcept { return sizeof(DataT) * stored; }
  static constexpr std::size_t size() noexcept { return Length; }
  // Deprecated in SYCL 2020.
  static constexpr std::size_t get_size() noexcept { return byte_size(); }
  static constexpr std::size_t get_count() noexcept { return Length; }

  template <typename ConvertT, rounding_mode RoundingMode = rounding_mode::automatic>
  SCYTHE_ALWAYS_INLINE vec<ConvertT, Length> convert() const noexcept {
    if constexpr (detail::is_bfloat16_v<DataT> || detail::is_bfloat16_v<ConvertT>)
      return detail::convert_bfloat16<ConvertT, RoundingMode>(*this);
    else
      return convert_numbers<ConvertT, RoundingMode>();
  }

  template <typename AsT> SCYTHE_ALWAYS_INLINE AsT as() const noexcept {
    static_assert(sizeof(AsT) == sizeof(vec), "as() is to a type of the same size");
    return __builtin_bit_cast(AsT, *this);
  }

  SCYTHE_ALWAYS_INLINE DataT &operator[](int index) noexcept { return elements()[index]; }
  SCYTHE_ALWAYS_INLINE const DataT &operator[](int index) const noexcept {
    return elements()[index];
  }
  SCYTHE_VEC_NAMES(SCYTHE_NAME)

  template <int... Indexes, detail::if_swizzle<Length, Indexes...> = 0>
  SCYTHE_ALWAYS_INLINE view<Indexes...> swizzle() noexcept {
    return view<Indexes...>(elements());
  }
  template <int... Indexes, detail::if_swizzle<Length, Indexes...> = 0>
  SCYTHE_ALWAYS_INLINE const_view<Indexes...> swizzle() const noexcept {
    return const_view<Indexes...>(elements());
  }
  SCYTHE_VEC_SWIZZLES(SCYTHE_SWIZZLE)
  SCYTHE_HALF(lo, 0, 1)
  SCYTHE_HALF(hi, stored / 2, 1)
  SCYTHE_HALF(odd, 1, 2)
  SCYTHE_HALF(even, 0, 2)

  SCYTHE_ALWAYS_INLINE void load(std::size_t offset, const DataT *ptr) noexcept {
    __builtin_memcpy(&data_, ptr + offset * Length, sizeof(DataT) * Length);
  }
  SCYTHE_ALWAYS_INLINE void store(std::size_t offset, DataT *ptr) const noexcept {
    __builtin_memcpy(ptr + offset * Length, &data_, sizeof(DataT) * Length);
  }
  template <typename ValueT, access::address_space AddressSpace, access::decorated IsDecorated,
            std::enable_if_t<std::is_same_v<std::remove_const_t<ValueT>, DataT>, int> = 0>
  SCYTHE_ALWAYS_INLINE void load(std::size_t offset,
                                 multi_ptr<ValueT, AddressSpace, IsDecorated> ptr) noexcept {
    load(offset, static_cast<const DataT *>(ptr.get_raw()));
  }
  template <access::address_space AddressSpace, access::decorated IsDecorated>
  SCYTHE_ALWAYS_INLINE void store(std::size_t offset,
                                  multi_ptr<DataT, AddressSpace, IsDecorated> ptr) const noexcept {
    store(offset, static_cast<DataT *>(ptr.get_raw()));
  }

private:
  template <typename, int> friend class vec;
  using element = detail::vec_element_t<DataT>;

  SCYTHE_ALWAYS_INLINE DataT *elements() noexcept { return reinterpret_cast<DataT *>(&data_); }
  SCYTHE_ALWAYS_INLINE const DataT *elements() const noexcept {
    return reinterpret_cast<const DataT *>(&data_);
  }

  template <typename ConvertT, rounding_mode RoundingMode>
  SCYTHE_ALWAYS_INLINE vec<ConvertT, Length> convert_numbers() const noexcept {
    using from = detail::vec_element_t<DataT>;
    using to_type = std::conditional_t<std::is_same_v<ConvertT, bool>, bool,
                                  detail::vec_element_t<ConvertT>>;
    constexpr bool rounded = detail::is_rounded_first<to_type, RoundingMode, from>();
    if constexpr (Length > 1 && !std::is_same_v<to_type, bool> &&
                  (rounded || detail::is_plain_conversion<to_type, RoundingMode, from>())) {
      using native = detail::vec_native_t<ConvertT, Length>;
      vector_t numbers = __builtin_bit_cast(vector_t, *this);
      if constexpr (rounded)
        numbers = detail::round_to_whole<RoundingMode>(numbers);
      const native converted = __builtin_convertvector(numbers, native);
      return __builtin_bit_cast(decltype(vec<ConvertT, Length>()), converted);
    } else {
      vec<ConvertT, Length> result;
#pragma clang loop unroll(full)
      for (int idx = 0; idx < Length; ++idx)
        result[idx] =
            __builtin_bit_cast(ConvertT, detail::convert_element<to_type, RoundingMode>(
                                             __builtin_bit_cast(from, elements()[idx])));
      return result;
    }
  }

  struct element_list {
    element place[Length];
  };
  template <int... Indexes>
  SCYTHE_ALWAYS_INLINE constexpr vec(const element_list &list,
                                     std::integer_sequence<int, Indexes...>)
      : data_{list.place[Indexes]...} {}

  template <typename... Args>
  SCYTHE_ALWAYS_INLINE static constexpr element_list list(const Args &...args) {
    element_list all{};
    int place = 0;
    (append(all, place, args), ...);
    return all;
  }
  template <typename Arg>
  SCYTHE_ALWAYS_INLINE static constexpr void append(element_list &all, int &place, const Arg &arg) {
    constexpr int count = detail::vec_argument<DataT, Arg>::count;
    if constexpr (std::is_convertible_v<const Arg &, DataT>)
      all.place[place++] = detail::to_element<DataT>(static_cast<DataT>(arg));
    else if constexpr (std::is_same_v<Arg, vec<DataT, count>>)
      for (int idx = 0; idx < count; ++idx)
        all.place[place++] = arg.data_[idx];
    else
      for (int idx = 0; idx < count; ++idx)
        all.place[place++] = detail::to_element<DataT>(arg[idx]);
  }

  alignas(sizeof(DataT) * stored) vector_t data_;
};

#undef SCYTHE_HALF
#undef SCYTHE_SWIZZLE
#undef SCYTHE_NAME

// Not more elements than a vec has.
template <typename ValueT, typename... OtherT,
          std::enable_if_t<(std::is_same_v<ValueT, OtherT> && ...), int> = 0>
vec(ValueT, OtherT...) -> vec<ValueT, sizeof...(OtherT) + 1>;

} // namespace sycl
