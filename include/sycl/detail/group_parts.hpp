// Operations of parts of sub-groups, like those of the builtins for whole groups: by exchange of
// values between lanes, the work-items of the sub-group. A rank is a work-item's position in its
// part.
//
// In a branch or loop that only some work-items of the sub-group execute, these exchange values
// among themselves (on processors; OpenCL drivers require all work-items).
#pragma once

#include <sycl/detail/builtins.hpp>
#include <sycl/detail/group_words.hpp>
#include <sycl/detail/memory_semantics.hpp>

#include <cstddef>
#include <cstdint>

namespace sycl::inline _V1::detail {

#if defined(__NVPTX__) && defined(__SYCL_DEVICE_ONLY__)

// NVIDIA GPUs need a mask of participating lanes: those that currently execute together, or the
// members of a part. A part's members may be at different points, so the instruction waits for
// them.
SCYTHE_ALWAYS_INLINE inline std::uint32_t present_lanes() noexcept {
  return __nvvm_activemask();
}

template <typename Word>
SCYTHE_ALWAYS_INLINE inline Word shuffle_word(std::uint64_t members, Word word,
                                              std::uint32_t lane) noexcept {
  if constexpr (sizeof(Word) == 8) {
    const auto bits = __builtin_bit_cast(std::uint64_t, word);
    const auto low = shuffle_word(members, static_cast<std::uint32_t>(bits), lane);
    const auto high = shuffle_word(members, static_cast<std::uint32_t>(bits >> 32), lane);
    return __builtin_bit_cast(Word, std::uint64_t(high) << 32 | low);
  } else if constexpr (sizeof(Word) == 4) {
    return __builtin_bit_cast(
        Word, __nvvm_shfl_sync_idx_i32(static_cast<std::uint32_t>(members),
                                       __builtin_bit_cast(int, word), static_cast<int>(lane), 31));
  } else {
    using bits = std::conditional_t<sizeof(Word) == 2, std::uint16_t, std::uint8_t>;
    const std::uint32_t value = __builtin_bit_cast(bits, word);
    return __builtin_bit_cast(Word, static_cast<bits>(shuffle_word(members, value, lane)));
  }
}

template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline ValueT value_of_lane(std::uint64_t members, const ValueT &arg_x,
                                                 std::uint32_t lane) noexcept {
  return move_value([=](auto word) { return shuffle_word(members, word, lane); }, arg_x);
}

SCYTHE_ALWAYS_INLINE inline std::uint64_t ballot(std::uint64_t members, bool predicate) noexcept {
  return static_cast<std::uint32_t>(
      __nvvm_vote_ballot_sync(static_cast<std::uint32_t>(members), predicate));
}

SCYTHE_ALWAYS_INLINE inline void barrier_of(std::uint64_t members, int scope,
                                            int semantics) noexcept {
  if (scope < builtin_scope(memory_scope::sub_group))
    __mux_mem_barrier(scope, semantics);
  __nvvm_bar_warp_sync(static_cast<std::uint32_t>(members));
}

#else

// The work-items that are present exchange values.
SCYTHE_ALWAYS_INLINE inline std::uint64_t present_lanes() noexcept { return 0; }

template <typename ValueT>
SCYTHE_ALWAYS_INLINE inline ValueT value_of_lane(std::uint64_t, const ValueT &arg_x,
                                                 std::uint32_t lane) noexcept {
  return move_value(
      [lane](auto word) { return group_transfer<decltype(word)>::shuffle(word, lane); }, arg_x);
}

SCYTHE_ALWAYS_INLINE inline std::uint64_t ballot(std::uint64_t, bool predicate) noexcept {
  const std::uint32_t lane = sub_group_local_id();
  return group_operation<op_or, std::uint64_t>::reduce(
      sub_group_kind{}, predicate && lane < 64 ? std::uint64_t(1) << lane : 0);
}

SCYTHE_ALWAYS_INLINE inline void barrier_of(std::uint64_t, int scope, int semantics) noexcept {
  detail::barrier(sub_group_kind{}, scope, semantics);
}

#endif

// A bit for each lane that is present and whose `predicate` holds. Lanes from 64 on have none: only
// OpenCL drivers have sub-groups that large.
SCYTHE_ALWAYS_INLINE inline std::uint64_t ballot(bool predicate) noexcept {
  return ballot(present_lanes(), predicate);
}

SCYTHE_ALWAYS_INLINE inline std::uint32_t count_bits(std::uint64_t bits) noexcept {
  return static_cast<std::uint32_t>(__builtin_popcountll(bits));
}

// The common part of all kinds of parts. A part has its members' lanes (`members` as bits,
// `lane_of` by rank), the `rank` of this work-item and a `limit` of its size that is the same for
// all parts of the sub-group, so that all work-items execute the same rounds.
template <typename Part> struct group_part {
  template <typename ValueT>
  SCYTHE_ALWAYS_INLINE ValueT select(const ValueT &arg_x, std::uint32_t rank) const noexcept {
    return value_of_lane(part().members(), arg_x, part().lane_of(rank));
  }

  SCYTHE_ALWAYS_INLINE void barrier(int scope, int semantics) const noexcept {
    barrier_of(part().members(), scope, semantics);
  }
  SCYTHE_ALWAYS_INLINE bool any(bool value) const noexcept {
    return (ballot(part().members(), value) & part().members()) != 0;
  }
  SCYTHE_ALWAYS_INLINE bool all(bool value) const noexcept {
    return (ballot(part().members(), !value) & part().members()) == 0;
  }

  // In each round a work-item adds twice as many preceding values.
  template <typename Combiner, typename ValueT>
  SCYTHE_ALWAYS_INLINE ValueT inclusive_scan(ValueT arg_x) const noexcept {
    const std::uint32_t rank = part().rank();
    for (std::uint32_t distance = 1; distance < part().limit(); distance *= 2) {
      const ValueT before = select(arg_x, rank - distance);
      arg_x = rank >= distance ? Combiner::combine(before, arg_x) : arg_x;
    }
    return arg_x;
  }
  template <typename Combiner, typename ValueT>
  SCYTHE_ALWAYS_INLINE ValueT exclusive_scan(ValueT arg_x) const noexcept {
    const std::uint32_t rank = part().rank();
    const ValueT before = select(inclusive_scan<Combiner>(arg_x), rank - 1);
    return rank == 0 ? Combiner::identity() : before;
  }

private:
  SCYTHE_ALWAYS_INLINE const Part &part() const noexcept {
    return static_cast<const Part &>(*this);
  }
};

// Any lanes, as bits.
struct scattered_part : group_part<scattered_part> {
  std::uint64_t lanes;

  SCYTHE_ALWAYS_INLINE explicit scattered_part(std::uint64_t members) noexcept : lanes(members) {}

  SCYTHE_ALWAYS_INLINE std::uint64_t members() const noexcept { return lanes; }
  SCYTHE_ALWAYS_INLINE std::uint32_t size() const noexcept { return count_bits(lanes); }
  SCYTHE_ALWAYS_INLINE std::uint32_t rank() const noexcept {
    return count_bits(lanes & ((std::uint64_t(1) << (sub_group_local_id() & 63)) - 1));
  }
  // Halves, quarters and so on: is the bit beyond the lower part?
  SCYTHE_ALWAYS_INLINE std::uint32_t lane_of(std::uint32_t rank) const noexcept {
    std::uint64_t rest = lanes;
    std::uint32_t lane = 0;
    for (std::uint32_t width = 32; width != 0; width /= 2) {
      const std::uint32_t below = count_bits(rest & ((std::uint64_t(1) << width) - 1));
      const bool beyond = rank >= below;
      rank -= beyond ? below : 0;
      rest >>= beyond ? width : 0;
      lane += beyond ? width : 0;
    }
    return lane;
  }
  SCYTHE_ALWAYS_INLINE static std::uint32_t limit() noexcept { return max_sub_group_size(); }

  template <typename Combiner, typename ValueT>
  SCYTHE_ALWAYS_INLINE ValueT reduce(ValueT arg_x) const noexcept {
    return select(this->template inclusive_scan<Combiner>(arg_x), size() - 1);
  }
};

// Neighbours: each `Size` lanes, a power of two. `lanes` are the work-items of the sub-group that
// were present when the part was made. If that is the whole sub-group (`whole`, the same for all of
// them), all parts are complete.
template <std::size_t Size> struct neighbours_part : group_part<neighbours_part<Size>> {
  static constexpr std::uint32_t most = static_cast<std::uint32_t>(Size);
  std::uint64_t lanes;
  bool whole;

  SCYTHE_ALWAYS_INLINE neighbours_part(std::uint64_t present, bool all) noexcept
      : lanes(present), whole(all) {}

  // Of the currently present work-items, which all execute this.
  SCYTHE_ALWAYS_INLINE static neighbours_part of_present() noexcept {
    const std::uint64_t present = ballot(true);
    const std::uint32_t width = sub_group_size();
    const std::uint64_t all = width < 64 ? (std::uint64_t(1) << width) - 1 : ~std::uint64_t(0);
    return {present, present == all && width % most == 0};
  }

  SCYTHE_ALWAYS_INLINE std::uint32_t first() const noexcept {
    return sub_group_local_id() & ~(most - 1);
  }
  SCYTHE_ALWAYS_INLINE std::uint64_t members() const noexcept {
    const std::uint64_t some = ~std::uint64_t(0) >> (Size < 64 ? 64 - Size : 0);
    return first() < 64 ? some << first() & lanes : 0;
  }
  SCYTHE_ALWAYS_INLINE std::uint32_t size() const noexcept {
    return whole ? most : scattered().size();
  }
  SCYTHE_ALWAYS_INLINE std::uint32_t rank() const noexcept {
    return whole ? sub_group_local_id() & (most - 1) : scattered().rank();
  }
  SCYTHE_ALWAYS_INLINE std::uint32_t lane_of(std::uint32_t rank) const noexcept {
    return whole ? first() + rank : scattered().lane_of(rank);
  }
  SCYTHE_ALWAYS_INLINE static constexpr std::uint32_t limit() noexcept { return most; }

  // Pairs, then pairs of pairs; every work-item has the sum at the end.
  template <typename Combiner, typename ValueT>
  SCYTHE_ALWAYS_INLINE ValueT reduce(ValueT arg_x) const noexcept {
    if (!whole)
      return this->select(this->template inclusive_scan<Combiner>(arg_x), size() - 1);
    for (std::uint32_t distance = 1; distance < most; distance *= 2)
      arg_x = Combiner::combine(
          arg_x, value_of_lane(members(), arg_x, sub_group_local_id() ^ distance));
    return arg_x;
  }

private:
  SCYTHE_ALWAYS_INLINE scattered_part scattered() const noexcept {
    return scattered_part(members());
  }
};

// The work-item alone, which may be anywhere.
struct single_part {
  SCYTHE_ALWAYS_INLINE static constexpr std::uint32_t rank() noexcept { return 0; }
  SCYTHE_ALWAYS_INLINE static constexpr std::uint32_t size() noexcept { return 1; }
  SCYTHE_ALWAYS_INLINE static constexpr std::uint32_t limit() noexcept { return 1; }
  template <typename ValueT>
  SCYTHE_ALWAYS_INLINE ValueT select(const ValueT &arg_x, std::uint32_t) const noexcept {
    return arg_x;
  }
  SCYTHE_ALWAYS_INLINE void barrier(int, int) const noexcept {}
  SCYTHE_ALWAYS_INLINE bool any(bool value) const noexcept { return value; }
  SCYTHE_ALWAYS_INLINE bool all(bool value) const noexcept { return value; }
  template <typename Combiner, typename ValueT>
  SCYTHE_ALWAYS_INLINE ValueT reduce(ValueT arg_x) const noexcept {
    return arg_x;
  }
  template <typename Combiner, typename ValueT>
  SCYTHE_ALWAYS_INLINE ValueT inclusive_scan(ValueT arg_x) const noexcept {
    return arg_x;
  }
  template <typename Combiner, typename ValueT>
  SCYTHE_ALWAYS_INLINE ValueT exclusive_scan(ValueT) const noexcept {
    return Combiner::identity();
  }
};

} // namespace sycl::detail
