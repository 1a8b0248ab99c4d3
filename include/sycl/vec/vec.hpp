// SYCL 2020 §4.14.2: the vec class template.
#pragma once

#include <sycl/detail/forward.hpp>
#include <sycl/vec/convert.hpp>
#include <sycl/vec/names.hpp>
#include <sycl/vec/operators.hpp>
#include <sycl/vec/swizzled.hpp>

#include <utility>

namespace sycl {

namespace detail {

// How many elements an argument of a constructor of vec<T, N> brings; none where
// it is no such argument.
template <typename T, typename X> struct vec_argument {
  static constexpr int count = std::is_convertible_v<const X &, T> ? 1 : 0;
};
template <typename T, int M> struct vec_argument<T, vec<T, M>> {
  static constexpr int count = M;
};
template <typename T, int Count, int... Indexes>
struct vec_argument<T, swizzled<T, Count, Indexes...>> {
  static constexpr int count = sizeof...(Indexes);
};
template <typename T, int Count, int... Indexes>
struct vec_argument<T, swizzled<const T, Count, Indexes...>> {
  static constexpr int count = sizeof...(Indexes);
};

template <typename T, int N, typename... Args> constexpr bool are_vec_arguments() noexcept {
  return sizeof...(Args) > 1 && ((vec_argument<T, Args>::count > 0) && ...) &&
         (0 + ... + vec_argument<T, Args>::count) == N;
}

// A vec as the vector of the language. Not in vec itself, where it would hide
// single_element's conversions.
template <typename Derived, typename T, int N> class native_conversion {
public:
  template <typename U, std::enable_if_t<std::is_same_v<U, vec_native_t<T, N>>, int> = 0>
  SCYTHE_ALWAYS_INLINE operator U() const noexcept {
    return __builtin_bit_cast(U, static_cast<const Derived &>(*this));
  }
};
template <typename Derived, typename T> class native_conversion<Derived, T, 1> {};

// To and from bfloat16, in vec/bfloat16.hpp.
template <typename To, rounding_mode Mode, typename From, int N>
vec<To, N> convert_bfloat16(const vec<From, N> &from) noexcept;

} // namespace detail

#define SCYTHE_NAME(name, index, condition)                                                        \
  SCYTHE_ALWAYS_INLINE DataT &name() noexcept SCYTHE_VEC_ONLY_IF((condition)) {                    \
    return elements()[index];                                                                      \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE const DataT &name() const noexcept SCYTHE_VEC_ONLY_IF((condition)) {        \
    return elements()[index];                                                                      \
  }
#define SCYTHE_SWIZZLE(name, condition, ...)                                                       \
  SCYTHE_ALWAYS_INLINE auto name() noexcept                                                        \
      SCYTHE_VEC_ONLY_IF((condition) && (detail::has_elements<N, __VA_ARGS__>())) {                \
    return view<__VA_ARGS__>(elements());                                                          \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE auto name() const noexcept                                                  \
      SCYTHE_VEC_ONLY_IF((condition) && (detail::has_elements<N, __VA_ARGS__>())) {                \
    return const_view<__VA_ARGS__>(elements());                                                    \
  }
#define SCYTHE_HALF(name, first, stride)                                                           \
  SCYTHE_ALWAYS_INLINE auto name() noexcept SCYTHE_VEC_ONLY_IF((N > 1)) {                          \
    return detail::view_part_t<views, first, stride>(elements());                                  \
  }                                                                                                \
  SCYTHE_ALWAYS_INLINE auto name() const noexcept SCYTHE_VEC_ONLY_IF((N > 1)) {                    \
    return detail::view_part_t<const_views, first, stride>(elements());                            \
  }

// A vector of the language, which functions take and return in one register
// where there is such a one. Programs take references to elements: clang allows
// that, as accesses to vectors may alias those to anything.
template <typename DataT, int NumElements>
class vec : public detail::vec_operators<DataT, NumElements>,
            public detail::single_element<vec<DataT, NumElements>, DataT, NumElements>,
            public detail::native_conversion<vec<DataT, NumElements>, DataT, NumElements> {
  static constexpr int N = NumElements;
  static constexpr int stored = detail::stored_elements(N);

  template <int... Indexes> using view = detail::swizzled<DataT, N, Indexes...>;
  template <int... Indexes> using const_view = detail::swizzled<const DataT, N, Indexes...>;
  struct views {
    static constexpr int count = N;
    template <int... Indexes> using composed = view<Indexes...>;
  };
  struct const_views {
    static constexpr int count = N;
    template <int... Indexes> using composed = const_view<Indexes...>;
  };

  template <typename... Args>
  using if_elements = std::enable_if_t<
      sizeof...(Args) == N && detail::are_vec_arguments<DataT, N, Args...>(), int>;
  template <typename... Args>
  using if_mixed = std::enable_if_t<(sizeof...(Args) < N) &&
                                        detail::are_vec_arguments<DataT, N, Args...>(),
                                    int>;
  template <typename U>
  using if_scalar = std::enable_if_t<std::is_convertible_v<const U &, DataT>, int>;
  template <typename U>
  using if_other_number =
      std::enable_if_t<N == 1 && !std::is_class_v<U> && !std::is_same_v<U, DataT> &&
                           std::is_convertible_v<const U &, DataT>,
                       int>;
  template <typename U>
  using if_native =
      std::enable_if_t<(N > 1) && std::is_same_v<U, detail::vec_native_t<DataT, N>>, int>;

public:
  using element_type = DataT;
  using value_type = DataT;
  using vector_t = detail::vec_native_t<DataT, N>;

  vec() = default;
  constexpr vec(const vec &) = default;
  vec &operator=(const vec &) = default;

  SCYTHE_ALWAYS_INLINE explicit constexpr vec(const DataT &arg) SCYTHE_VEC_ONLY_IF((N > 1))
      : data_(static_cast<vector_t>(detail::to_element<DataT>(arg))) {}
  SCYTHE_ALWAYS_INLINE constexpr vec(const DataT &arg) SCYTHE_VEC_ONLY_IF(N == 1)
      : data_(detail::to_element<DataT>(arg)) {}
  // Any number, which in braces would be narrowed otherwise.
  template <typename U, if_other_number<U> = 0>
  SCYTHE_ALWAYS_INLINE constexpr vec(const U &arg) : vec(static_cast<DataT>(arg)) {}

  // One number per element.
  template <typename... Args, if_elements<Args...> = 0>
  SCYTHE_ALWAYS_INLINE constexpr vec(const Args &...args)
      : data_{detail::to_element<DataT>(static_cast<DataT>(args))...} {}
  // Numbers, vectors and views.
  template <typename... Args, if_mixed<Args...> = 0>
  SCYTHE_ALWAYS_INLINE constexpr vec(const Args &...args)
      : vec(list(args...), std::make_integer_sequence<int, N>()) {}

  template <typename U, if_native<U> = 0>
  SCYTHE_ALWAYS_INLINE vec(const U &native) noexcept : vec(__builtin_bit_cast(vec, native)) {}

  template <typename U, if_scalar<U> = 0>
  SCYTHE_ALWAYS_INLINE vec &operator=(const U &rhs) noexcept {
    return *this = vec(static_cast<DataT>(rhs));
  }

  static constexpr std::size_t byte_size() noexcept { return sizeof(DataT) * stored; }
  static constexpr std::size_t size() noexcept { return N; }
  // Deprecated in SYCL 2020.
  static constexpr std::size_t get_size() noexcept { return byte_size(); }
  static constexpr std::size_t get_count() noexcept { return N; }

  template <typename ConvertT, rounding_mode RoundingMode = rounding_mode::automatic>
  SCYTHE_ALWAYS_INLINE vec<ConvertT, N> convert() const noexcept {
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

  template <int... Indexes, detail::if_swizzle<N, Indexes...> = 0>
  SCYTHE_ALWAYS_INLINE view<Indexes...> swizzle() noexcept {
    return view<Indexes...>(elements());
  }
  template <int... Indexes, detail::if_swizzle<N, Indexes...> = 0>
  SCYTHE_ALWAYS_INLINE const_view<Indexes...> swizzle() const noexcept {
    return const_view<Indexes...>(elements());
  }
  SCYTHE_VEC_SWIZZLES(SCYTHE_SWIZZLE)
  SCYTHE_HALF(lo, 0, 1)
  SCYTHE_HALF(hi, stored / 2, 1)
  SCYTHE_HALF(odd, 1, 2)
  SCYTHE_HALF(even, 0, 2)

  SCYTHE_ALWAYS_INLINE void load(std::size_t offset, const DataT *ptr) noexcept {
    __builtin_memcpy(&data_, ptr + offset * N, sizeof(DataT) * N);
  }
  SCYTHE_ALWAYS_INLINE void store(std::size_t offset, DataT *ptr) const noexcept {
    __builtin_memcpy(ptr + offset * N, &data_, sizeof(DataT) * N);
  }
  template <typename T, access::address_space AddressSpace, access::decorated IsDecorated,
            std::enable_if_t<std::is_same_v<std::remove_const_t<T>, DataT>, int> = 0>
  SCYTHE_ALWAYS_INLINE void load(std::size_t offset,
                                 multi_ptr<T, AddressSpace, IsDecorated> ptr) noexcept {
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
  SCYTHE_ALWAYS_INLINE vec<ConvertT, N> convert_numbers() const noexcept {
    using from = detail::vec_element_t<DataT>;
    using to = std::conditional_t<std::is_same_v<ConvertT, bool>, bool,
                                  detail::vec_element_t<ConvertT>>;
    constexpr bool rounded = detail::is_rounded_first<to, RoundingMode, from>();
    if constexpr (N > 1 && !std::is_same_v<to, bool> &&
                  (rounded || detail::is_plain_conversion<to, RoundingMode, from>())) {
      using native = detail::vec_native_t<ConvertT, N>;
      vector_t numbers = __builtin_bit_cast(vector_t, *this);
      if constexpr (rounded)
        numbers = detail::round_to_whole<RoundingMode>(numbers);
      const native converted = __builtin_convertvector(numbers, native);
      return __builtin_bit_cast(decltype(vec<ConvertT, N>()), converted);
    } else {
      vec<ConvertT, N> result;
#pragma clang loop unroll(full)
      for (int i = 0; i < N; ++i)
        result[i] =
            __builtin_bit_cast(ConvertT, detail::convert_element<to, RoundingMode>(
                                             __builtin_bit_cast(from, elements()[i])));
      return result;
    }
  }

  struct element_list {
    element at[N];
  };
  template <int... Indexes>
  SCYTHE_ALWAYS_INLINE constexpr vec(const element_list &list,
                                     std::integer_sequence<int, Indexes...>)
      : data_{list.at[Indexes]...} {}

  template <typename... Args>
  SCYTHE_ALWAYS_INLINE static constexpr element_list list(const Args &...args) {
    element_list all{};
    int at = 0;
    (append(all, at, args), ...);
    return all;
  }
  template <typename Arg>
  SCYTHE_ALWAYS_INLINE static constexpr void append(element_list &all, int &at, const Arg &arg) {
    constexpr int count = detail::vec_argument<DataT, Arg>::count;
    if constexpr (std::is_convertible_v<const Arg &, DataT>)
      all.at[at++] = detail::to_element<DataT>(static_cast<DataT>(arg));
    else if constexpr (std::is_same_v<Arg, vec<DataT, count>>)
      for (int i = 0; i < count; ++i)
        all.at[at++] = arg.data_[i];
    else
      for (int i = 0; i < count; ++i)
        all.at[at++] = detail::to_element<DataT>(arg[i]);
  }

  alignas(sizeof(DataT) * stored) vector_t data_;
};

#undef SCYTHE_HALF
#undef SCYTHE_SWIZZLE
#undef SCYTHE_NAME

// Not more elements than a vec has.
template <typename T, typename... U, std::enable_if_t<(std::is_same_v<T, U> && ...), int> = 0>
vec(T, U...) -> vec<T, sizeof...(U) + 1>;

} // namespace sycl
