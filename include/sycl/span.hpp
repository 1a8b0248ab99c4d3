// sycl::span: std::span, which C++17 lacks (SYCL 2020 §3.9.2.1).
#pragma once

#if __cplusplus >= 202002L

#include <span>

namespace sycl::inline _V1 {

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

namespace sycl::inline _V1 {

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

// Only qualification conversions of elements.
template <typename From, typename ToT>
inline constexpr bool span_converts_v = std::is_convertible_v<From (*)[], ToT (*)[]>;

template <typename ValueT> inline constexpr bool is_span_or_array_v = std::is_array_v<ValueT>;
template <typename ValueT, std::size_t Length>
inline constexpr bool is_span_or_array_v<span<ValueT, Length>> = true;
template <typename ValueT, std::size_t Length>
inline constexpr bool is_span_or_array_v<std::array<ValueT, Length>> = true;

// A contiguous container of elements that a span of ValueT can refer to.
template <typename Container, typename ValueT, typename = void>
struct is_span_source : std::false_type {};
template <typename Container, typename ValueT>
struct is_span_source<Container, ValueT,
                      std::void_t<decltype(std::data(std::declval<Container &>())),
                                  decltype(std::size(std::declval<Container &>()))>>
    : std::bool_constant<
          !is_span_or_array_v<std::remove_cv_t<Container>> &&
          span_converts_v<
              std::remove_pointer_t<decltype(std::data(std::declval<Container &>()))>, ValueT>> {};

constexpr std::size_t subspan_extent(std::size_t extent, std::size_t offset,
                                     std::size_t count) noexcept {
  return count != dynamic_extent ? count : extent != dynamic_extent ? extent - offset : extent;
}

} // namespace detail

// A base class, because a static extent needs no storage.
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

  template <std::size_t Length = Extent,
            std::enable_if_t<Length == 0 || Length == dynamic_extent, int> = 0>
  constexpr span() noexcept : size_base(0), data_(nullptr) {}

  constexpr span(pointer first, size_type count) : size_base(count), data_(first) {}
  constexpr span(pointer first, pointer last)
      : size_base(static_cast<size_type>(last - first)), data_(first) {}

  template <std::size_t Length,
            std::enable_if_t<Extent == Length || Extent == dynamic_extent, int> = 0>
  constexpr span(element_type (&array)[Length]) noexcept : size_base(Length), data_(array) {}
  template <typename ValueT, std::size_t Length,
            std::enable_if_t<(Extent == Length || Extent == dynamic_extent) &&
                                 detail::span_converts_v<ValueT, ElementType>,
                             int> = 0>
  constexpr span(std::array<ValueT, Length> &array) noexcept
      : size_base(Length), data_(array.data()) {}
  template <typename ValueT, std::size_t Length,
            std::enable_if_t<(Extent == Length || Extent == dynamic_extent) &&
                                 detail::span_converts_v<const ValueT, ElementType>,
                             int> = 0>
  constexpr span(const std::array<ValueT, Length> &array) noexcept
      : size_base(Length), data_(array.data()) {}

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

  template <typename ValueT, std::size_t Length,
            std::enable_if_t<(Extent == dynamic_extent || Length == Extent) &&
                                 detail::span_converts_v<ValueT, ElementType>,
                             int> = 0>
  constexpr span(const span<ValueT, Length> &other) noexcept
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

template <typename ValueT, std::size_t Length> span(ValueT (&)[Length]) -> span<ValueT, Length>;
template <typename ValueT, std::size_t Length>
span(std::array<ValueT, Length> &) -> span<ValueT, Length>;
template <typename ValueT, std::size_t Length>
span(const std::array<ValueT, Length> &) -> span<const ValueT, Length>;
template <typename Container>
span(Container &) -> span<std::remove_pointer_t<decltype(std::data(std::declval<Container &>()))>>;
template <typename Container>
span(const Container &)
    -> span<std::remove_pointer_t<decltype(std::data(std::declval<const Container &>()))>>;

template <typename ValueT, std::size_t Length>
auto as_bytes(span<ValueT, Length> values) noexcept
    -> span<const std::byte, Length == dynamic_extent ? dynamic_extent : Length * sizeof(ValueT)> {
  return {reinterpret_cast<const std::byte *>(values.data()), values.size_bytes()};
}
template <typename ValueT, std::size_t Length, std::enable_if_t<!std::is_const_v<ValueT>, int> = 0>
auto as_writable_bytes(span<ValueT, Length> values) noexcept
    -> span<std::byte, Length == dynamic_extent ? dynamic_extent : Length * sizeof(ValueT)> {
  return {reinterpret_cast<std::byte *>(values.data()), values.size_bytes()};
}

} // namespace sycl

#endif
