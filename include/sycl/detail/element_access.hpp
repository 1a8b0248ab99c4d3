// The part of accessors that accesses elements, the same in kernels and on the host.
#pragma once

#include <scythe/facts.h>
#include <sycl/detail/address_space.hpp>
#include <sycl/detail/checks.hpp>
#include <sycl/detail/host_addresses.hpp>
#include <sycl/detail/method_types.hpp>
#include <sycl/detail/random_access.hpp>
#include <sycl/id.hpp>
#include <sycl/item.hpp>
#include <sycl/range.hpp>

#include <cstddef>
#include <iterator>

namespace sycl::inline _V1::detail {

// Buffers are in global memory. Accessors store undecorated pointers nevertheless, and decorate
// them at each access.
template <typename ValueT>
using buffer_pointer_t = decorated_t<ValueT, access::address_space::global_space> *;
template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline buffer_pointer_t<ValueT> in_buffer(ValueT *pointer) noexcept {
  return space_cast<ValueT, access::address_space::global_space>(pointer);
}

// The address in an accessor, as the current code must use it: host tasks may use accessors with
// target::device.
template <target Target, typename ValueT>
SCYTHE_ALWAYS_INLINE inline ValueT *where_used(ValueT *address) noexcept {
#ifndef __SYCL_DEVICE_ONLY__
  if constexpr (Target == target::device)
    return address_in_task(address);
#endif
  return address;
}

// The decomposition protocol of accessors.
template <typename ValueT, int Dimensions> struct element_parts {
  ValueT *first;
  range<Dimensions> memory;
  range<Dimensions> box;
  id<Dimensions> offset;
};

// The compiler finds the elements by position.
using one_dimension_parts = element_parts<int, 1>;
static_assert(sizeof(one_dimension_parts) == 4 * sizeof(int *) &&
              __builtin_offsetof(one_dimension_parts, first) ==
                  SCYTHE_ACCESSOR_PART_FIRST * sizeof(int *) &&
              __builtin_offsetof(one_dimension_parts, memory) ==
                  SCYTHE_ACCESSOR_PART_MEMORY * sizeof(int *) &&
              __builtin_offsetof(one_dimension_parts, box) ==
                  SCYTHE_ACCESSOR_PART_BOX * sizeof(int *) &&
              __builtin_offsetof(one_dimension_parts, offset) ==
                  SCYTHE_ACCESSOR_PART_OFFSET * sizeof(int *));

#ifdef SCYTHE_CHECKS_INDICES
// The bounds of indices after the first dimension, in checked programs.
template <int Dimensions> struct index_bounds {
  range<Dimensions> extents;
  std::uint32_t kind;
  int all; // the dimensions of the accessor
};

template <int Dimensions>
SCYTHE_ALWAYS_INLINE inline index_bounds<Dimensions - 1>
bounds_behind_first(std::uint32_t kind, const range<Dimensions> &extents) noexcept {
  if constexpr (Dimensions == 2)
    return {range<1>(extents[1]), kind, 2};
  else
    return {range<2>(extents[1], extents[2]), kind, 3};
}

#define SCYTHE_BOUNDS_BEHIND_FIRST(kind, extents)                                                  \
  , ::sycl::detail::bounds_behind_first(::sycl::detail::kind, extents)
#else
#define SCYTHE_BOUNDS_BEHIND_FIRST(kind, extents)
#endif

// The result of `accessor[i]` while dimensions remain to be indexed. `extents` are those of the
// remaining dimensions.
template <typename ValueT, int Dimensions> class accessor_slice {
public:
#ifdef SCYTHE_CHECKS_INDICES
  SCYTHE_ALWAYS_INLINE accessor_slice(ValueT *first, const range<Dimensions> &extents,
                                      const index_bounds<Dimensions> &bounds) noexcept
      : first_(first), extents_(extents), bounds_(bounds) {}

  SCYTHE_ALWAYS_INLINE decltype(auto) operator[](std::size_t index) const noexcept {
    index = checked_index(bounds_.kind, bounds_.all - Dimensions, bounds_.all, index,
                          bounds_.extents[0]);
    if constexpr (Dimensions == 1)
      return first_[index];
    else
      return accessor_slice<ValueT, 1>(
          first_ + index * extents_[1], range<1>(extents_[1]),
          index_bounds<1>{range<1>(bounds_.extents[1]), bounds_.kind, bounds_.all});
  }
#else
  SCYTHE_ALWAYS_INLINE accessor_slice(ValueT *first, const range<Dimensions> &extents) noexcept
      : first_(first), extents_(extents) {}

  SCYTHE_ALWAYS_INLINE decltype(auto) operator[](std::size_t index) const noexcept {
    if constexpr (Dimensions == 1)
      return first_[index];
    else
      return accessor_slice<ValueT, 1>(first_ + index * extents_[1], range<1>(extents_[1]));
  }
#endif

private:
  ValueT *first_;
  range<Dimensions> extents_;
#ifdef SCYTHE_CHECKS_INDICES
  index_bounds<Dimensions> bounds_;
#endif
};

// Iterates over the box of a multi-dimensional accessor in linear order (SYCL 2020 §3.11.1).
template <typename ValueT, int Dimensions>
class box_iterator : public random_access<box_iterator<ValueT, Dimensions>, ValueT> {
public:
  using typename random_access<box_iterator, ValueT>::difference_type;
  using typename random_access<box_iterator, ValueT>::reference;

  box_iterator() noexcept = default;
  box_iterator(ValueT *first, const range<Dimensions> &memory, const range<Dimensions> &box,
               std::ptrdiff_t position) noexcept
      : first_(first), memory_(memory), box_(box), position_(position) {}
  // iterator to const_iterator.
  template <typename OtherT, std::enable_if_t<std::is_same_v<const OtherT, ValueT>, int> = 0>
  box_iterator(const box_iterator<OtherT, Dimensions> &other) noexcept
      : first_(other.first_), memory_(other.memory_), box_(other.box_),
        position_(other.position_) {}

  reference operator[](difference_type distance) const noexcept {
    std::size_t rest = static_cast<std::size_t>(position_ + distance);
    id<Dimensions> index;
    for (int dim = Dimensions - 1; dim > 0; --dim) {
      index[dim] = rest % box_[dim];
      rest /= box_[dim];
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

  ValueT *first_ = nullptr;
  range<Dimensions> memory_;
  range<Dimensions> box_;
  std::ptrdiff_t position_ = 0;
};

// The part of a buffer that an accessor refers to. `Dimensions` are the accessor's; a
// zero-dimensional one refers to the first element of a one-dimensional buffer.
template <int Dimensions> struct region_shape {
  range<Dimensions> box;
  id<Dimensions> offset;
};

// The compiler finds the elements by position.
using one_dimension_parts = element_parts<int, 1>;
static_assert(sizeof(one_dimension_parts) == 4 * sizeof(int *) &&
              __builtin_offsetof(one_dimension_parts, first) ==
                  SCYTHE_ACCESSOR_PART_FIRST * sizeof(int *) &&
              __builtin_offsetof(one_dimension_parts, memory) ==
                  SCYTHE_ACCESSOR_PART_MEMORY * sizeof(int *) &&
              __builtin_offsetof(one_dimension_parts, box) ==
                  SCYTHE_ACCESSOR_PART_BOX * sizeof(int *) &&
              __builtin_offsetof(one_dimension_parts, offset) ==
                  SCYTHE_ACCESSOR_PART_OFFSET * sizeof(int *));
template <> struct region_shape<0> {};

// `ValueT` is const for read-only accessors. `Mode` and `Target` are those of the accessor, which
// are part of the type of its methods.
#define SCYTHE_ACCESSOR_METHOD(name)                                                               \
  SCYTHE_METHOD("accessor", name, Dimensions, element_type<ValueT>(), mode_name(Mode),             \
                target_name(Target))
template <typename ValueT, int Dimensions, access_mode Mode, target Target> class element_access {
public:
  using value_type = ValueT;
  using reference = ValueT &;
  using const_reference = const ValueT &;
  using iterator = std::conditional_t<Dimensions == 1, ValueT *, box_iterator<ValueT, Dimensions>>;
  using const_iterator =
      std::conditional_t<Dimensions == 1, const ValueT *, box_iterator<const ValueT, Dimensions>>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;

  SCYTHE_ACCESSOR_METHOD("size") size_type size() const noexcept { return box_.size(); }
  SCYTHE_ALWAYS_INLINE size_type byte_size() const noexcept { return size() * sizeof(ValueT); }
  size_type max_size() const noexcept { return PTRDIFF_MAX / sizeof(ValueT); }
  bool empty() const noexcept { return size() == 0; }

  SCYTHE_ACCESSOR_METHOD("get_range")
  range<Dimensions> get_range() const noexcept { return box_; }
  SCYTHE_ACCESSOR_METHOD("get_offset")
  id<Dimensions> get_offset() const noexcept { return offset_; }

  // Indices count from the accessor's offset (SYCL 2020 §4.7.6.8).
  SCYTHE_ACCESSOR_METHOD("operator[]")
  reference operator[](const id<Dimensions> &index) const noexcept {
    return in_buffer(first())[linear_index(SCYTHE_CHECKED_ID(accessor_index, index, box_), memory_)];
  }
  template <int Length = Dimensions, std::enable_if_t<Length == 1, int> = 0>
  SCYTHE_ACCESSOR_METHOD("operator[]")
  reference operator[](std::size_t index) const noexcept {
    return in_buffer(first())[SCYTHE_CHECKED_INDEX(accessor_index, 0, 1, index, box_[0])];
  }
  template <int Length = Dimensions, std::enable_if_t<(Length > 1), int> = 0>
  SCYTHE_ALWAYS_INLINE accessor_slice<ValueT, Length - 1>
  operator[](std::size_t index) const noexcept {
#ifdef SCYTHE_CHECKS_INDICES
    index = checked_index(accessor_index, 0, Dimensions, index, box_[0]);
#endif
    if constexpr (Dimensions == 2)
      return accessor_slice<ValueT, 1>(in_buffer(first()) + index * memory_[1],
                                       range<1>(memory_[1])
                                           SCYTHE_BOUNDS_BEHIND_FIRST(accessor_index, box_));
    else
      return accessor_slice<ValueT, 2>(in_buffer(first()) + index * memory_[1] * memory_[2],
                                       range<2>(memory_[1], memory_[2])
                                           SCYTHE_BOUNDS_BEHIND_FIRST(accessor_index, box_));
  }
  // An item converts to an id and to a number: without this overload `accessor[item]` would be
  // ambiguous in one dimension.
  template <bool WithOffset>
  SCYTHE_ALWAYS_INLINE reference
  operator[](const item<Dimensions, WithOffset> &index) const noexcept {
    return (*this)[index.get_id()];
  }

  iterator begin() const noexcept { return element_at<iterator>(0); }
  iterator end() const noexcept { return element_at<iterator>(size()); }
  const_iterator cbegin() const noexcept { return element_at<const_iterator>(0); }
  const_iterator cend() const noexcept { return element_at<const_iterator>(size()); }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

protected:
  element_access() noexcept = default;
  // `buffer_start` is the address of the first element of a buffer of size `memory`.
  element_access(void *buffer_start, const range<Dimensions> &memory,
                 const region_shape<Dimensions> &region) noexcept
      : first_(static_cast<ValueT *>(buffer_start) + linear_index(region.offset, memory)),
        memory_(memory), box_(region.box), offset_(region.offset) {}
  template <typename OtherT, access_mode OtherMode>
  element_access(const element_access<OtherT, Dimensions, OtherMode, Target> &other) noexcept
      : first_(other.first_), memory_(other.memory_), box_(other.box_), offset_(other.offset_) {}

  element_parts<ValueT, Dimensions> elements() const noexcept {
    return {first_, memory_, box_, offset_};
  }
  SCYTHE_ALWAYS_INLINE void set_elements(ValueT *first, const range<Dimensions> &memory,
                                         const range<Dimensions> &box,
                                         const id<Dimensions> &offset) noexcept {
    first_ = first;
    memory_ = memory;
    box_ = box;
    offset_ = offset;
  }

  // The address of the element for the current code.
  SCYTHE_ALWAYS_INLINE ValueT *first() const noexcept { return where_used<Target>(first_); }

  // The start of the buffer, even if the accessor has an offset, for get_pointer and get_multi_ptr.
  SCYTHE_ACCESSOR_METHOD("get_pointer") buffer_pointer_t<ValueT> buffer_start() const noexcept {
    return in_buffer(first()) - linear_index(offset_, memory_);
  }

  bool same_elements(const element_access &other) const noexcept {
    return first_ == other.first_ && memory_ == other.memory_ && box_ == other.box_ &&
           offset_ == other.offset_;
  }

  template <typename, int, access_mode, target> friend class element_access;

  template <typename Iterator> Iterator element_at(std::size_t position) const noexcept {
    if constexpr (Dimensions == 1)
      return first() + position;
    else
      return Iterator(first(), memory_, box_, static_cast<std::ptrdiff_t>(position));
  }

  // `first_` includes the offset: an access needs no addition for it.
  ValueT *first_ = nullptr;
  range<Dimensions> memory_; // of the buffer
  range<Dimensions> box_;    // that this accessor may touch
  id<Dimensions> offset_;
};

#undef SCYTHE_ACCESSOR_METHOD

// A single element, the first of a one-dimensional buffer. There is no index, so its methods are
// ordinary functions to the compiler.
template <typename ValueT, access_mode Mode, target Target>
class element_access<ValueT, 0, Mode, Target> {
public:
  using value_type = ValueT;
  using reference = ValueT &;
  using const_reference = const ValueT &;
  using iterator = ValueT *;
  using const_iterator = const ValueT *;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;

  SCYTHE_ALWAYS_INLINE size_type size() const noexcept { return first_ ? 1 : 0; }
  SCYTHE_ALWAYS_INLINE size_type byte_size() const noexcept { return size() * sizeof(ValueT); }
  size_type max_size() const noexcept { return 1; }
  bool empty() const noexcept { return size() == 0; }

  SCYTHE_ALWAYS_INLINE operator reference() const noexcept { return *in_buffer(first()); }

  iterator begin() const noexcept { return first(); }
  iterator end() const noexcept { return first() + size(); }
  const_iterator cbegin() const noexcept { return begin(); }
  const_iterator cend() const noexcept { return end(); }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

protected:
  element_access() noexcept = default;
  // An empty buffer has no first element.
  element_access(void *buffer_start, const range<1> &memory, const region_shape<0> &) noexcept
      : first_(memory[0] != 0 ? static_cast<ValueT *>(buffer_start) : nullptr) {}
  template <typename OtherT, access_mode OtherMode>
  element_access(const element_access<OtherT, 0, OtherMode, Target> &other) noexcept
      : first_(other.first_) {}

  element_parts<ValueT, 1> elements() const noexcept {
    return {first_, range<1>(size()), range<1>(size()), id<1>()};
  }
  SCYTHE_ALWAYS_INLINE void set_elements(ValueT *first, const range<1> &, const range<1> &,
                                         const id<1> &) noexcept {
    first_ = first;
  }

  SCYTHE_ALWAYS_INLINE ValueT *first() const noexcept { return where_used<Target>(first_); }
  buffer_pointer_t<ValueT> buffer_start() const noexcept { return in_buffer(first()); }

  bool same_elements(const element_access &other) const noexcept { return first_ == other.first_; }

  template <typename, int, access_mode, target> friend class element_access;

  ValueT *first_ = nullptr;
};

} // namespace sycl::detail
