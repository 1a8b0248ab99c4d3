// The common base of all random access iterators.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>

namespace sycl::inline _V1::detail {

// Base class of an iterator that has `operator[]`, `operator+=` and `distance_from`.
template <typename Iterator, typename ValueT> class random_access {
public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_cv_t<ValueT>;
  using difference_type = std::ptrdiff_t;
  using pointer = ValueT *;
  using reference = ValueT &;

  reference operator*() const noexcept { return self()[0]; }
  pointer operator->() const noexcept { return &self()[0]; }

  Iterator &operator-=(difference_type distance) noexcept { return self() += -distance; }
  Iterator &operator++() noexcept { return self() += 1; }
  Iterator &operator--() noexcept { return self() += -1; }
  Iterator operator++(int) noexcept {
    Iterator old = self();
    ++*this;
    return old;
  }
  Iterator operator--(int) noexcept {
    Iterator old = self();
    --*this;
    return old;
  }
  friend Iterator operator+(Iterator iterator, difference_type distance) noexcept {
    return iterator += distance;
  }
  friend Iterator operator+(difference_type distance, Iterator iterator) noexcept {
    return iterator += distance;
  }
  friend Iterator operator-(Iterator iterator, difference_type distance) noexcept {
    return iterator -= distance;
  }
  friend difference_type operator-(const Iterator &lhs, const Iterator &rhs) noexcept {
    return lhs.distance_from(rhs);
  }
  friend bool operator==(const Iterator &lhs, const Iterator &rhs) noexcept {
    return lhs - rhs == 0;
  }
  friend bool operator!=(const Iterator &lhs, const Iterator &rhs) noexcept {
    return lhs - rhs != 0;
  }
  friend bool operator<(const Iterator &lhs, const Iterator &rhs) noexcept {
    return lhs - rhs < 0;
  }
  friend bool operator>(const Iterator &lhs, const Iterator &rhs) noexcept {
    return lhs - rhs > 0;
  }
  friend bool operator<=(const Iterator &lhs, const Iterator &rhs) noexcept {
    return lhs - rhs <= 0;
  }
  friend bool operator>=(const Iterator &lhs, const Iterator &rhs) noexcept {
    return lhs - rhs >= 0;
  }

private:
  Iterator &self() noexcept { return static_cast<Iterator &>(*this); }
  const Iterator &self() const noexcept { return static_cast<const Iterator &>(*this); }
};

} // namespace sycl::detail
