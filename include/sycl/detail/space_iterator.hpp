// Iterators over elements that follow one another in one of a device's memories.
// A plain pointer would forget which memory it leads to.
#pragma once

#include <sycl/detail/address_space.hpp>

#include <cstddef>
#include <iterator>
#include <type_traits>

namespace sycl::detail {

template <typename T, access::address_space Space> class space_iterator {
public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_cv_t<T>;
  using difference_type = std::ptrdiff_t;
  using pointer = T *;
  using reference = T &;

  space_iterator() noexcept = default;
  explicit space_iterator(decorated_t<T, Space> *element) noexcept : element_(element) {}
  // iterator to const_iterator
  template <typename U, std::enable_if_t<std::is_same_v<const U, T>, int> = 0>
  space_iterator(const space_iterator<U, Space> &other) noexcept : element_(other.element_) {}

  reference operator*() const noexcept { return *element_; }
  pointer operator->() const noexcept { return element_; }
  reference operator[](difference_type distance) const noexcept { return element_[distance]; }

  space_iterator &operator+=(difference_type distance) noexcept {
    element_ += distance;
    return *this;
  }
  space_iterator &operator-=(difference_type distance) noexcept { return *this += -distance; }
  space_iterator &operator++() noexcept { return *this += 1; }
  space_iterator &operator--() noexcept { return *this += -1; }
  space_iterator operator++(int) noexcept {
    space_iterator old = *this;
    ++*this;
    return old;
  }
  space_iterator operator--(int) noexcept {
    space_iterator old = *this;
    --*this;
    return old;
  }
  friend space_iterator operator+(space_iterator it, difference_type distance) noexcept {
    return it += distance;
  }
  friend space_iterator operator+(difference_type distance, space_iterator it) noexcept {
    return it += distance;
  }
  friend space_iterator operator-(space_iterator it, difference_type distance) noexcept {
    return it -= distance;
  }
  friend difference_type operator-(const space_iterator &lhs, const space_iterator &rhs) noexcept {
    return lhs.element_ - rhs.element_;
  }

  friend bool operator==(const space_iterator &lhs, const space_iterator &rhs) noexcept {
    return lhs.element_ == rhs.element_;
  }
  friend bool operator!=(const space_iterator &lhs, const space_iterator &rhs) noexcept {
    return lhs.element_ != rhs.element_;
  }
  friend bool operator<(const space_iterator &lhs, const space_iterator &rhs) noexcept {
    return lhs.element_ < rhs.element_;
  }
  friend bool operator>(const space_iterator &lhs, const space_iterator &rhs) noexcept {
    return lhs.element_ > rhs.element_;
  }
  friend bool operator<=(const space_iterator &lhs, const space_iterator &rhs) noexcept {
    return lhs.element_ <= rhs.element_;
  }
  friend bool operator>=(const space_iterator &lhs, const space_iterator &rhs) noexcept {
    return lhs.element_ >= rhs.element_;
  }

private:
  template <typename, access::address_space> friend class space_iterator;

  decorated_t<T, Space> *element_ = nullptr;
};

} // namespace sycl::detail
