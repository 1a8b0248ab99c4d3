// Accessors with access_mode::atomic, deprecated: their elements are of class sycl::atomic.
#pragma once

#include <sycl/atomic.hpp>
#include <sycl/id.hpp>
#include <sycl/item.hpp>

namespace sycl::inline _V1::detail {

template <typename ValueT, access::address_space Space>
atomic<ValueT, Space> atomic_at(decorated_t<ValueT, Space> *element) noexcept {
  return multi_ptr<ValueT, Space, access::decorated::yes>(element);
}

// While dimensions remain to be indexed.
template <typename ValueT, access::address_space Space, typename Slice> class atomic_slice {
public:
  explicit atomic_slice(const Slice &slice) noexcept : slice_(slice) {}

  auto operator[](std::size_t index) const noexcept {
    using next = decltype(slice_[index]);
    if constexpr (std::is_reference_v<next>)
      return atomic_at<ValueT, Space>(space_cast<ValueT, Space>(&slice_[index]));
    else
      return atomic_slice<ValueT, Space, next>(slice_[index]);
  }

private:
  Slice slice_;
};

// `Base` is the same accessor with references to its elements.
template <typename Base, typename ValueT, int Dimensions, access::address_space Space>
class atomic_access : public Base {
public:
  using Base::Base;

  atomic<ValueT, Space> operator[](const id<Dimensions> &index) const noexcept {
    return element_at(Base::operator[](index));
  }
  template <bool WithOffset>
  atomic<ValueT, Space> operator[](const item<Dimensions, WithOffset> &index) const noexcept {
    return (*this)[index.get_id()];
  }
  auto operator[](std::size_t index) const noexcept {
    if constexpr (Dimensions == 1)
      return element_at(Base::operator[](index));
    else {
      using slice = decltype(Base::operator[](index));
      return atomic_slice<ValueT, Space, slice>(Base::operator[](index));
    }
  }

private:
  static atomic<ValueT, Space> element_at(ValueT &element) noexcept {
    return atomic_at<ValueT, Space>(space_cast<ValueT, Space>(&element));
  }
};

template <typename Base, typename ValueT, access::address_space Space>
class atomic_access<Base, ValueT, 0, Space> : public Base {
public:
  using Base::Base;

  operator atomic<ValueT, Space>() const noexcept {
    ValueT &element = *this;
    return atomic_at<ValueT, Space>(space_cast<ValueT, Space>(&element));
  }
};

// The base class of an accessor.
template <access_mode Mode, typename Base, typename ValueT, int Dimensions,
          access::address_space Space>
struct maybe_atomic_access {
  using type = Base;
};
template <typename Base, typename ValueT, int Dimensions, access::address_space Space>
struct maybe_atomic_access<access_mode::atomic, Base, ValueT, Dimensions, Space> {
  using type = atomic_access<Base, ValueT, Dimensions, Space>;
};

} // namespace sycl::detail
