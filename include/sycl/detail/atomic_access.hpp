// Accessors with access_mode::atomic, deprecated: what they are indexed with
// yields a sycl::atomic instead of a reference.
#pragma once

#include <sycl/atomic.hpp>
#include <sycl/id.hpp>
#include <sycl/item.hpp>

namespace sycl::detail {

template <typename T, access::address_space Space>
atomic<T, Space> atomic_at(decorated_t<T, Space> *element) noexcept {
  return multi_ptr<T, Space, access::decorated::yes>(element);
}

// Where dimensions remain to be indexed.
template <typename T, access::address_space Space, typename Slice> class atomic_slice {
public:
  explicit atomic_slice(const Slice &slice) noexcept : slice_(slice) {}

  auto operator[](std::size_t index) const noexcept {
    using next = decltype(slice_[index]);
    if constexpr (std::is_reference_v<next>)
      return atomic_at<T, Space>(space_cast<T, Space>(&slice_[index]));
    else
      return atomic_slice<T, Space, next>(slice_[index]);
  }

private:
  Slice slice_;
};

// `Base` is the same accessor with references to its elements.
template <typename Base, typename T, int Dimensions, access::address_space Space>
class atomic_access : public Base {
public:
  using Base::Base;

  atomic<T, Space> operator[](const id<Dimensions> &index) const noexcept {
    return at(Base::operator[](index));
  }
  template <bool WithOffset>
  atomic<T, Space> operator[](const item<Dimensions, WithOffset> &index) const noexcept {
    return (*this)[index.get_id()];
  }
  auto operator[](std::size_t index) const noexcept {
    if constexpr (Dimensions == 1)
      return at(Base::operator[](index));
    else {
      using slice = decltype(Base::operator[](index));
      return atomic_slice<T, Space, slice>(Base::operator[](index));
    }
  }

private:
  static atomic<T, Space> at(T &element) noexcept {
    return atomic_at<T, Space>(space_cast<T, Space>(&element));
  }
};

template <typename Base, typename T, access::address_space Space>
class atomic_access<Base, T, 0, Space> : public Base {
public:
  using Base::Base;

  operator atomic<T, Space>() const noexcept {
    T &element = *this;
    return atomic_at<T, Space>(space_cast<T, Space>(&element));
  }
};

// What an accessor derives from.
template <access_mode Mode, typename Base, typename T, int Dimensions, access::address_space Space>
struct maybe_atomic_access {
  using type = Base;
};
template <typename Base, typename T, int Dimensions, access::address_space Space>
struct maybe_atomic_access<access_mode::atomic, Base, T, Dimensions, Space> {
  using type = atomic_access<Base, T, Dimensions, Space>;
};

} // namespace sycl::detail
