// What all random access iterators have in common.
#pragma once

#include <cstddef>
#include <iterator>
#include <type_traits>

namespace sycl::detail {

// Base class of an iterator that has `operator[]`, `operator+=` and `distance_from`.
template <typename Iterator, typename T> class random_access {
public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_cv_t<T>;
  using difference_type = std::ptrdiff_t;
  using pointer = T *;
  using reference = T &;

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
  friend Iterator operator+(Iterator it, difference_type distance) noexcept {
    return it += distance;
  }
  friend Iterator operator+(difference_type distance, Iterator it) noexcept {
    return it += distance;
  }
  friend Iterator operator-(Iterator it, difference_type distance) noexcept {
    return it -= distance;
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
