// The part of a buffer that an accessor refers to, checked and described for the runtime.
#pragma once

#include <sycl/buffer.hpp>
#include <sycl/detail/element_access.hpp>

namespace sycl::inline _V1::detail {

constexpr std::uint32_t access_bits(access_mode mode) noexcept {
  switch (mode) {
  case access_mode::read: return SCYTHE_ACCESS_READ;
  case access_mode::write: return SCYTHE_ACCESS_WRITE;
  case access_mode::discard_write: return SCYTHE_ACCESS_WRITE | SCYTHE_ACCESS_NO_INIT;
  case access_mode::discard_read_write:
    return SCYTHE_ACCESS_READ | SCYTHE_ACCESS_WRITE | SCYTHE_ACCESS_NO_INIT;
  case access_mode::read_write:
  case access_mode::atomic: break;
  }
  return SCYTHE_ACCESS_READ | SCYTHE_ACCESS_WRITE;
}

inline std::uint32_t access_bits(access_mode mode, const property_list &propList) {
  std::uint32_t bits = access_bits(mode);
  if (propList.has_property<property::no_init>()) {
    if (mode == access_mode::read)
      throw_error(errc::invalid, "an accessor that only reads cannot have the property no_init");
    bits |= SCYTHE_ACCESS_NO_INIT;
  }
  return bits;
}

// The element type of accessors: const for read-only ones.
template <typename DataT, access_mode Mode>
using accessor_value_t =
    std::conditional_t<Mode == access_mode::read, const DataT, DataT>;

// Whether an accessor to DataT can be made for a buffer of ValueT.
template <typename ValueT, typename DataT, access_mode Mode>
using if_buffer_of =
    std::enable_if_t<std::is_same_v<std::remove_const_t<ValueT>, std::remove_const_t<DataT>> &&
                         (!std::is_const_v<ValueT> || Mode == access_mode::read),
                     int>;

// The whole buffer.
template <int Dimensions, typename ValueT, int BufferDimensions, typename AllocatorT>
region_shape<Dimensions>
whole_region([[maybe_unused]] const buffer<ValueT, BufferDimensions, AllocatorT> &buffer) {
  if constexpr (Dimensions == 0)
    return {};
  else
    return {buffer.get_range(), {}};
}

inline void describe_dimension(scythe_access &access, int dimension, std::size_t memory,
                               std::size_t box, std::size_t offset) {
  if (box > memory || offset > memory - box)
    throw_error(errc::invalid, "the accessor's range and offset exceed the buffer");
  access.buffer_range[dimension] = memory;
  access.range[dimension] = box;
  access.offset[dimension] = offset;
}

template <int Dimensions, typename ValueT, int BufferDimensions, typename AllocatorT>
scythe_access describe_region(const buffer<ValueT, BufferDimensions, AllocatorT> &buffer,
                              std::uint32_t mode, const region_shape<Dimensions> &shape) {
  scythe_access access;
  access.buffer = buffer_access::impl(buffer)->handle();
  access.mode = mode;
  access.dims = Dimensions;
  access.element_size = sizeof(ValueT);
  access.byte_offset = buffer_access::byte_offset(buffer);
  for (int dim = 0; dim < 3; ++dim) {
    access.buffer_range[dim] = access.range[dim] = 1;
    access.offset[dim] = 0;
  }
  if constexpr (Dimensions > 0) {
    const range<Dimensions> memory = buffer.get_range();
    for (int dim = 0; dim < Dimensions; ++dim)
      describe_dimension(access, dim, memory[dim], shape.box[dim], shape.offset[dim]);
  } else if (buffer.size() == 0) {
    // An empty region has no elements.
    access.dims = 1;
    access.buffer_range[0] = access.range[0] = 0;
  }
  return access;
}

// The number of bytes of the buffer's memory up to the end of the region.
inline std::size_t end_of(const scythe_access &access) noexcept {
  return access.byte_offset + access.element_size * access.buffer_range[0] *
                                  access.buffer_range[1] * access.buffer_range[2];
}

} // namespace sycl::detail
