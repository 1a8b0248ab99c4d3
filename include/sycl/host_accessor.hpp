// SYCL 2020 §4.7.6.10: access to a buffer from host code.
#pragma once

#include <sycl/detail/buffer_region.hpp>
#include <sycl/detail/element_access.hpp>

namespace sycl::inline _V1 {

// The constructor waits for conflicting commands; later conflicting commands wait until its last
// copy is destroyed.
template <typename DataT, int Dimensions, access_mode AccessMode>
class host_accessor
    : public detail::element_access<detail::accessor_value_t<DataT, AccessMode>, Dimensions,
                                    AccessMode, target::host_buffer> {
  static_assert(Dimensions >= 0 && Dimensions <= 3, "a host_accessor has 0 to 3 dimensions");
  static_assert(!std::is_const_v<DataT> || AccessMode == access_mode::read,
                "a host_accessor to const data must have access_mode::read");

  using base = detail::element_access<detail::accessor_value_t<DataT, AccessMode>, Dimensions,
                                      AccessMode, target::host_buffer>;
  using tag_type = detail::access_tag<AccessMode, target::device>;
  using shape = detail::region_shape<Dimensions>;

  static constexpr bool is_scalar = Dimensions == 0;
  static constexpr int buffer_dimensions = is_scalar ? 1 : Dimensions;
  template <typename ValueT> using if_buffer_of = detail::if_buffer_of<ValueT, DataT, AccessMode>;
  using range_type = range<buffer_dimensions>;
  using id_type = id<buffer_dimensions>;

public:
  using typename base::value_type;
  using const_reference = const DataT &;

  host_accessor() noexcept = default;

  template <typename ValueT, typename AllocT, if_buffer_of<ValueT> = 0>
  host_accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef,
                const property_list &propList = {})
      : host_accessor(bufferRef, whole(bufferRef), propList, private_tag()) {}
  template <typename ValueT, typename AllocT, if_buffer_of<ValueT> = 0>
  host_accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, tag_type,
                const property_list &propList = {})
      : host_accessor(bufferRef, whole(bufferRef), propList, private_tag()) {}
  template <typename ValueT, typename AllocT, if_buffer_of<ValueT> = 0>
  host_accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, range_type accessRange,
                const property_list &propList = {})
      : host_accessor(bufferRef, shape{accessRange, {}}, propList, private_tag()) {}
  template <typename ValueT, typename AllocT, if_buffer_of<ValueT> = 0>
  host_accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, range_type accessRange,
                tag_type, const property_list &propList = {})
      : host_accessor(bufferRef, shape{accessRange, {}}, propList, private_tag()) {}
  template <typename ValueT, typename AllocT, if_buffer_of<ValueT> = 0>
  host_accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, range_type accessRange,
                id_type accessOffset, const property_list &propList = {})
      : host_accessor(bufferRef, shape{accessRange, accessOffset}, propList, private_tag()) {}
  template <typename ValueT, typename AllocT, if_buffer_of<ValueT> = 0>
  host_accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, range_type accessRange,
                id_type accessOffset, tag_type, const property_list &propList = {})
      : host_accessor(bufferRef, shape{accessRange, accessOffset}, propList, private_tag()) {}

  // Conversions to a read-only accessor (SYCL 2020 §4.7.6.10.3).
  template <typename ValueT, access_mode Mode,
            std::enable_if_t<AccessMode == access_mode::read &&
                                 (Mode == access_mode::read || Mode == access_mode::read_write) &&
                                 std::is_same_v<std::remove_const_t<ValueT>,
                                                std::remove_const_t<DataT>> &&
                                 !(Mode == AccessMode && std::is_same_v<ValueT, DataT>),
                             int> = 0>
  host_accessor(const host_accessor<ValueT, Dimensions, Mode> &other) noexcept
      : base(other), access_(other.access_), no_init_(other.no_init_) {}

  void swap(host_accessor &other) noexcept { std::swap(*this, other); }

  // The extension sycl_ext_oneapi_weak_object; weak_object is in ext/oneapi/weak_object.hpp.
  bool ext_oneapi_owner_before(const ext::oneapi::weak_object<host_accessor> &other) const noexcept {
    return ext::oneapi::weak_object<host_accessor>(*this).owner_before(other);
  }
  bool ext_oneapi_owner_before(const host_accessor &other) const noexcept {
    return ext::oneapi::weak_object<host_accessor>(*this).owner_before(other);
  }

  std::add_pointer_t<value_type> get_pointer() const noexcept { return this->buffer_start(); }

  // Assigns to the element of a zero-dimensional accessor.
  template <typename OtherT,
            std::enable_if_t<is_scalar && AccessMode != access_mode::read &&
                                 !std::is_same_v<OtherT, host_accessor> &&
                                 std::is_convertible_v<const OtherT &, value_type>,
                             int> = 0>
  const host_accessor &operator=(const OtherT &other) const {
    *this->first_ = other;
    return *this;
  }

  template <typename Property> bool has_property() const noexcept {
    return std::is_same_v<Property, property::no_init> && no_init_;
  }
  template <typename Property> Property get_property() const {
    if (!has_property<Property>())
      detail::throw_error(errc::invalid,
                          "the host_accessor was constructed without this property");
    return Property();
  }

  friend bool operator==(const host_accessor &lhs, const host_accessor &rhs) noexcept {
    return lhs.same_elements(rhs) && lhs.access_ == rhs.access_;
  }
  friend bool operator!=(const host_accessor &lhs, const host_accessor &rhs) noexcept {
    return !(lhs == rhs);
  }

private:
  template <typename, int, access_mode> friend class host_accessor;
  template <typename> friend struct detail::weak_traits;

  struct private_tag {};

  template <typename BufferT> static shape whole(const BufferT &buffer) {
    return detail::whole_region<Dimensions>(buffer);
  }

  template <typename ValueT, typename AllocT>
  host_accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, const shape &region,
                const property_list &propList, private_tag)
      : host_accessor(bufferRef, region,
                      detail::make_counted<detail::host_access>(detail::describe_region<Dimensions>(
                          bufferRef, detail::access_bits(AccessMode, propList), region)),
                      propList.has_property<property::no_init>()) {}

  template <typename ValueT, typename AllocT>
  host_accessor(buffer<ValueT, buffer_dimensions, AllocT> &bufferRef, const shape &region,
                detail::shared<detail::host_access> access, bool noInit)
      : base(static_cast<unsigned char *>(access->address()) +
                 detail::buffer_access::byte_offset(bufferRef),
             bufferRef.get_range(), region),
        access_(std::move(access)), no_init_(noInit) {}

  detail::shared<detail::host_access> access_;
  bool no_init_ = false;
};

template <typename ValueT, int Rank, typename AllocT>
host_accessor(buffer<ValueT, Rank, AllocT> &, const property_list & = {})
    -> host_accessor<ValueT, Rank>;
template <typename ValueT, int Rank, typename AllocT, access_mode OtherMode>
host_accessor(buffer<ValueT, Rank, AllocT> &, detail::access_tag<OtherMode, target::device>,
              const property_list & = {}) -> host_accessor<ValueT, Rank, OtherMode>;
template <typename ValueT, int Rank, typename AllocT>
host_accessor(buffer<ValueT, Rank, AllocT> &, range<Rank>, const property_list & = {})
    -> host_accessor<ValueT, Rank>;
template <typename ValueT, int Rank, typename AllocT, access_mode OtherMode>
host_accessor(buffer<ValueT, Rank, AllocT> &, range<Rank>,
              detail::access_tag<OtherMode, target::device>, const property_list & = {})
    -> host_accessor<ValueT, Rank, OtherMode>;
template <typename ValueT, int Rank, typename AllocT>
host_accessor(buffer<ValueT, Rank, AllocT> &, range<Rank>, id<Rank>, const property_list & = {})
    -> host_accessor<ValueT, Rank>;
template <typename ValueT, int Rank, typename AllocT, access_mode OtherMode>
host_accessor(buffer<ValueT, Rank, AllocT> &, range<Rank>, id<Rank>,
              detail::access_tag<OtherMode, target::device>, const property_list & = {})
    -> host_accessor<ValueT, Rank, OtherMode>;

// The SYCL 1.2.1 host accessor, deprecated in SYCL 2020.
template <typename DataT, int Dimensions, access_mode AccessMode,
          access::placeholder IsPlaceholder>
class accessor<DataT, Dimensions, AccessMode, target::host_buffer, IsPlaceholder>
    : public host_accessor<DataT, Dimensions, AccessMode> {
public:
  using host_accessor<DataT, Dimensions, AccessMode>::host_accessor;
  using host_accessor<DataT, Dimensions, AccessMode>::operator=;

  bool is_placeholder() const noexcept { return false; }
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

template <typename DataT, int Dimensions, sycl::access_mode AccessMode>
struct std::hash<sycl::host_accessor<DataT, Dimensions, AccessMode>> {
  std::size_t operator()(
      const sycl::host_accessor<DataT, Dimensions, AccessMode> &accessor) const noexcept {
    return std::hash<const void *>()(accessor.get_pointer());
  }
};
