// Launches a kernel with reductions over an index space.
#pragma once

#include <sycl/detail/command_end.hpp>
#include <sycl/detail/reduction_kernel.hpp>

#include <cstdint>

namespace sycl::inline _V1::detail {

// Added to the command group by a launch. Defined in handler.hpp.
std::size_t reserve_local_memory(handler &handler, std::size_t bytes, std::size_t align);
void add_command_end(handler &handler, command_end *end, bool finishes) noexcept;
const queue_impl &queue_of(const handler &handler) noexcept;

constexpr std::size_t round_up(std::size_t value, std::size_t multiple) noexcept {
  return (value + multiple - 1) / multiple * multiple;
}
constexpr std::size_t divide_up(std::size_t value, std::size_t divisor) noexcept {
  return value / divisor + (value % divisor != 0);
}

// How work-items run: in sequence on a few processors, or each as a thread of a GPU (whose code is
// PTX).
enum class reduction_home { processors, threads };

inline reduction_home home_of_reductions(const handler &handler) {
  return queue_of(handler).sycl_device.get_backend() == backend::ext_oneapi_cuda
             ? reduction_home::threads
             : reduction_home::processors;
}

// How a range is distributed, and over how many work-groups of how many work-items. It depends only
// on sizes and the kind of device, not on the machine: so results of floating-point reductions do,
// too.
template <int Dimensions> class reduction_deal {
public:
  reduction_deal(const range<Dimensions> &size, bool has_arrays, reduction_home home) noexcept
      : pieces{size, 0, 0, 0, 0} {
    const std::size_t columns = size[Dimensions - 1];
    const std::size_t rows = columns ? size.size() / columns : 0;
    const bool threads = home == reduction_home::threads;
    // Each work-item has arrays of its own. With narrow rows, most of the work-items would have no
    // item.
    if (threads)
      items = has_arrays || columns < thread_items / 2 ? 32 : thread_items;
    else
      items = has_arrays || columns < work_items / 2 ? 1 : work_items;
    const std::size_t share = size.size() / (threads ? most_thread_groups : most_groups) + 1;
    const std::size_t least = threads ? 4 * items : least_share;
    const std::size_t chunk = round_up(share < least ? least : share, items);
    if constexpr (Dimensions == 1) {
      pieces.piece = chunk;
      pieces.pieces = pieces.total = divide_up(columns, chunk);
      pieces.per_group = 1;
    } else {
      pieces.piece = columns < chunk ? round_up(columns ? columns : 1, items) : chunk;
      pieces.pieces = divide_up(columns, pieces.piece);
      pieces.total = rows * pieces.pieces;
      pieces.per_group = columns < chunk && columns ? divide_up(chunk, columns) : 1;
    }
    // Without items, the variable still has to be set.
    groups = pieces.total ? divide_up(pieces.total, pieces.per_group) : 1;
  }

  reduction_pieces<Dimensions> pieces;
  std::size_t items;
  std::size_t groups;

private:
  // The number of work-items that the compiler vectorises.
  static constexpr std::size_t work_items = 16;
  // Enough to occupy many processors, and few enough for one work-item to combine their partial
  // results.
  static constexpr std::size_t most_groups = 512;
  static constexpr std::size_t least_share = 64;
  // Enough to occupy a GPU, all at the same time.
  static constexpr std::size_t thread_items = 256;
  static constexpr std::size_t most_thread_groups = 1024;
};

// Allocates the variables' memory for a launch of this many work-groups, and returns the counts of
// finished groups.
template <typename... Variables>
reduction_count *prepare_reductions(handler &handler, std::size_t groups, std::size_t items,
                                  Variables &...variables) {
  const bool threads = home_of_reductions(handler) == reduction_home::threads;
  const std::size_t counts = threads ? 1 : reduction_count::blocks(groups) + 1;
  std::size_t bytes = counts * sizeof(reduction_count);
  std::size_t align = alignof(reduction_count);
  const auto reserve = [&](auto &variable) {
    using slot_type = typename std::decay_t<decltype(variable)>::slot_type;
    constexpr std::size_t extent = std::decay_t<decltype(variable)>::extent;
    const std::size_t start = round_up(bytes, alignof(slot_type));
    if (extent != 0 && groups > (SIZE_MAX / 2 - start) / (extent * sizeof(slot_type)))
      throw_error(errc::memory_allocation, "the partial results of the reductions do not fit "
                                           "into memory: use larger work-groups");
    bytes = start + groups * extent * sizeof(slot_type);
    align = alignof(slot_type) > align ? alignof(slot_type) : align;
    return start;
  };
  const std::size_t starts[] = {reserve(variables)...};
  unsigned char *start;
  if (threads) {
    // The kernel resets the count.
    auto *const memory =
        new command_scratch(queue_of(handler), counts * sizeof(reduction_count), bytes);
    add_command_end(handler, memory, false);
    start = static_cast<unsigned char *>(memory->start());
  } else {
    auto *const memory = new command_memory(queue_of(handler), bytes, align);
    add_command_end(handler, memory, false);
    start = static_cast<unsigned char *>(memory->start());
  }
  const std::size_t *next = starts;
  const auto place = [&](auto &variable) {
    using variable_type = std::decay_t<decltype(variable)>;
    using slot_type = typename variable_type::slot_type;
    const std::size_t local =
        variable_type::meets_in_builtin
            ? 0
            : reserve_local_memory(handler, items * sizeof(slot_type), alignof(slot_type));
    variable.set_memory(start + *next++, local);
  };
  (place(variables), ...);
  auto *const first = reinterpret_cast<reduction_count *>(start);
  for (std::size_t count = 0; count < counts && !threads; ++count)
    ::new (static_cast<void *>(first + count)) reduction_count{0};
  return first;
}

template <typename... ValueTs> constexpr void check_reductions() {
  static_assert((is_reduction_v<ValueTs> && ...),
                "parallel_for: everything between the index space and the kernel must be an object "
                "that sycl::reduction returned");
}

} // namespace sycl::detail
