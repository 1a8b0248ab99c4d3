// SYCL 2020 §4.7.3: images of one to three dimensions, for kernels, host tasks and host code. On
// every device, their memory is that of a buffer of bytes.
#pragma once

#include <sycl/buffer.hpp>
#include <sycl/image_accessor.hpp>

namespace sycl::inline _V1 {

// They apply to the buffer that contains the image.
namespace property::image {
using buffer::context_bound;
using buffer::use_host_ptr;
using buffer::use_mutex;
} // namespace property::image

namespace detail {

template <typename Property>
inline constexpr bool is_image_property = std::is_same_v<Property, property::image::use_host_ptr> ||
                                          std::is_same_v<Property, property::image::use_mutex> ||
                                          std::is_same_v<Property, property::image::context_bound>;

template <int Dimensions, typename AllocatorT> class image_storage {
  static_assert(Dimensions >= 1 && Dimensions <= 3, "an image has 1 to 3 dimensions");

public:
  range<Dimensions> get_range() const noexcept { return range_of(layout_); }

  template <int Length = Dimensions, std::enable_if_t<(Length > 1), int> = 0>
  range<Length - 1> get_pitch() const noexcept {
    if constexpr (Length == 2)
      return range<1>(layout_.row_pitch);
    else
      return range<2>(layout_.row_pitch, layout_.slice_pitch);
  }

  std::size_t byte_size() const noexcept { return bytes_.byte_size(); }
  std::size_t size() const noexcept { return get_range().size(); }
  AllocatorT get_allocator() const { return bytes_.get_allocator(); }

  template <typename Property> bool has_property() const noexcept {
    return bytes_.template has_property<Property>();
  }
  template <typename Property> Property get_property() const {
    return bytes_.template get_property<Property>();
  }

protected:
  using bytes_type = buffer<std::byte, 1, AllocatorT>;
  using pitch_type = range<Dimensions == 1 ? 1 : Dimensions - 1>;
  template <int Length> using if_pitch = std::enable_if_t<(Length > 1), int>;

  // Memory of the image itself, of the program, and shared with the program.
  image_storage(const image_layout &layout, AllocatorT allocator, const property_list &propList)
      : layout_(layout), bytes_(bytes_of(layout), std::move(allocator), propList) {}
  template <typename Pointer>
  image_storage(const Pointer &host, const image_layout &layout, AllocatorT allocator,
                const property_list &propList)
      : layout_(layout), bytes_(host, bytes_of(layout), std::move(allocator), propList) {}

  static image_layout tight(image_format format, const range<Dimensions> &extent) {
    image_layout layout;
    layout.format = format;
    for (int dim = 0; dim < Dimensions; ++dim)
      layout.extent[dim] = extent[dim];
    layout.row_pitch = byte_count(range<1>(layout.extent[0]), texel_size(format));
    layout.slice_pitch = byte_count(range<1>(layout.extent[1]), layout.row_pitch);
    return layout;
  }
  static image_layout pitched(image_format format, const range<Dimensions> &extent,
                              const pitch_type &pitch) {
    image_layout layout = tight(format, extent);
    if (pitch[0] < layout.row_pitch)
      throw_error(errc::invalid, "the pitch of an image is less than what a row needs");
    layout.row_pitch = pitch[0];
    layout.slice_pitch = byte_count(range<1>(layout.extent[1]), layout.row_pitch);
    if constexpr (Dimensions == 3) {
      if (pitch[1] < layout.slice_pitch)
        throw_error(errc::invalid, "the pitch of an image is less than what a slice needs");
      layout.slice_pitch = pitch[1];
    }
    return layout;
  }

  image_layout layout_;
  bytes_type bytes_;

private:
  friend struct image_access;

  static range<Dimensions> range_of(const image_layout &layout) {
    if constexpr (Dimensions == 1)
      return range<1>(layout.extent[0]);
    else if constexpr (Dimensions == 2)
      return range<2>(layout.extent[0], layout.extent[1]);
    else
      return range<3>(layout.extent[0], layout.extent[1], layout.extent[2]);
  }
  static range<1> bytes_of(const image_layout &layout) {
    return range<1>(byte_count(range<1>(layout.extent[2]), layout.slice_pitch));
  }
};

} // namespace detail

template <int Dimensions, typename AllocatorT>
class unsampled_image : public detail::image_storage<Dimensions, AllocatorT> {
  using base = detail::image_storage<Dimensions, AllocatorT>;
  using extent_type = range<Dimensions>;
  using typename base::pitch_type;
  template <int Length> using if_pitch = typename base::template if_pitch<Length>;

  static std::shared_ptr<std::byte> as_bytes(const std::shared_ptr<void> &host) {
    return std::static_pointer_cast<std::byte>(host);
  }

public:
  unsampled_image(image_format format, const extent_type &rangeRef,
                  const property_list &propList = {})
      : unsampled_image(format, rangeRef, AllocatorT(), propList) {}
  unsampled_image(image_format format, const extent_type &rangeRef, AllocatorT allocator,
                  const property_list &propList = {})
      : base(base::tight(format, rangeRef), std::move(allocator), propList) {}
  template <int Length = Dimensions, if_pitch<Length> = 0>
  unsampled_image(image_format format, const extent_type &rangeRef, const pitch_type &pitch,
                  const property_list &propList = {})
      : unsampled_image(format, rangeRef, pitch, AllocatorT(), propList) {}
  template <int Length = Dimensions, if_pitch<Length> = 0>
  unsampled_image(image_format format, const extent_type &rangeRef, const pitch_type &pitch,
                  AllocatorT allocator, const property_list &propList = {})
      : base(base::pitched(format, rangeRef, pitch), std::move(allocator), propList) {}

  unsampled_image(void *hostPointer, image_format format, const extent_type &rangeRef,
                  const property_list &propList = {})
      : unsampled_image(hostPointer, format, rangeRef, AllocatorT(), propList) {}
  unsampled_image(void *hostPointer, image_format format, const extent_type &rangeRef,
                  AllocatorT allocator, const property_list &propList = {})
      : base(static_cast<std::byte *>(hostPointer), base::tight(format, rangeRef),
             std::move(allocator), propList) {}
  template <int Length = Dimensions, if_pitch<Length> = 0>
  unsampled_image(void *hostPointer, image_format format, const extent_type &rangeRef,
                  const pitch_type &pitch, const property_list &propList = {})
      : unsampled_image(hostPointer, format, rangeRef, pitch, AllocatorT(), propList) {}
  template <int Length = Dimensions, if_pitch<Length> = 0>
  unsampled_image(void *hostPointer, image_format format, const extent_type &rangeRef,
                  const pitch_type &pitch, AllocatorT allocator,
                  const property_list &propList = {})
      : base(static_cast<std::byte *>(hostPointer), base::pitched(format, rangeRef, pitch),
             std::move(allocator), propList) {}

  unsampled_image(std::shared_ptr<void> &hostPointer, image_format format,
                  const extent_type &rangeRef, const property_list &propList = {})
      : unsampled_image(hostPointer, format, rangeRef, AllocatorT(), propList) {}
  unsampled_image(std::shared_ptr<void> &hostPointer, image_format format,
                  const extent_type &rangeRef, AllocatorT allocator,
                  const property_list &propList = {})
      : base(as_bytes(hostPointer), base::tight(format, rangeRef), std::move(allocator),
             propList) {}
  template <int Length = Dimensions, if_pitch<Length> = 0>
  unsampled_image(std::shared_ptr<void> &hostPointer, image_format format,
                  const extent_type &rangeRef, const pitch_type &pitch,
                  const property_list &propList = {})
      : unsampled_image(hostPointer, format, rangeRef, pitch, AllocatorT(), propList) {}
  template <int Length = Dimensions, if_pitch<Length> = 0>
  unsampled_image(std::shared_ptr<void> &hostPointer, image_format format,
                  const extent_type &rangeRef, const pitch_type &pitch, AllocatorT allocator,
                  const property_list &propList = {})
      : base(as_bytes(hostPointer), base::pitched(format, rangeRef, pitch), std::move(allocator),
             propList) {}

  template <typename DataT, access_mode Mode = detail::default_mode<DataT>,
            image_target Targ = image_target::device>
  unsampled_image_accessor<DataT, Dimensions, Mode, Targ>
  get_access(handler &commandGroupHandler, const property_list &propList = {}) {
    return {*this, commandGroupHandler, propList};
  }
  template <typename DataT, access_mode Mode = detail::default_mode<DataT>>
  host_unsampled_image_accessor<DataT, Dimensions, Mode>
  get_host_access(const property_list &propList = {}) {
    return {*this, propList};
  }

  template <typename Destination = std::nullptr_t>
  void set_final_data(Destination finalData = nullptr) {
    if constexpr (std::is_pointer_v<Destination>)
      this->bytes_.set_final_data(static_cast<std::byte *>(static_cast<void *>(finalData)));
    else if constexpr (detail::is_weak_ptr<Destination>::value)
      this->bytes_.set_final_data(std::weak_ptr<std::byte>(std::reinterpret_pointer_cast<std::byte>(
          std::shared_ptr<typename Destination::element_type>(finalData.lock()))));
    else
      this->bytes_.set_final_data(finalData);
  }
  void set_write_back(bool flag = true) { this->bytes_.set_write_back(flag); }

  friend bool operator==(const unsampled_image &lhs, const unsampled_image &rhs) noexcept {
    return lhs.bytes_ == rhs.bytes_;
  }
  friend bool operator!=(const unsampled_image &lhs, const unsampled_image &rhs) noexcept {
    return !(lhs == rhs);
  }

private:
  friend struct detail::image_access;
  friend struct std::hash<unsampled_image>;
};

template <int Dimensions, typename AllocatorT>
class sampled_image : public detail::image_storage<Dimensions, AllocatorT> {
  using base = detail::image_storage<Dimensions, AllocatorT>;
  using extent_type = range<Dimensions>;
  using typename base::pitch_type;
  template <int Length> using if_pitch = typename base::template if_pitch<Length>;
  using shared_memory = std::shared_ptr<const void>;

  // The image is never written, so the cast is safe.
  static std::shared_ptr<std::byte> as_bytes(const shared_memory &host) {
    return std::const_pointer_cast<std::byte>(std::static_pointer_cast<const std::byte>(host));
  }

public:
  sampled_image(const void *hostPointer, image_format format, image_sampler sampler,
                const extent_type &rangeRef, const property_list &propList = {})
      : sampled_image(hostPointer, format, sampler, rangeRef, AllocatorT(), propList) {}
  sampled_image(const void *hostPointer, image_format format, image_sampler sampler,
                const extent_type &rangeRef, AllocatorT allocator,
                const property_list &propList = {})
      : base(static_cast<const std::byte *>(hostPointer), base::tight(format, rangeRef),
             std::move(allocator), propList),
        sampler_(sampler) {}
  template <int Length = Dimensions, if_pitch<Length> = 0>
  sampled_image(const void *hostPointer, image_format format, image_sampler sampler,
                const extent_type &rangeRef, const pitch_type &pitch,
                const property_list &propList = {})
      : sampled_image(hostPointer, format, sampler, rangeRef, pitch, AllocatorT(), propList) {}
  template <int Length = Dimensions, if_pitch<Length> = 0>
  sampled_image(const void *hostPointer, image_format format, image_sampler sampler,
                const extent_type &rangeRef, const pitch_type &pitch, AllocatorT allocator,
                const property_list &propList = {})
      : base(static_cast<const std::byte *>(hostPointer), base::pitched(format, rangeRef, pitch),
             std::move(allocator), propList),
        sampler_(sampler) {}

  sampled_image(shared_memory &hostPointer, image_format format, image_sampler sampler,
                const extent_type &rangeRef, const property_list &propList = {})
      : sampled_image(hostPointer, format, sampler, rangeRef, AllocatorT(), propList) {}
  sampled_image(shared_memory &hostPointer, image_format format, image_sampler sampler,
                const extent_type &rangeRef, AllocatorT allocator,
                const property_list &propList = {})
      : base(as_bytes(hostPointer), base::tight(format, rangeRef), std::move(allocator), propList),
        sampler_(sampler) {
    this->bytes_.set_write_back(false);
  }
  template <int Length = Dimensions, if_pitch<Length> = 0>
  sampled_image(shared_memory &hostPointer, image_format format, image_sampler sampler,
                const extent_type &rangeRef, const pitch_type &pitch,
                const property_list &propList = {})
      : sampled_image(hostPointer, format, sampler, rangeRef, pitch, AllocatorT(), propList) {}
  template <int Length = Dimensions, if_pitch<Length> = 0>
  sampled_image(shared_memory &hostPointer, image_format format, image_sampler sampler,
                const extent_type &rangeRef, const pitch_type &pitch, AllocatorT allocator,
                const property_list &propList = {})
      : base(as_bytes(hostPointer), base::pitched(format, rangeRef, pitch), std::move(allocator),
             propList),
        sampler_(sampler) {
    this->bytes_.set_write_back(false);
  }

  template <typename DataT, image_target Targ = image_target::device>
  sampled_image_accessor<DataT, Dimensions, Targ>
  get_access(handler &commandGroupHandler, const property_list &propList = {}) {
    return {*this, commandGroupHandler, propList};
  }
  template <typename DataT>
  host_sampled_image_accessor<DataT, Dimensions>
  get_host_access(const property_list &propList = {}) {
    return {*this, propList};
  }

  friend bool operator==(const sampled_image &lhs, const sampled_image &rhs) noexcept {
    return lhs.bytes_ == rhs.bytes_;
  }
  friend bool operator!=(const sampled_image &lhs, const sampled_image &rhs) noexcept {
    return !(lhs == rhs);
  }

private:
  friend struct detail::image_access;
  friend struct std::hash<sampled_image>;

  image_sampler sampler_;
};

template <typename Property, int Rank, typename AllocT>
struct is_property_of<Property, unsampled_image<Rank, AllocT>>
    : std::bool_constant<detail::is_image_property<Property>> {};
template <typename Property, int Rank, typename AllocT>
struct is_property_of<Property, sampled_image<Rank, AllocT>>
    : std::bool_constant<detail::is_image_property<Property>> {};

} // namespace sycl

template <int Rank, typename AllocT> struct std::hash<sycl::unsampled_image<Rank, AllocT>> {
  std::size_t operator()(const sycl::unsampled_image<Rank, AllocT> &image) const noexcept {
    return std::hash<std::decay_t<decltype(image.bytes_)>>()(image.bytes_);
  }
};
template <int Rank, typename AllocT> struct std::hash<sycl::sampled_image<Rank, AllocT>> {
  std::size_t operator()(const sycl::sampled_image<Rank, AllocT> &image) const noexcept {
    return std::hash<std::decay_t<decltype(image.bytes_)>>()(image.bytes_);
  }
};
