// What a kernel writes to a stream, and how it becomes text.
//
// SYCL 2020 §4.16.2: between two flushes the output of a work-item must not mix
// with that of others. Kernels therefore leave records, each with the number of
// its work-item, and the runtime puts together what belongs together when
// the kernel is done. So no work-item needs a buffer of its own, however many there
// are, and the order of the records says which flush came first.
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
  std::uint32_t flush; // whether there is a flush behind the text

  static constexpr std::uint64_t size_with(std::uint64_t length) noexcept {
    return sizeof(stream_record) + (length + alignof(stream_record) - 1) /
                                       alignof(stream_record) * alignof(stream_record);
  }
};

// The head of the memory, which records follow.
struct stream_memory {
  std::uint64_t taken; // bytes of records, those that found no room included
  std::uint64_t capacity;

  unsigned char *records() noexcept { return reinterpret_cast<unsigned char *>(this + 1); }

  // In a kernel. What finds no room is lost (SYCL 2020 §4.16).
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

// Prints what a kernel left, when it is done.
class stream_output : public command_memory {
public:
  stream_output(const queue_impl &queue, std::size_t total, std::size_t per_work_item)
      : command_memory(queue, sizeof(stream_memory) + capacity(total), alignof(stream_memory)),
        total_(total), per_work_item_(per_work_item) {
    ::new (start()) stream_memory{0, capacity(total)};
  }

  stream_memory *memory() const noexcept { return static_cast<stream_memory *>(start()); }

  // The text goes where printf's goes, so that it comes behind what was printed
  // before.
  void finish() override {
    stream_memory &memory = *this->memory();
    const std::size_t bytes = memory.taken < memory.capacity ? memory.taken : memory.capacity;
    check(scythe_stream_gather(memory.records(), bytes, total_, per_work_item_, print));
    std::fflush(stdout);
  }

private:
  static void print(const char *text, std::size_t length) { std::fwrite(text, 1, length, stdout); }

  // A record may hold as little as one character. Memory that is not used costs
  // nothing; still there is a number of records beyond which short ones have to
  // share the room with text.
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
