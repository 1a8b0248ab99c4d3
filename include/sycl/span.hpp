// sycl::span: std::span, which C++17 lacks (SYCL 2020 §3.9.2.1).
#pragma once

#if __cplusplus >= 202002L

#include <span>

namespace sycl {

using std::as_bytes;
using std::as_writable_bytes;
using std::dynamic_extent;
using std::span;

} // namespace sycl

#else

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace sycl {

inline constexpr std::size_t dynamic_extent = SIZE_MAX;

template <typename ElementType, std::size_t Extent = dynamic_extent> class span;

namespace detail {

template <std::size_t Extent> struct span_size {
  constexpr explicit span_size(std::size_t) noexcept {}
  static constexpr std::size_t value = Extent;
};
template <> struct span_size<dynamic_extent> {
  constexpr explicit span_size(std::size_t count) noexcept : value(count) {}
  std::size_t value;
};

// A qualification conversion of elements, and nothing else.
template <typename From, typename To>
inline constexpr bool span_converts_v = std::is_convertible_v<From (*)[], To (*)[]>;

template <typename T> inline constexpr bool is_span_or_array_v = std::is_array_v<T>;
template <typename T, std::size_t N> inline constexpr bool is_span_or_array_v<span<T, N>> = true;
template <typename T, std::size_t N>
inline constexpr bool is_span_or_array_v<std::array<T, N>> = true;

// A contiguous container of elements that a span of T can name.
template <typename Container, typename T, typename = void>
struct is_span_source : std::false_type {};
template <typename Container, typename T>
struct is_span_source<Container, T,
                      std::void_t<decltype(std::data(std::declval<Container &>())),
                                  decltype(std::size(std::declval<Container &>()))>>
    : std::bool_constant<
          !is_span_or_array_v<std::remove_cv_t<Container>> &&
          span_converts_v<
              std::remove_pointer_t<decltype(std::data(std::declval<Container &>()))>, T>> {};

constexpr std::size_t subspan_extent(std::size_t extent, std::size_t offset,
                                     std::size_t count) noexcept {
  return count != dynamic_extent ? count : extent != dynamic_extent ? extent - offset : extent;
}

} // namespace detail

// A base, as an extent that is known takes no room.
template <typename ElementType, std::size_t Extent>
class span : private detail::span_size<Extent> {
  using size_base = detail::span_size<Extent>;

public:
  using element_type = ElementType;
  using value_type = std::remove_cv_t<ElementType>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = ElementType *;
  using const_pointer = const ElementType *;
  using reference = ElementType &;
  using const_reference = const ElementType &;
  using iterator = pointer;
  using reverse_iterator = std::reverse_iterator<iterator>;
  static constexpr size_type extent = Extent;

  template <std::size_t N = Extent,
            std::enable_if_t<N == 0 || N == dynamic_extent, int> = 0>
  constexpr span() noexcept : size_base(0), data_(nullptr) {}

  constexpr span(pointer first, size_type count) : size_base(count), data_(first) {}
  constexpr span(pointer first, pointer last)
      : size_base(static_cast<size_type>(last - first)), data_(first) {}

  template <std::size_t N, std::enable_if_t<Extent == N || Extent == dynamic_extent, int> = 0>
  constexpr span(element_type (&array)[N]) noexcept : size_base(N), data_(array) {}
  template <typename T, std::size_t N,
            std::enable_if_t<(Extent == N || Extent == dynamic_extent) &&
                                 detail::span_converts_v<T, ElementType>,
                             int> = 0>
  constexpr span(std::array<T, N> &array) noexcept : size_base(N), data_(array.data()) {}
  template <typename T, std::size_t N,
            std::enable_if_t<(Extent == N || Extent == dynamic_extent) &&
                                 detail::span_converts_v<const T, ElementType>,
                             int> = 0>
  constexpr span(const std::array<T, N> &array) noexcept
      : size_base(N), data_(array.data()) {}

  template <typename Container,
            std::enable_if_t<Extent == dynamic_extent &&
                                 detail::is_span_source<Container, ElementType>::value,
                             int> = 0>
  constexpr span(Container &container)
      : size_base(std::size(container)), data_(std::data(container)) {}
  template <typename Container,
            std::enable_if_t<Extent == dynamic_extent &&
                                 detail::is_span_source<const Container, ElementType>::value,
                             int> = 0>
  constexpr span(const Container &container)
      : size_base(std::size(container)), data_(std::data(container)) {}

  template <typename T, std::size_t N,
            std::enable_if_t<(Extent == dynamic_extent || N == Extent) &&
                                 detail::span_converts_v<T, ElementType>,
                             int> = 0>
  constexpr span(const span<T, N> &other) noexcept
      : size_base(other.size()), data_(other.data()) {}

  constexpr pointer data() const noexcept { return data_; }
  constexpr size_type size() const noexcept { return this->value; }
  constexpr size_type size_bytes() const noexcept { return size() * sizeof(element_type); }
  [[nodiscard]] constexpr bool empty() const noexcept { return size() == 0; }

  constexpr reference operator[](size_type index) const { return data_[index]; }
  constexpr reference front() const { return data_[0]; }
  constexpr reference back() const { return data_[size() - 1]; }

  constexpr iterator begin() const noexcept { return data_; }
  constexpr iterator end() const noexcept { return data_ + size(); }
  constexpr reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  constexpr reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }

  template <std::size_t Count> constexpr span<element_type, Count> first() const {
    return span<element_type, Count>(data_, Count);
  }
  constexpr span<element_type> first(size_type count) const { return {data_, count}; }
  template <std::size_t Count> constexpr span<element_type, Count> last() const {
    return span<element_type, Count>(data_ + (size() - Count), Count);
  }
  constexpr span<element_type> last(size_type count) const {
    return {data_ + (size() - count), count};
  }
  template <std::size_t Offset, std::size_t Count = dynamic_extent>
  constexpr auto subspan() const {
    return span<element_type, detail::subspan_extent(Extent, Offset, Count)>(
        data_ + Offset, Count == dynamic_extent ? size() - Offset : Count);
  }
  constexpr span<element_type> subspan(size_type offset, size_type count = dynamic_extent) const {
    return {data_ + offset, count == dynamic_extent ? size() - offset : count};
  }

private:
  pointer data_;
};

template <typename T, std::size_t N> span(T (&)[N]) -> span<T, N>;
template <typename T, std::size_t N> span(std::array<T, N> &) -> span<T, N>;
template <typename T, std::size_t N> span(const std::array<T, N> &) -> span<const T, N>;
template <typename Container>
span(Container &) -> span<std::remove_pointer_t<decltype(std::data(std::declval<Container &>()))>>;
template <typename Container>
span(const Container &)
    -> span<std::remove_pointer_t<decltype(std::data(std::declval<const Container &>()))>>;

template <typename T, std::size_t N>
auto as_bytes(span<T, N> s) noexcept
    -> span<const std::byte, N == dynamic_extent ? dynamic_extent : N * sizeof(T)> {
  return {reinterpret_cast<const std::byte *>(s.data()), s.size_bytes()};
}
template <typename T, std::size_t N, std::enable_if_t<!std::is_const_v<T>, int> = 0>
auto as_writable_bytes(span<T, N> s) noexcept
    -> span<std::byte, N == dynamic_extent ? dynamic_extent : N * sizeof(T)> {
  return {reinterpret_cast<std::byte *>(s.data()), s.size_bytes()};
}

} // namespace sycl

#endif
