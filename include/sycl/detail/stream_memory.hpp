// The memory that a kernel writes to a stream, and its conversion to text.
//
// SYCL 2020 §4.16.2: between two flushes the output of a work-item must not mix with that of
// others. Kernels therefore store records, each with the number of its work-item, and the runtime
// merges the records of each work-item when the kernel is done. So work-items need no buffers,
// however many there are, and the order of the records shows which flush came first.
#pragma once

#include <sycl/atomic_ref.hpp>
#include <sycl/detail/builtins.hpp>
#include <sycl/detail/command_end.hpp>

#include <cstdint>
#include <cstdio>

namespace sycl::inline _V1::detail {

// The runtime knows this layout. Text follows it, up to the next multiple of its
// alignment.
struct stream_record {
  std::uint64_t work_item;
  std::uint32_t length;
  std::uint32_t flush; // whether the text is followed by a flush

  static constexpr std::uint64_t size_with(std::uint64_t length) noexcept {
    return sizeof(stream_record) + (length + alignof(stream_record) - 1) /
                                       alignof(stream_record) * alignof(stream_record);
  }
};

// The head of the memory; records follow.
struct stream_memory {
  std::uint64_t taken; // bytes of records, those that found no room included
  std::uint64_t capacity;

  unsigned char *records() noexcept { return reinterpret_cast<unsigned char *>(this + 1); }

  // In a kernel. Text that does not fit is lost (SYCL 2020 §4.16).
  SCYTHE_COLD void append(const char *text, std::uint32_t length, bool flush) noexcept {
    const atomic_ref<std::uint64_t, memory_order::relaxed, memory_scope::device> end(taken);
    const std::uint64_t start = end.fetch_add(stream_record::size_with(length));
    if (start > capacity || capacity - start < sizeof(stream_record))
      return;
    const std::uint64_t room = capacity - start - sizeof(stream_record);
    if (length > room)
      length = static_cast<std::uint32_t>(room);
    unsigned char *const place = records() + start;
    ::new (static_cast<void *>(place)) stream_record{global_linear_id(), length, flush};
    for (std::uint32_t idx = 0; idx < length; ++idx)
      place[sizeof(stream_record) + idx] = static_cast<unsigned char>(text[idx]);
  }
};

// Prints the kernel's output at its end.
class stream_output : public command_memory {
public:
  stream_output(const queue_impl &queue, std::size_t total, std::size_t per_work_item)
      : command_memory(queue, sizeof(stream_memory) + capacity(total), alignof(stream_memory)),
        total_(total), per_work_item_(per_work_item) {
    ::new (start()) stream_memory{0, capacity(total)};
  }

  stream_memory *memory() const noexcept { return static_cast<stream_memory *>(start()); }

  // The text goes to the same file as printf's, so that it follows what was printed before.
  void finish() override {
    stream_memory &memory = *this->memory();
    const std::size_t bytes = memory.taken < memory.capacity ? memory.taken : memory.capacity;
    check(scythe_stream_gather(memory.records(), bytes, total_, per_work_item_, print));
    std::fflush(stdout);
  }

private:
  static void print(const char *text, std::size_t length) { std::fwrite(text, 1, length, stdout); }

  // A record may contain as little as one character. Unused memory costs nothing; still, the space
  // for headers of short records is limited.
  static std::size_t capacity(std::size_t total) {
    constexpr std::size_t most_records = std::size_t{1} << 24;
    constexpr std::size_t slack = 4096;
    const std::size_t records = total < most_records ? total : most_records;
    if (total > SIZE_MAX / 4)
      throw_error(errc::memory_allocation, "stream: the buffer does not fit into memory");
    return total + slack + records * stream_record::size_with(1);
  }

  std::size_t total_;
  std::size_t per_work_item_;
};

} // namespace sycl::detail
