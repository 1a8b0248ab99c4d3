// SYCL 2020 §4.7.6.12 and §4.7.6.13: access to images. An image is a buffer of
// bytes, and its accessors are accessors to that buffer which know the layout.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/detail/image_sampling.hpp>
#include <sycl/handler.hpp>
#include <sycl/host_accessor.hpp>

namespace sycl::inline _V1 {

enum class image_target : unsigned { device, host_task };

using image_allocator = std::allocator<std::byte>;

template <int Dimensions = 1, typename AllocatorT = image_allocator> class unsampled_image;
template <int Dimensions = 1, typename AllocatorT = image_allocator> class sampled_image;

namespace detail {

struct image_access {
  template <typename Image> static auto &bytes(Image &image) { return image.bytes_; }
  template <typename Image> static const image_layout &layout(const Image &image) {
    return image.layout_;
  }
  template <typename Image> static const image_sampler &sampler(const Image &image) {
    return image.sampler_;
  }
};

template <image_target Target>
inline constexpr target buffer_target =
    Target == image_target::device ? target::device : target::host_task;

template <image_target Target>
handler &checked_for_images(handler &handler, const image_layout &layout) {
  if constexpr (Target == image_target::device) {
    const device &device = queue_of(handler).sycl_device;
    if (!device.has(aspect::image))
      throw_error(errc::feature_not_supported, "the device does not have aspect::image");
    const std::size_t bytes = texel_size(layout.format);
    if (device.get_backend() != backend::cpu &&
        (layout.row_pitch % bytes != 0 || layout.slice_pitch % bytes != 0))
      throw_error(errc::feature_not_supported,
                  "the device needs images whose pitches are multiples of an element's size");
  }
  return handler;
}

// The common part of all accessors to images; Bytes is the accessor to their memory.
template <typename DataT, int Dimensions, access_mode Mode, typename Bytes> class image_elements {
  using color = std::remove_const_t<DataT>;

public:
  using value_type = accessor_value_t<DataT, Mode>;
  using reference = value_type &;
  using const_reference = const DataT &;

  std::size_t size() const noexcept {
    return layout_.extent[0] * layout_.extent[1] * layout_.extent[2];
  }

  template <typename Property> bool has_property() const noexcept {
    return bytes_.template has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return bytes_.template get_property<Property>();
  }

protected:
  image_elements(Bytes bytes, const image_layout &layout)
      : bytes_(std::move(bytes)), layout_(layout) {
    static_assert(std::is_same_v<color, int4> || std::is_same_v<color, uint4> ||
                      std::is_same_v<color, float4> || std::is_same_v<color, half4>,
                  "the data type of an accessor to an image is int4, uint4, float4 or half4");
    if (!has_channels<typename color::element_type>(layout.format))
      throw_error(errc::invalid, "the format of the image is not for the accessor's data type: "
                                 "int4 for sint, uint4 for uint, float4 or half4 for the others");
  }
  template <typename ValueT>
  explicit image_elements(const image_elements<ValueT, Dimensions, Mode, Bytes> &other)
      : bytes_(other.bytes_), layout_(other.layout_) {}

  auto *start() const noexcept { return &bytes_[0]; }
  bool same(const image_elements &other) const noexcept {
    return bytes_ == other.bytes_ && layout_ == other.layout_;
  }

  Bytes bytes_;
  image_layout layout_;

  friend struct image_accessor_hash;
  template <typename, int, access_mode, typename> friend class image_elements;
};

struct image_accessor_hash {
  template <typename Accessor> std::size_t operator()(const Accessor &accessor) const noexcept {
    return std::hash<const void *>()(accessor.bytes_.get_pointer());
  }
};

// Read-only accessors convert between DataT and const DataT.
template <typename From, typename ToT, access_mode Mode>
using if_other_constness =
    std::enable_if_t<Mode == access_mode::read && !std::is_same_v<From, ToT> &&
                         std::is_same_v<std::remove_const_t<From>, std::remove_const_t<ToT>>,
                     int>;

template <typename DataT, int Dimensions, access_mode Mode, typename Bytes>
class unsampled_elements : public image_elements<DataT, Dimensions, Mode, Bytes> {
  static constexpr bool reads = Mode == access_mode::read || Mode == access_mode::read_write;
  static constexpr bool writes = Mode == access_mode::write || Mode == access_mode::read_write;

public:
  template <typename CoordT, bool Reads = reads, std::enable_if_t<Reads, int> = 0>
  std::remove_const_t<DataT> read(const CoordT &coords) const noexcept {
    int place[Dimensions];
    take_coordinates(coords, place);
    return load_texel<std::remove_const_t<DataT>>(this->start(), this->layout_, place);
  }
  template <typename CoordT, bool Writes = writes, std::enable_if_t<Writes, int> = 0>
  void write(const CoordT &coords, const DataT &color) const {
    int place[Dimensions];
    take_coordinates(coords, place);
    store_texel(this->start(), this->layout_, place, color);
  }

protected:
  using image_elements<DataT, Dimensions, Mode, Bytes>::image_elements;
};

template <typename DataT, int Dimensions, typename Bytes>
class sampled_elements : public image_elements<const DataT, Dimensions, access_mode::read, Bytes> {
  using base = image_elements<const DataT, Dimensions, access_mode::read, Bytes>;

public:
  template <typename CoordT> std::remove_const_t<DataT> read(const CoordT &coords) const noexcept {
    float place[Dimensions];
    take_coordinates(coords, place);
    return sample_image<std::remove_const_t<DataT>>(this->start(), this->layout_, sampling_,
                                                    place);
  }

protected:
  sampled_elements(Bytes bytes, const image_layout &layout, const image_sampler &sampler)
      : base(std::move(bytes), layout), sampling_(layout, sampler) {}
  template <typename ValueT>
  explicit sampled_elements(const sampled_elements<ValueT, Dimensions, Bytes> &other)
      : base(other), sampling_(other.sampling_) {}

  image_sampling sampling_;

  template <typename, int, typename> friend class sampled_elements;
};

} // namespace detail

template <typename DataT, int Dimensions, access_mode AccessMode,
          image_target AccessTarget = image_target::device>
class unsampled_image_accessor
    : public detail::unsampled_elements<
          DataT, Dimensions, AccessMode,
          accessor<std::byte, 1, AccessMode, detail::buffer_target<AccessTarget>>> {
  static_assert(AccessMode == access_mode::read || AccessMode == access_mode::write,
                "an unsampled_image_accessor reads or writes");
  using bytes_type = accessor<std::byte, 1, AccessMode, detail::buffer_target<AccessTarget>>;
  using base = detail::unsampled_elements<DataT, Dimensions, AccessMode, bytes_type>;

public:
  template <typename AllocatorT>
  unsampled_image_accessor(unsampled_image<Dimensions, AllocatorT> &imageRef,
                           handler &commandGroupHandlerRef, const property_list &propList = {})
      : base(bytes_type(detail::image_access::bytes(imageRef),
                        detail::checked_for_images<AccessTarget>(
                            commandGroupHandlerRef, detail::image_access::layout(imageRef)),
                        propList),
             detail::image_access::layout(imageRef)) {}

  template <typename ValueT, detail::if_other_constness<ValueT, DataT, AccessMode> = 0>
  unsampled_image_accessor(
      const unsampled_image_accessor<ValueT, Dimensions, AccessMode, AccessTarget> &other)
      : base(other) {}

  friend bool operator==(const unsampled_image_accessor &lhs,
                         const unsampled_image_accessor &rhs) noexcept {
    return lhs.same(rhs);
  }
  friend bool operator!=(const unsampled_image_accessor &lhs,
                         const unsampled_image_accessor &rhs) noexcept {
    return !(lhs == rhs);
  }
};

template <typename DataT, int Dimensions = 1,
          access_mode AccessMode = (std::is_const_v<DataT> ? access_mode::read
                                                           : access_mode::read_write)>
class host_unsampled_image_accessor
    : public detail::unsampled_elements<DataT, Dimensions, AccessMode,
                                        host_accessor<std::byte, 1, AccessMode>> {
  using bytes_type = host_accessor<std::byte, 1, AccessMode>;
  using base = detail::unsampled_elements<DataT, Dimensions, AccessMode, bytes_type>;

public:
  template <typename AllocatorT>
  host_unsampled_image_accessor(unsampled_image<Dimensions, AllocatorT> &imageRef,
                                const property_list &propList = {})
      : base(bytes_type(detail::image_access::bytes(imageRef), propList),
             detail::image_access::layout(imageRef)) {}

  template <typename ValueT, detail::if_other_constness<ValueT, DataT, AccessMode> = 0>
  host_unsampled_image_accessor(
      const host_unsampled_image_accessor<ValueT, Dimensions, AccessMode> &other)
      : base(other) {}

  friend bool operator==(const host_unsampled_image_accessor &lhs,
                         const host_unsampled_image_accessor &rhs) noexcept {
    return lhs.same(rhs);
  }
  friend bool operator!=(const host_unsampled_image_accessor &lhs,
                         const host_unsampled_image_accessor &rhs) noexcept {
    return !(lhs == rhs);
  }
};

template <typename DataT, int Dimensions, image_target AccessTarget = image_target::device>
class sampled_image_accessor
    : public detail::sampled_elements<
          DataT, Dimensions,
          accessor<std::byte, 1, access_mode::read, detail::buffer_target<AccessTarget>>> {
  using bytes_type = accessor<std::byte, 1, access_mode::read, detail::buffer_target<AccessTarget>>;
  using base = detail::sampled_elements<DataT, Dimensions, bytes_type>;

public:
  template <typename AllocatorT>
  sampled_image_accessor(sampled_image<Dimensions, AllocatorT> &imageRef,
                         handler &commandGroupHandlerRef, const property_list &propList = {})
      : base(bytes_type(detail::image_access::bytes(imageRef),
                        detail::checked_for_images<AccessTarget>(
                            commandGroupHandlerRef, detail::image_access::layout(imageRef)),
                        propList),
             detail::image_access::layout(imageRef), detail::image_access::sampler(imageRef)) {}

  template <typename ValueT, detail::if_other_constness<ValueT, DataT, access_mode::read> = 0>
  sampled_image_accessor(const sampled_image_accessor<ValueT, Dimensions, AccessTarget> &other)
      : base(other) {}

  friend bool operator==(const sampled_image_accessor &lhs,
                         const sampled_image_accessor &rhs) noexcept {
    return lhs.same(rhs);
  }
  friend bool operator!=(const sampled_image_accessor &lhs,
                         const sampled_image_accessor &rhs) noexcept {
    return !(lhs == rhs);
  }
};

template <typename DataT, int Dimensions>
class host_sampled_image_accessor
    : public detail::sampled_elements<DataT, Dimensions,
                                      host_accessor<std::byte, 1, access_mode::read>> {
  using bytes_type = host_accessor<std::byte, 1, access_mode::read>;
  using base = detail::sampled_elements<DataT, Dimensions, bytes_type>;

public:
  template <typename AllocatorT>
  host_sampled_image_accessor(sampled_image<Dimensions, AllocatorT> &imageRef,
                              const property_list &propList = {})
      : base(bytes_type(detail::image_access::bytes(imageRef), propList),
             detail::image_access::layout(imageRef), detail::image_access::sampler(imageRef)) {}

  template <typename ValueT, detail::if_other_constness<ValueT, DataT, access_mode::read> = 0>
  host_sampled_image_accessor(const host_sampled_image_accessor<ValueT, Dimensions> &other)
      : base(other) {}

  friend bool operator==(const host_sampled_image_accessor &lhs,
                         const host_sampled_image_accessor &rhs) noexcept {
    return lhs.same(rhs);
  }
  friend bool operator!=(const host_sampled_image_accessor &lhs,
                         const host_sampled_image_accessor &rhs) noexcept {
    return !(lhs == rhs);
  }
};

template <typename ValueT, int Rank, access_mode OtherMode, image_target Target>
struct is_property_of<property::no_init, unsampled_image_accessor<ValueT, Rank, OtherMode, Target>>
    : std::true_type {};
template <typename ValueT, int Rank, access_mode OtherMode>
struct is_property_of<property::no_init, host_unsampled_image_accessor<ValueT, Rank, OtherMode>>
    : std::true_type {};

} // namespace sycl

template <typename ValueT, int Rank, sycl::access_mode OtherMode, sycl::image_target Target>
struct std::hash<sycl::unsampled_image_accessor<ValueT, Rank, OtherMode, Target>>
    : sycl::detail::image_accessor_hash {};
template <typename ValueT, int Rank, sycl::access_mode OtherMode>
struct std::hash<sycl::host_unsampled_image_accessor<ValueT, Rank, OtherMode>>
    : sycl::detail::image_accessor_hash {};
template <typename ValueT, int Rank, sycl::image_target Target>
struct std::hash<sycl::sampled_image_accessor<ValueT, Rank, Target>>
    : sycl::detail::image_accessor_hash {};
template <typename ValueT, int Rank>
struct std::hash<sycl::host_sampled_image_accessor<ValueT, Rank>>
    : sycl::detail::image_accessor_hash {};
