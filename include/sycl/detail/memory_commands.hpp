// Commands that copy and fill memory (SYCL 2020 §4.9.4.3), for class handler.
#pragma once

#include <sycl/accessor.hpp>
#include <sycl/detail/command_end.hpp>
#include <sycl/detail/memory_2d_commands.hpp>
#include <sycl/detail/memory_box.hpp>
#include <sycl/device_copyable.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace sycl::inline _V1::detail {

template <typename Handler> class device_global_commands;

template <typename Handler> class memory_commands {
public:
  // -- USM --------------------------------------------------------------------

  void memcpy(void *dest, const void *src, std::size_t numBytes) {
    copy_bytes(dest, src, numBytes, SCYTHE_COPY_FROM_PROGRAM | SCYTHE_COPY_TO_PROGRAM);
  }

  template <typename ValueT> void copy(const ValueT *src, ValueT *dest, std::size_t count) {
    static_assert(is_device_copyable_v<ValueT>, "copy: the element type must be device-copyable");
    if (count > SIZE_MAX / sizeof(ValueT))
      throw_error(errc::invalid, "copy: the size of the elements in bytes overflows std::size_t");
    this->memcpy(dest, src, count * sizeof(ValueT));
  }

  void memset(void *ptr, int value, std::size_t numBytes) {
    fill(ptr, static_cast<unsigned char>(value), numBytes);
  }

  template <typename ValueT> void fill(void *ptr, const ValueT &pattern, std::size_t count) {
    static_assert(is_device_copyable_v<ValueT>, "fill: the pattern must be device-copyable");
    self().begin(SCYTHE_COMMAND_FILL);
    self().command_.body.fill = {ptr, self().keep(pattern), sizeof(ValueT), count, SCYTHE_COPY_TO_PROGRAM};
  }

  // Hints.
  void prefetch(const void *ptr, std::size_t numBytes) {
    self().begin(SCYTHE_COMMAND_PREFETCH);
    self().command_.body.hint = {ptr, numBytes, 0};
  }
  void mem_advise(const void *ptr, std::size_t numBytes, int advice) {
    self().begin(SCYTHE_COMMAND_ADVISE);
    self().command_.body.hint = {ptr, numBytes, advice};
  }

  // -- explicit memory operations -------------------------------------------

  template <typename SrcT, int SrcDim, access_mode SrcMode, target SrcTgt,
            access::placeholder IsPlaceholder, typename PropertyListT, typename DestT>
  void copy(accessor<SrcT, SrcDim, SrcMode, SrcTgt, IsPlaceholder, PropertyListT> src,
            DestT *dest) {
    check_source<SrcMode>();
    self().require(src);
    const memory_box box = accessor_access::box(src);
    copy_box(box.packed_at(dest), box, SCYTHE_COPY_TO_PROGRAM);
  }

  template <typename SrcT, typename DestT, int DestDim, access_mode DestMode, target DestTgt,
            access::placeholder IsPlaceholder, typename PropertyListT>
  void copy(const SrcT *src,
            accessor<DestT, DestDim, DestMode, DestTgt, IsPlaceholder, PropertyListT> dest) {
    check_destination<DestMode>();
    self().require(dest);
    const memory_box box = accessor_access::box(dest);
    copy_box(box, box.packed_at(src), SCYTHE_COPY_FROM_PROGRAM);
  }

  // The runtime copies with plain pointers; the command keeps the host memory alive until it is
  // done.
  template <typename SrcT, int SrcDim, access_mode SrcMode, target SrcTgt,
            access::placeholder IsPlaceholder, typename PropertyListT, typename DestT>
  void copy(accessor<SrcT, SrcDim, SrcMode, SrcTgt, IsPlaceholder, PropertyListT> src,
            std::shared_ptr<DestT> dest) {
    copy(src, dest.get());
    add_command_end(self(), new kept_host_memory(std::move(dest)), false);
  }

  template <typename SrcT, typename DestT, int DestDim, access_mode DestMode, target DestTgt,
            access::placeholder IsPlaceholder, typename PropertyListT>
  void copy(std::shared_ptr<SrcT> src,
            accessor<DestT, DestDim, DestMode, DestTgt, IsPlaceholder, PropertyListT> dest) {
    copy(static_cast<const std::remove_extent_t<SrcT> *>(src.get()), dest);
    add_command_end(self(), new kept_host_memory(std::move(src)), false);
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
    self().require(src);
    self().require(dest);
    const memory_box from = accessor_access::box(src);
    const memory_box target = accessor_access::box(dest);
    if (target.bytes() < from.bytes())
      throw_error(errc::invalid, "copy: the destination is smaller than the source");
    if (from.same_shape(target))
      copy_box(target, from);
    else if (target.is_packed())
      copy_box(from.packed_at(target.address), from);
    else if (from.is_packed() && from.bytes() == target.bytes())
      copy_box(target, target.packed_at(from.address));
    else if (from.bytes() == target.bytes())
      copy_staged(target, from);
    else
      throw_error(errc::feature_not_supported,
                  "copy: the destination is larger than the source, of another shape, and has gaps "
                  "between its rows");
  }

  template <typename ValueT, int Dim, access_mode Mode, target Tgt,
            access::placeholder IsPlaceholder, typename PropertyListT>
  void fill(accessor<ValueT, Dim, Mode, Tgt, IsPlaceholder, PropertyListT> dest,
            const ValueT &src) {
    check_destination<Mode>();
    self().require(dest);
    const memory_box box = accessor_access::box(dest);
    if (box.is_packed()) {
      self().begin(SCYTHE_COMMAND_FILL);
      self().command_.body.fill = {box.address, self().keep(src), sizeof(ValueT), box.bytes() / sizeof(ValueT),
                                0};
    } else {
      self().begin(SCYTHE_COMMAND_FILL_RECT);
      self().command_.body.fill_rect = {box.address, self().keep(src), sizeof(ValueT),
                                     box.row_bytes / sizeof(ValueT), box.rows, box.slices,
                                     box.row_pitch, box.slice_pitch};
    }
  }

  // The command is a host access: when it is complete, the host memory is up to date.
  template <typename ValueT, int Dim, access_mode Mode, target Tgt,
            access::placeholder IsPlaceholder, typename PropertyListT>
  void update_host(accessor<ValueT, Dim, Mode, Tgt, IsPlaceholder, PropertyListT> acc) {
    self().require(acc);
    scythe_access access = accessor_access::description(acc);
    access.mode = SCYTHE_ACCESS_READ;
    self().add_access(access, true);
    self().begin(SCYTHE_COMMAND_EMPTY);
  }

private:
  friend Handler;
  friend class device_global_commands<Handler>;
  template <typename> friend class memory_2d_commands;

  Handler &self() noexcept { return static_cast<Handler &>(*this); }

  // Boxes of different shapes: the elements are copied through memory without gaps. The command
  // that copies them there is submitted just before this one, when all dependencies are known.
  void copy_staged(const memory_box &target, const memory_box &from) {
    auto *const memory =
        new command_memory(*self().queue_, from.bytes(), alignof(std::max_align_t));
    self().ends_.add(memory, false);
    self().staged_from_ = from;
    self().stage_ = &Handler::submit_stage;
    copy_box(target, target.packed_at(memory->start()));
  }

  // `flags` (SCYTHE_COPY_*) say which addresses are those of the program.
  void copy_bytes(void *dest, const void *src, std::size_t bytes, std::uint32_t flags) {
    self().begin(SCYTHE_COMMAND_COPY);
    self().command_.body.copy = {dest, src, bytes, flags};
  }

  void copy_box(const memory_box &target, const memory_box &from, std::uint32_t flags = 0) {
    if (target.is_packed() && from.is_packed()) {
      copy_bytes(target.address, from.address, from.bytes(), flags);
    } else {
      self().begin(SCYTHE_COMMAND_COPY_RECT);
      self().command_.body.copy_rect = {target.address,     from.address,   from.row_bytes,
                                     from.rows,      from.slices,    target.row_pitch,
                                     target.slice_pitch, from.row_pitch, from.slice_pitch, flags};
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
