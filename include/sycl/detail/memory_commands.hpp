// Commands that copy and fill memory (SYCL 2020 §4.9.4.3), for class handler.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/detail/command_end.hpp>
#include <sycl/detail/memory_2d_commands.hpp>
#include <sycl/detail/memory_box.hpp>
#include <sycl/device_copyable.hpp>

#include <cstddef>
#include <memory>

namespace sycl::detail {

template <typename Handler> class memory_commands {
public:
  // -- USM --------------------------------------------------------------------

  void memcpy(void *dest, const void *src, std::size_t numBytes) {
    self().begin(SCYTHE_COMMAND_COPY);
    self().command_.u.copy = {dest, src, numBytes};
  }

  template <typename T> void copy(const T *src, T *dest, std::size_t count) {
    static_assert(is_device_copyable_v<T>, "copy: the element type must be device-copyable");
    this->memcpy(dest, src, count * sizeof(T));
  }

  void memset(void *ptr, int value, std::size_t numBytes) {
    fill(ptr, static_cast<unsigned char>(value), numBytes);
  }

  template <typename T> void fill(void *ptr, const T &pattern, std::size_t count) {
    static_assert(is_device_copyable_v<T>, "fill: the pattern must be device-copyable");
    self().begin(SCYTHE_COMMAND_FILL);
    self().command_.u.fill = {ptr, self().keep(pattern), sizeof(T), count};
  }

  // Hints: memory is where it is.
  void prefetch(const void *, std::size_t) { self().begin(SCYTHE_COMMAND_EMPTY); }
  void mem_advise(const void *, std::size_t, int) { self().begin(SCYTHE_COMMAND_EMPTY); }

  // -- explicit memory operations -------------------------------------------

  template <typename SrcT, int SrcDim, access_mode SrcMode, target SrcTgt,
            access::placeholder IsPlaceholder, typename PropertyListT, typename DestT>
  void copy(accessor<SrcT, SrcDim, SrcMode, SrcTgt, IsPlaceholder, PropertyListT> src,
            DestT *dest) {
    check_source<SrcMode>();
    self().require(src, true);
    const memory_box box = accessor_access::box(src);
    copy_box(box.packed_at(dest), box);
  }

  template <typename SrcT, typename DestT, int DestDim, access_mode DestMode, target DestTgt,
            access::placeholder IsPlaceholder, typename PropertyListT>
  void copy(const SrcT *src,
            accessor<DestT, DestDim, DestMode, DestTgt, IsPlaceholder, PropertyListT> dest) {
    check_destination<DestMode>();
    self().require(dest, true);
    const memory_box box = accessor_access::box(dest);
    copy_box(box, box.packed_at(src));
  }

  // The runtime copies with plain pointers; the command holds on to the host
  // memory until it is done.
  template <typename SrcT, int SrcDim, access_mode SrcMode, target SrcTgt,
            access::placeholder IsPlaceholder, typename PropertyListT, typename DestT>
  void copy(accessor<SrcT, SrcDim, SrcMode, SrcTgt, IsPlaceholder, PropertyListT> src,
            std::shared_ptr<DestT> dest) {
    copy(src, dest.get());
    add_command_end(self(), new kept_host_memory(std::move(dest)));
  }

  template <typename SrcT, typename DestT, int DestDim, access_mode DestMode, target DestTgt,
            access::placeholder IsPlaceholder, typename PropertyListT>
  void copy(std::shared_ptr<SrcT> src,
            accessor<DestT, DestDim, DestMode, DestTgt, IsPlaceholder, PropertyListT> dest) {
    copy(static_cast<const std::remove_extent_t<SrcT> *>(src.get()), dest);
    add_command_end(self(), new kept_host_memory(std::move(src)));
  }

  template <typename SrcT, int SrcDim, access_mode SrcMode, target SrcTgt,
            access::placeholder IsSrcPlaceholder,
            typename SrcPropertyListT, typename DestT, int DestDim,
            access_mode DestMode, target DestTgt, access::placeholder IsDestPlaceholder,
            typename DestPropertyListT>
  void copy(accessor<SrcT, SrcDim, SrcMode, SrcTgt, IsSrcPlaceholder, SrcPropertyListT> src,
            accessor<DestT, DestDim, DestMode, DestTgt, IsDestPlaceholder, DestPropertyListT> dest) {
    check_source<SrcMode>();
    check_destination<DestMode>();
    self().require(src, true);
    self().require(dest, true);
    const memory_box from = accessor_access::box(src);
    const memory_box to = accessor_access::box(dest);
    if (to.bytes() < from.bytes())
      throw_error(errc::invalid, "copy: the destination is smaller than the source");
    if (from.same_shape(to))
      copy_box(to, from);
    else if (to.is_packed())
      copy_box(from.packed_at(to.address), from);
    else if (from.is_packed() && from.bytes() == to.bytes())
      copy_box(to, to.packed_at(from.address));
    else if (from.bytes() == to.bytes())
      copy_staged(to, from);
    else
      throw_error(errc::feature_not_supported,
                  "copy: the destination is larger than the source, of another shape, and has gaps "
                  "between its rows");
  }

  template <typename T, int Dim, access_mode Mode, target Tgt, access::placeholder IsPlaceholder,
            typename PropertyListT>
  void fill(accessor<T, Dim, Mode, Tgt, IsPlaceholder, PropertyListT> dest, const T &src) {
    check_destination<Mode>();
    self().require(dest, true);
    const memory_box box = accessor_access::box(dest);
    if (box.is_packed()) {
      self().begin(SCYTHE_COMMAND_FILL);
      self().command_.u.fill = {box.address, self().keep(src), sizeof(T), box.bytes() / sizeof(T)};
    } else {
      self().begin(SCYTHE_COMMAND_FILL_RECT);
      self().command_.u.fill_rect = {box.address, self().keep(src), sizeof(T),
                                     box.row_bytes / sizeof(T), box.rows, box.slices,
                                     box.row_pitch, box.slice_pitch};
    }
  }

  // The command is an access of the host: when it is complete, the host memory
  // is up to date.
  template <typename T, int Dim, access_mode Mode, target Tgt, access::placeholder IsPlaceholder,
            typename PropertyListT>
  void update_host(accessor<T, Dim, Mode, Tgt, IsPlaceholder, PropertyListT> acc) {
    self().require(acc);
    scythe_access access = accessor_access::description(acc);
    access.mode = SCYTHE_ACCESS_READ;
    self().add_access(access, true);
    self().begin(SCYTHE_COMMAND_EMPTY);
  }

private:
  friend Handler;
  template <typename> friend class memory_2d_commands;

  Handler &self() noexcept { return static_cast<Handler &>(*this); }

  // Boxes of different shapes: the elements go through memory without gaps. The
  // command that brings them there is submitted just before this one, when all
  // dependencies are known.
  void copy_staged(const memory_box &to, const memory_box &from) {
    auto *const memory =
        new command_memory(*self().queue_, from.bytes(), alignof(std::max_align_t));
    self().ends_.add(memory);
    self().staged_from_ = from;
    self().stage_ = &Handler::submit_stage;
    copy_box(to, to.packed_at(memory->start()));
  }

  void copy_box(const memory_box &to, const memory_box &from) {
    if (to.is_packed() && from.is_packed()) {
      this->memcpy(to.address, from.address, from.bytes());
    } else {
      self().begin(SCYTHE_COMMAND_COPY_RECT);
      self().command_.u.copy_rect = {to.address,     from.address,   from.row_bytes,
                                     from.rows,      from.slices,    to.row_pitch,
                                     to.slice_pitch, from.row_pitch, from.slice_pitch};
    }
  }

  template <access_mode Mode> static constexpr void check_source() {
    static_assert(Mode == access_mode::read || Mode == access_mode::read_write,
                  "the source accessor of a copy must be readable");
  }
  template <access_mode Mode> static constexpr void check_destination() {
    static_assert(Mode != access_mode::read, "the destination accessor must be writable");
  }
};

} // namespace sycl::detail
