// The part of accessors that reads and writes elements, the same in kernels and
// on the host.
#pragma once

#include <sycl/detail/address_space.hpp>
#include <sycl/detail/method_types.hpp>
#include <sycl/detail/random_access.hpp>
#include <sycl/id.hpp>
#include <sycl/item.hpp>
#include <sycl/range.hpp>

#include <cstddef>
#include <iterator>

namespace sycl::detail {

// Buffers are in global memory. Accessors hold undecorated pointers all the
// same, and decorate them where they use them.
template <typename T>
using buffer_pointer_t = decorated_t<T, access::address_space::global_space> *;
template <typename T>
SCYTHE_ALWAYS_INLINE inline buffer_pointer_t<T> in_buffer(T *pointer) noexcept {
  return space_cast<T, access::address_space::global_space>(pointer);
}

// How an accessor reaches a kernel.
template <typename T, int Dimensions> struct element_parts {
  T *first;
  range<Dimensions> memory;
  range<Dimensions> box;
  id<Dimensions> offset;
};

// What `accessor[i]` yields while dimensions remain to be indexed. `extents`
// are those of the remaining dimensions.
template <typename T, int Dimensions> class accessor_slice {
public:
  SCYTHE_ALWAYS_INLINE accessor_slice(T *first, const range<Dimensions> &extents) noexcept
      : first_(first), extents_(extents) {}

  SCYTHE_ALWAYS_INLINE decltype(auto) operator[](std::size_t index) const noexcept {
    if constexpr (Dimensions == 1)
      return first_[index];
    else
      return accessor_slice<T, 1>(first_ + index * extents_[1], range<1>(extents_[1]));
  }

private:
  T *first_;
  range<Dimensions> extents_;
};

// Walks the box of a multi-dimensional accessor in linear order
// (SYCL 2020 §3.11.1).
template <typename T, int Dimensions>
class box_iterator : public random_access<box_iterator<T, Dimensions>, T> {
public:
  using typename random_access<box_iterator, T>::difference_type;
  using typename random_access<box_iterator, T>::reference;

  box_iterator() noexcept = default;
  box_iterator(T *first, const range<Dimensions> &memory, const range<Dimensions> &box,
               std::ptrdiff_t position) noexcept
      : first_(first), memory_(memory), box_(box), position_(position) {}
  // iterator to const_iterator
  template <typename U, std::enable_if_t<std::is_same_v<const U, T>, int> = 0>
  box_iterator(const box_iterator<U, Dimensions> &other) noexcept
      : first_(other.first_), memory_(other.memory_), box_(other.box_),
        position_(other.position_) {}

  reference operator[](difference_type distance) const noexcept {
    std::size_t rest = static_cast<std::size_t>(position_ + distance);
    id<Dimensions> index;
    for (int d = Dimensions - 1; d > 0; --d) {
      index[d] = rest % box_[d];
      rest /= box_[d];
    }
    index[0] = rest;
    return first_[linear_index(index, memory_)];
  }

  box_iterator &operator+=(difference_type distance) noexcept {
    position_ += distance;
    return *this;
  }
  difference_type distance_from(const box_iterator &other) const noexcept {
    return position_ - other.position_;
  }

private:
  template <typename, int> friend class box_iterator;

  T *first_ = nullptr;
  range<Dimensions> memory_;
  range<Dimensions> box_;
  std::ptrdiff_t position_ = 0;
};

// The part of a buffer that an accessor may touch. `Dimensions` are the
// accessor's; one without dimensions takes the first element of a
// one-dimensional buffer.
template <int Dimensions> struct region_shape {
  range<Dimensions> box;
  id<Dimensions> offset;
};
template <> struct region_shape<0> {};

// `T` is const for read-only accessors. `Mode` and `Target` are those of the
// accessor, a part of the type that its methods are known by.
#define SCYTHE_ACCESSOR_METHOD(name)                                                               \
  SCYTHE_METHOD("accessor", name, Dimensions, element_type<T>(), mode_name(Mode),                  \
                target_name(Target))
template <typename T, int Dimensions, access_mode Mode, target Target> class element_access {
public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  using iterator = std::conditional_t<Dimensions == 1, T *, box_iterator<T, Dimensions>>;
  using const_iterator =
      std::conditional_t<Dimensions == 1, const T *, box_iterator<const T, Dimensions>>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;

  SCYTHE_ACCESSOR_METHOD("size") size_type size() const noexcept { return box_.size(); }
  SCYTHE_ALWAYS_INLINE size_type byte_size() const noexcept { return size() * sizeof(T); }
  size_type max_size() const noexcept { return PTRDIFF_MAX / sizeof(T); }
  bool empty() const noexcept { return size() == 0; }

  SCYTHE_ACCESSOR_METHOD("get_range")
  range<Dimensions> get_range() const noexcept { return box_; }
  SCYTHE_ACCESSOR_METHOD("get_offset")
  id<Dimensions> get_offset() const noexcept { return offset_; }

  // Indices count from the accessor's offset (SYCL 2020 §4.7.6.8).
  SCYTHE_ACCESSOR_METHOD("operator[]")
  reference operator[](const id<Dimensions> &index) const noexcept {
    return in_buffer(first_)[linear_index(index, memory_)];
  }
  template <int N = Dimensions, std::enable_if_t<N == 1, int> = 0>
  SCYTHE_ACCESSOR_METHOD("operator[]")
  reference operator[](std::size_t index) const noexcept {
    return in_buffer(first_)[index];
  }
  template <int N = Dimensions, std::enable_if_t<(N > 1), int> = 0>
  SCYTHE_ALWAYS_INLINE accessor_slice<T, N - 1> operator[](std::size_t index) const noexcept {
    if constexpr (Dimensions == 2)
      return accessor_slice<T, 1>(in_buffer(first_) + index * memory_[1], range<1>(memory_[1]));
    else
      return accessor_slice<T, 2>(in_buffer(first_) + index * memory_[1] * memory_[2],
                                  range<2>(memory_[1], memory_[2]));
  }
  // An item converts to an id and to a number: without this overload
  // `accessor[item]` would be ambiguous in one dimension.
  template <bool WithOffset>
  SCYTHE_ALWAYS_INLINE reference
  operator[](const item<Dimensions, WithOffset> &index) const noexcept {
    return (*this)[index.get_id()];
  }

  iterator begin() const noexcept { return at<iterator>(0); }
  iterator end() const noexcept { return at<iterator>(size()); }
  const_iterator cbegin() const noexcept { return at<const_iterator>(0); }
  const_iterator cend() const noexcept { return at<const_iterator>(size()); }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

protected:
  element_access() noexcept = default;
  // `buffer_start` is the address of the first element of a buffer of size
  // `memory`.
  element_access(void *buffer_start, const range<Dimensions> &memory,
                 const region_shape<Dimensions> &region) noexcept
      : first_(static_cast<T *>(buffer_start) + linear_index(region.offset, memory)),
        memory_(memory), box_(region.box), offset_(region.offset) {}
  template <typename U, access_mode OtherMode>
  element_access(const element_access<U, Dimensions, OtherMode, Target> &other) noexcept
      : first_(other.first_), memory_(other.memory_), box_(other.box_), offset_(other.offset_) {}

  element_parts<T, Dimensions> elements() const noexcept {
    return {first_, memory_, box_, offset_};
  }
  SCYTHE_ALWAYS_INLINE void set_elements(T *first, const range<Dimensions> &memory,
                                         const range<Dimensions> &box,
                                         const id<Dimensions> &offset) noexcept {
    first_ = first;
    memory_ = memory;
    box_ = box;
    offset_ = offset;
  }

  // The start of the buffer, even if the accessor has an offset: what get_pointer
  // and get_multi_ptr return, in the classes that they return it in.
  SCYTHE_ACCESSOR_METHOD("get_pointer") buffer_pointer_t<T> buffer_start() const noexcept {
    return in_buffer(first_) - linear_index(offset_, memory_);
  }

  bool same_elements(const element_access &other) const noexcept {
    return first_ == other.first_ && memory_ == other.memory_ && box_ == other.box_ &&
           offset_ == other.offset_;
  }

  template <typename, int, access_mode, target> friend class element_access;

  template <typename Iterator> Iterator at(std::size_t position) const noexcept {
    if constexpr (Dimensions == 1)
      return first_ + position;
    else
      return Iterator(first_, memory_, box_, static_cast<std::ptrdiff_t>(position));
  }

  // The offset is already part of `first_`: an access costs no addition for it.
  T *first_ = nullptr;
  range<Dimensions> memory_; // of the buffer
  range<Dimensions> box_;    // that this accessor may touch
  id<Dimensions> offset_;
};

#undef SCYTHE_ACCESSOR_METHOD

// A single element, the first of a one-dimensional buffer. There is nothing to
// index, so its methods are plain functions to the compiler.
template <typename T, access_mode Mode, target Target> class element_access<T, 0, Mode, Target> {
public:
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  using iterator = T *;
  using const_iterator = const T *;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;

  SCYTHE_ALWAYS_INLINE size_type size() const noexcept { return first_ ? 1 : 0; }
  SCYTHE_ALWAYS_INLINE size_type byte_size() const noexcept { return size() * sizeof(T); }
  size_type max_size() const noexcept { return 1; }
  bool empty() const noexcept { return size() == 0; }

  SCYTHE_ALWAYS_INLINE operator reference() const noexcept { return *in_buffer(first_); }

  iterator begin() const noexcept { return first_; }
  iterator end() const noexcept { return first_ + size(); }
  const_iterator cbegin() const noexcept { return begin(); }
  const_iterator cend() const noexcept { return end(); }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

protected:
  element_access() noexcept = default;
  // A buffer without elements has no first one.
  element_access(void *buffer_start, const range<1> &memory, const region_shape<0> &) noexcept
      : first_(memory[0] != 0 ? static_cast<T *>(buffer_start) : nullptr) {}
  template <typename U, access_mode OtherMode>
  element_access(const element_access<U, 0, OtherMode, Target> &other) noexcept
      : first_(other.first_) {}

  element_parts<T, 1> elements() const noexcept {
    return {first_, range<1>(size()), range<1>(size()), id<1>()};
  }
  SCYTHE_ALWAYS_INLINE void set_elements(T *first, const range<1> &, const range<1> &,
                                         const id<1> &) noexcept {
    first_ = first;
  }

  buffer_pointer_t<T> buffer_start() const noexcept { return in_buffer(first_); }

  bool same_elements(const element_access &other) const noexcept { return first_ == other.first_; }

  template <typename, int, access_mode, target> friend class element_access;

  T *first_ = nullptr;
};

} // namespace sycl::detail
