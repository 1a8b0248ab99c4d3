// The memory an accessor covers, as rows of bytes.
#pragma once

#include <sycl/accessor.hpp>

namespace sycl::detail {

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
  // The box of the same shape without gaps at `memory`.
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

// The handler's view of an accessor.
struct accessor_access {
  template <typename T, int D, access_mode M, target Target, access::placeholder P,
            typename PropertyListT>
  static memory_box box(const accessor<T, D, M, Target, P, PropertyListT> &acc) noexcept {
    memory_box box{};
    if constexpr (D == 0) {
      box.address = bytes_at(acc.first_);
      box.row_bytes = acc.byte_size();
      box.rows = box.slices = 1;
    } else {
      box.address = bytes_at(acc.first_);
      box.row_bytes = acc.box_[D - 1] * sizeof(T);
      box.rows = D > 1 ? acc.box_[D > 1 ? D - 2 : 0] : 1;
      box.slices = D > 2 ? acc.box_[0] : 1;
      box.row_pitch = acc.memory_[D - 1] * sizeof(T);
      box.slice_pitch = D > 2 ? acc.memory_[D > 1 ? D - 2 : 0] * box.row_pitch : 0;
    }
    return box;
  }

  template <typename T, int D, access_mode M, target Target, access::placeholder P,
            typename PropertyListT>
  static scythe_access description(const accessor<T, D, M, Target, P, PropertyListT> &acc) noexcept {
    scythe_access access{};
    access.buffer = acc.buffer_;
    access.mode = acc.mode_;
    access.dims = D;
    access.element_size = sizeof(T);
    access.byte_offset = acc.byte_offset_;
    for (int d = 0; d < 3; ++d) {
      access.buffer_range[d] = access.range[d] = 1;
      if constexpr (D > 0) {
        if (d < D) {
          access.buffer_range[d] = acc.memory_[d];
          access.range[d] = acc.box_[d];
          access.offset[d] = acc.offset_[d];
        }
      }
    }
    if constexpr (D == 0) {
      if (acc.empty()) {
        access.dims = 1;
        access.buffer_range[0] = access.range[0] = 0;
      }
    }
    return access;
  }

  // The address of the buffer that the accessor was made for.
  template <typename T, int D, access_mode M, target Target, access::placeholder P,
            typename PropertyListT>
  static const void *buffer_start(const accessor<T, D, M, Target, P, PropertyListT> &acc) noexcept {
    return bytes_at<typename accessor<T, D, M, Target, P, PropertyListT>::value_type>(acc.buffer_start()) -
           acc.byte_offset_;
  }

private:
  template <typename T> static unsigned char *bytes_at(T *pointer) noexcept {
    return reinterpret_cast<unsigned char *>(const_cast<std::remove_const_t<T> *>(pointer));
  }
};

} // namespace sycl::detail
