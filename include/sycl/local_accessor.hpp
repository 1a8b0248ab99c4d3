// SYCL 2020 §4.7.6.11: memory shared by the work-items of a work-group.
#pragma once

#include <sycl/detail/atomic_access.hpp>
#include <sycl/detail/builtins.hpp>
#include <sycl/detail/element_access.hpp>
#include <sycl/detail/method_types.hpp>
#include <sycl/detail/space_iterator.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/property_list.hpp>

namespace sycl::inline _V1 {

namespace detail {

// Reserves local memory for each work-group of the command group's kernel and
// returns its offset. Defined in handler.hpp.
std::size_t reserve_local_memory(handler &handler, std::size_t bytes, std::size_t align);

template <int Dimensions> struct local_shape {
  range<Dimensions> extent;
};
template <> struct local_shape<0> {};

// The decomposition protocol of local accessors.
template <int Dimensions> struct local_parts {
  std::size_t offset;
  range<Dimensions> extent;
};

} // namespace detail

#define SCYTHE_LOCAL_ACCESSOR_METHOD(name)                                                         \
  SCYTHE_METHOD("local_accessor", name, Dimensions, detail::element_type<DataT>())
template <typename DataT, int Dimensions>
class SCYTHE_SPECIAL_CLASS
[[clang::annotate(SCYTHE_CLASS_MARK, "local_accessor", Dimensions)]] local_accessor {
  static_assert(Dimensions >= 0 && Dimensions <= 3, "a local_accessor has 0 to 3 dimensions");
  static constexpr bool is_scalar = Dimensions == 0;
  static constexpr int index_dimensions = is_scalar ? 1 : Dimensions;

public:
  using value_type = DataT;
  using reference = value_type &;
  using const_reference = const DataT &;
  template <access::decorated IsDecorated>
  using accessor_ptr = multi_ptr<value_type, access::address_space::local_space, IsDecorated>;
  using iterator = detail::space_iterator<value_type, access::address_space::local_space>;
  using const_iterator =
      detail::space_iterator<const value_type, access::address_space::local_space>;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using difference_type = std::ptrdiff_t;
  using size_type = std::size_t;

  local_accessor() noexcept = default;

  template <int Length = Dimensions, std::enable_if_t<Length == 0, int> = 0>
  local_accessor(handler &commandGroupHandlerRef, const property_list & = {})
      : size_(1), offset_(detail::reserve_local_memory(commandGroupHandlerRef, sizeof(DataT),
                                                       alignof(DataT))) {}
  template <int Length = Dimensions, std::enable_if_t<(Length > 0), int> = 0>
  SCYTHE_CONSTRUCTOR("local_accessor", "none", Dimensions, "!llvm.void")
  local_accessor(range<index_dimensions> allocationSize, handler &commandGroupHandlerRef,
                 const property_list & = {})
      : shape_{allocationSize}, size_(allocationSize.size()),
        offset_(detail::reserve_local_memory(commandGroupHandlerRef,
                                             detail::byte_count(allocationSize, sizeof(DataT)),
                                             alignof(DataT))) {}

  // To the read-only accessor of the same memory (SYCL 2020 §4.7.6.11.2).
  template <
      typename ValueT,
      std::enable_if_t<std::is_same_v<const ValueT, DataT> && !std::is_const_v<ValueT>, int> = 0>
  local_accessor(const local_accessor<ValueT, Dimensions> &other) noexcept
      : shape_(other.shape_), size_(other.size_), offset_(other.offset_) {}

  // The decomposition protocol: the offset in the work-group's local memory, and the size.
  detail::local_parts<index_dimensions> sycl_deconstruct() const noexcept {
    if constexpr (is_scalar)
      return {offset_, range<1>(size_)};
    else
      return {offset_, shape_.extent};
  }
  SCYTHE_ALWAYS_INLINE static local_accessor
  sycl_reconstruct(std::size_t offset, range<index_dimensions> extent) noexcept {
    local_accessor rebuilt;
    if constexpr (!is_scalar)
      rebuilt.shape_.extent = extent;
    rebuilt.size_ = extent.size();
    rebuilt.offset_ = offset;
    return rebuilt;
  }

  void swap(local_accessor &other) noexcept { std::swap(*this, other); }

  // The extension sycl_ext_oneapi_weak_object; weak_object is in ext/oneapi/weak_object.hpp.
  bool ext_oneapi_owner_before(const ext::oneapi::weak_object<local_accessor> &other) const noexcept {
    return ext::oneapi::weak_object<local_accessor>(*this).owner_before(other);
  }
  bool ext_oneapi_owner_before(const local_accessor &other) const noexcept {
    return ext::oneapi::weak_object<local_accessor>(*this).owner_before(other);
  }

  SCYTHE_LOCAL_ACCESSOR_METHOD("size") size_type size() const noexcept { return size_; }
  size_type byte_size() const noexcept { return size_ * sizeof(DataT); }
  size_type max_size() const noexcept { return PTRDIFF_MAX / sizeof(DataT); }
  bool empty() const noexcept { return size_ == 0; }

  template <int Length = Dimensions, std::enable_if_t<(Length > 0), int> = 0>
  SCYTHE_LOCAL_ACCESSOR_METHOD("get_range")
  range<index_dimensions> get_range() const noexcept {
    return shape_.extent;
  }

  template <int Length = Dimensions, std::enable_if_t<Length == 0, int> = 0>
  operator reference() const noexcept {
    return *first();
  }
  template <typename OtherT,
            std::enable_if_t<is_scalar && !std::is_const_v<DataT> &&
                                 !std::is_same_v<OtherT, local_accessor> &&
                                 std::is_convertible_v<const OtherT &, value_type>,
                             int> = 0>
  const local_accessor &operator=(const OtherT &other) const {
    *first() = other;
    return *this;
  }

  template <int Length = Dimensions, std::enable_if_t<(Length > 0), int> = 0>
  SCYTHE_LOCAL_ACCESSOR_METHOD("operator[]")
  reference operator[](const id<index_dimensions> &index) const noexcept {
    return first()[detail::linear_index(
        SCYTHE_CHECKED_ID(local_accessor_index, index, shape_.extent), shape_.extent)];
  }
  template <int Length = Dimensions, std::enable_if_t<Length == 1, int> = 0>
  SCYTHE_LOCAL_ACCESSOR_METHOD("operator[]")
  reference operator[](std::size_t index) const noexcept {
    return first()[SCYTHE_CHECKED_INDEX(local_accessor_index, 0, 1, index, shape_.extent[0])];
  }
  template <int Length = Dimensions, std::enable_if_t<(Length > 1), int> = 0>
  detail::accessor_slice<DataT, Length - 1> operator[](std::size_t index) const noexcept {
#ifdef SCYTHE_CHECKS_INDICES
    index = detail::checked_index(detail::local_accessor_index, 0, Dimensions, index,
                                  shape_.extent[0]);
#endif
    if constexpr (Dimensions == 2)
      return detail::accessor_slice<DataT, 1>(
          first() + index * shape_.extent[1],
          range<1>(shape_.extent[1]) SCYTHE_BOUNDS_BEHIND_FIRST(local_accessor_index, shape_.extent));
    else
      return detail::accessor_slice<DataT, 2>(
          first() + index * shape_.extent[1] * shape_.extent[2],
          range<2>(shape_.extent[1], shape_.extent[2])
              SCYTHE_BOUNDS_BEHIND_FIRST(local_accessor_index, shape_.extent));
  }

  template <access::decorated IsDecorated>
  accessor_ptr<IsDecorated> get_multi_ptr() const noexcept {
    return accessor_ptr<IsDecorated>(first());
  }
  // Deprecated in SYCL 2020.
  local_ptr<value_type> get_pointer() const noexcept { return first(); }

  iterator begin() const noexcept { return iterator(first()); }
  iterator end() const noexcept { return iterator(first() + size_); }
  const_iterator cbegin() const noexcept { return begin(); }
  const_iterator cend() const noexcept { return end(); }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
  const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

  friend bool operator==(const local_accessor &lhs, const local_accessor &rhs) noexcept {
    return lhs.offset_ == rhs.offset_ && lhs.size_ == rhs.size_;
  }
  friend bool operator!=(const local_accessor &lhs, const local_accessor &rhs) noexcept {
    return !(lhs == rhs);
  }

private:
  template <typename, int> friend class local_accessor;
  friend struct std::hash<local_accessor>;
  template <typename> friend struct detail::weak_traits;

  // The types that get_pointer and get_multi_ptr return.
  SCYTHE_LOCAL_ACCESSOR_METHOD("get_pointer")
  detail::decorated_t<DataT, access::address_space::local_space> *first() const noexcept {
    return detail::space_cast<DataT, access::address_space::local_space>(
        detail::local_memory(offset_));
  }

  detail::local_shape<Dimensions> shape_;
  std::size_t size_ = 0;
  std::size_t offset_ = 0; // in the work-group's local memory
};
#undef SCYTHE_LOCAL_ACCESSOR_METHOD

// The SYCL 1.2.1 local accessor, deprecated in SYCL 2020.
template <typename DataT, int Dimensions, access_mode AccessMode,
          access::placeholder IsPlaceholder>
class accessor<DataT, Dimensions, AccessMode, target::local, IsPlaceholder>
    : public detail::maybe_atomic_access<AccessMode, local_accessor<DataT, Dimensions>, DataT,
                                         Dimensions, access::address_space::local_space>::type {
  using base =
      typename detail::maybe_atomic_access<AccessMode, local_accessor<DataT, Dimensions>, DataT,
                                           Dimensions, access::address_space::local_space>::type;

public:
  using base::base;
  using base::operator=;

  std::size_t get_size() const noexcept { return this->byte_size(); }
  std::size_t get_count() const noexcept { return this->size(); }

  bool ext_oneapi_owner_before(const ext::oneapi::weak_object<accessor> &other) const noexcept {
    return ext::oneapi::weak_object<accessor>(*this).owner_before(other);
  }
  bool ext_oneapi_owner_before(const accessor &other) const noexcept {
    return ext::oneapi::weak_object<accessor>(*this).owner_before(other);
  }
};

} // namespace sycl

template <typename DataT, int Dimensions> struct std::hash<sycl::local_accessor<DataT, Dimensions>> {
  std::size_t
  operator()(const sycl::local_accessor<DataT, Dimensions> &accessor) const noexcept {
    return std::hash<std::size_t>()(accessor.offset_);
  }
};
