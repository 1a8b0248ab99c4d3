// Iterators over consecutive elements in one of a device's memories, with an address space, unlike
// plain pointers.
#pragma once

#include <sycl/detail/address_space.hpp>
#include <sycl/detail/random_access.hpp>

#include <type_traits>

namespace sycl::inline _V1::detail {

template <typename ValueT, access::address_space Space>
class space_iterator : public random_access<space_iterator<ValueT, Space>, ValueT> {
public:
  using typename random_access<space_iterator, ValueT>::difference_type;
  using typename random_access<space_iterator, ValueT>::reference;

  space_iterator() noexcept = default;
  explicit space_iterator(decorated_t<ValueT, Space> *element) noexcept : element_(element) {}
  // iterator to const_iterator.
  template <typename OtherT, std::enable_if_t<std::is_same_v<const OtherT, ValueT>, int> = 0>
  space_iterator(const space_iterator<OtherT, Space> &other) noexcept : element_(other.element_) {}

  reference operator[](difference_type distance) const noexcept { return element_[distance]; }
  space_iterator &operator+=(difference_type distance) noexcept {
    element_ += distance;
    return *this;
  }
  difference_type distance_from(const space_iterator &other) const noexcept {
    return element_ - other.element_;
  }

private:
  template <typename, access::address_space> friend class space_iterator;

  decorated_t<ValueT, Space> *element_ = nullptr;
};

} // namespace sycl::detail
