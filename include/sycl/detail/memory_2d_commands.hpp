// The extension sycl_ext_oneapi_memcpy2d: copies and fills of the rows of a region, for
// classes handler and queue. Pitches, from row to row, and widths are in bytes, or in
// elements where the function has an element type.
#pragma once

#include <sycl/detail/memory_box.hpp>

#include <vector>

namespace sycl::inline _V1::detail {

template <typename Handler> class memory_2d_commands {
public:
  void ext_oneapi_memcpy2d(void *dest, std::size_t destPitch, const void *src,
                           std::size_t srcPitch, std::size_t width, std::size_t height) {
    copy_rows(dest, destPitch, src, srcPitch, width, height, 1);
  }
  template <typename DataT>
  void ext_oneapi_copy2d(const DataT *src, std::size_t srcPitch, DataT *dest,
                         std::size_t destPitch, std::size_t width, std::size_t height) {
    copy_rows(dest, destPitch, src, srcPitch, width, height, sizeof(DataT));
  }
  void ext_oneapi_memset2d(void *dest, std::size_t destPitch, int value, std::size_t width,
                           std::size_t height) {
    fill_rows(dest, destPitch, static_cast<unsigned char>(value), width, height);
  }
  template <typename DataT>
  void ext_oneapi_fill2d(void *dest, std::size_t destPitch, const DataT &pattern,
                         std::size_t width, std::size_t height) {
    fill_rows(dest, destPitch, pattern, width, height);
  }

private:
  Handler &self() noexcept { return static_cast<Handler &>(*this); }

  // The total size in bytes must not overflow.
  static void check_rows(std::size_t pitch, std::size_t width, std::size_t height,
                         std::size_t size) {
    if (width > pitch)
      throw_error(errc::invalid, "the rows of the region are longer than their pitch");
    if (height != 0 && pitch != 0 && pitch > SIZE_MAX / size / height)
      throw_error(errc::invalid, "the region is larger than memory");
  }

  static memory_box rows(const void *start, std::size_t pitch, std::size_t width,
                         std::size_t height, std::size_t size) {
    memory_box box{};
    box.address = static_cast<unsigned char *>(const_cast<void *>(start));
    box.row_bytes = width * size;
    box.rows = height;
    box.slices = 1;
    box.row_pitch = pitch * size;
    return box;
  }

  SCYTHE_OPAQUE void copy_rows(void *dest, std::size_t dest_pitch, const void *src,
                               std::size_t src_pitch, std::size_t width, std::size_t height,
                               std::size_t size) {
    check_rows(dest_pitch, width, height, size);
    check_rows(src_pitch, width, height, size);
    self().copy_box(rows(dest, dest_pitch, width, height, size),
                    rows(src, src_pitch, width, height, size));
  }

  template <typename DataT>
  void fill_rows(void *dest, std::size_t pitch, const DataT &pattern, std::size_t width,
                 std::size_t height) {
    check_rows(pitch, width, height, sizeof(DataT));
    self().begin(SCYTHE_COMMAND_FILL_RECT);
    self().command_.body.fill_rect = {dest,   self().keep(pattern), sizeof(DataT), width,
                                   height, 1,                    pitch * sizeof(DataT), 0};
  }
};

// The same for queues, with and without events to wait for.
template <typename Queue, typename Event> class memory_2d_shortcuts {
public:
#define SCYTHE_2D_SHORTCUTS(event_parameter, event_argument)                                       \
  Event ext_oneapi_memcpy2d(void *dest, std::size_t destPitch, const void *src,                    \
                            std::size_t srcPitch, std::size_t width,                               \
                            std::size_t height event_parameter) {                                  \
    return self().after(event_argument, [&](auto &group) {                                         \
      group.ext_oneapi_memcpy2d(dest, destPitch, src, srcPitch, width, height);                    \
    });                                                                                            \
  }                                                                                                \
  template <typename DataT>                                                                        \
  Event ext_oneapi_copy2d(const DataT *src, std::size_t srcPitch, DataT *dest,                     \
                          std::size_t destPitch, std::size_t width,                                \
                          std::size_t height event_parameter) {                                    \
    return self().after(event_argument, [&](auto &group) {                                         \
      group.ext_oneapi_copy2d(src, srcPitch, dest, destPitch, width, height);                      \
    });                                                                                            \
  }                                                                                                \
  Event ext_oneapi_memset2d(void *dest, std::size_t destPitch, int value, std::size_t width,       \
                            std::size_t height event_parameter) {                                  \
    return self().after(event_argument, [&](auto &group) {                                         \
      group.ext_oneapi_memset2d(dest, destPitch, value, width, height);                            \
    });                                                                                            \
  }                                                                                                \
  template <typename DataT>                                                                        \
  Event ext_oneapi_fill2d(void *dest, std::size_t destPitch, const DataT &pattern,                 \
                          std::size_t width, std::size_t height event_parameter) {                 \
    return self().after(event_argument, [&](auto &group) {                                         \
      group.ext_oneapi_fill2d(dest, destPitch, pattern, width, height);                            \
    });                                                                                            \
  }
#define SCYTHE_COMMA ,
  SCYTHE_2D_SHORTCUTS(, Queue::no_events())
  SCYTHE_2D_SHORTCUTS(SCYTHE_COMMA Event depEvent, depEvent)
  SCYTHE_2D_SHORTCUTS(SCYTHE_COMMA const std::vector<Event> &depEvents, depEvents)
#undef SCYTHE_COMMA
#undef SCYTHE_2D_SHORTCUTS

private:
  Queue &self() noexcept { return static_cast<Queue &>(*this); }
};

} // namespace sycl::detail
