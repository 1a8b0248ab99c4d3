// The memory of an accessor, as rows of bytes.
#pragma once

#include <sycl/accessor.hpp>

namespace sycl::inline _V1::detail {

struct memory_box {
  unsigned char *address;
  std::size_t row_bytes, rows, slices;
  std::size_t row_pitch, slice_pitch;

  std::size_t bytes() const noexcept { return row_bytes * rows * slices; }
  // Without gaps between the rows.
  bool is_packed() const noexcept {
    return bytes() == 0 || ((rows == 1 || row_pitch == row_bytes) &&
                            (slices == 1 || slice_pitch == row_bytes * rows));
  }
  // The box of the same shape without gaps, at `memory`.
  memory_box packed_at(const void *memory) const noexcept {
    return {static_cast<unsigned char *>(const_cast<void *>(memory)),
            row_bytes,
            rows,
            slices,
            row_bytes,
            row_bytes * rows};
  }
  bool same_shape(const memory_box &other) const noexcept {
    return row_bytes == other.row_bytes && rows == other.rows && slices == other.slices;
  }
};

// The handler's interface to an accessor.
struct accessor_access {
  template <typename ValueT, int Rank, access_mode OtherMode, target Target,
            access::placeholder Placeholder, typename PropertyListT>
  static memory_box
  box(const accessor<ValueT, Rank, OtherMode, Target, Placeholder, PropertyListT> &acc) noexcept {
    memory_box box{};
    if constexpr (Rank == 0) {
      box.address = bytes_at(acc.first_);
      box.row_bytes = acc.byte_size();
      box.rows = box.slices = 1;
    } else {
      box.address = bytes_at(acc.first_);
      box.row_bytes = acc.box_[Rank - 1] * sizeof(ValueT);
      box.rows = Rank > 1 ? acc.box_[Rank > 1 ? Rank - 2 : 0] : 1;
      box.slices = Rank > 2 ? acc.box_[0] : 1;
      box.row_pitch = acc.memory_[Rank - 1] * sizeof(ValueT);
      box.slice_pitch = Rank > 2 ? acc.memory_[Rank > 1 ? Rank - 2 : 0] * box.row_pitch : 0;
    }
    return box;
  }

  template <typename ValueT, int Rank, access_mode OtherMode, target Target,
            access::placeholder Placeholder, typename PropertyListT>
  static scythe_access description(
      const accessor<ValueT, Rank, OtherMode, Target, Placeholder, PropertyListT> &acc) noexcept {
    scythe_access access{};
    access.buffer = acc.buffer_;
    access.mode = acc.mode_;
    access.dims = Rank;
    access.element_size = sizeof(ValueT);
    access.byte_offset = acc.byte_offset_;
    for (int dim = 0; dim < 3; ++dim) {
      access.buffer_range[dim] = access.range[dim] = 1;
      if constexpr (Rank > 0) {
        if (dim < Rank) {
          access.buffer_range[dim] = acc.memory_[dim];
          access.range[dim] = acc.box_[dim];
          access.offset[dim] = acc.offset_[dim];
        }
      }
    }
    if constexpr (Rank == 0) {
      if (acc.empty()) {
        access.dims = 1;
        access.buffer_range[0] = access.range[0] = 0;
      }
    }
    return access;
  }

  // The address for which the accessor was made.
  template <typename ValueT, int Rank, access_mode OtherMode, target Target,
            access::placeholder Placeholder, typename PropertyListT>
  static const void *buffer_start(
      const accessor<ValueT, Rank, OtherMode, Target, Placeholder, PropertyListT> &acc) noexcept {
    return bytes_at<typename accessor<ValueT, Rank, OtherMode, Target, Placeholder,
                                      PropertyListT>::value_type>(acc.buffer_start()) -
           acc.byte_offset_;
  }

private:
  template <typename ValueT> static unsigned char *bytes_at(ValueT *pointer) noexcept {
    return reinterpret_cast<unsigned char *>(const_cast<std::remove_const_t<ValueT> *>(pointer));
  }
};

} // namespace sycl::detail
