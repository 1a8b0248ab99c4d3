// SYCL 2020 §4.9.1.8: the sub-group of a work-item, which consists of consecutive work-items of the
// work-group by local linear id.
#pragma once

#include <sycl/access.hpp>
#include <sycl/detail/builtins.hpp>
#include <sycl/detail/forward.hpp>
#include <sycl/detail/group_words.hpp>
#include <sycl/detail/memory_semantics.hpp>
#include <sycl/id.hpp>
#include <sycl/range.hpp>

#include <cstdint>

namespace sycl::inline _V1 {

namespace detail {
struct index_builder;
}

class sub_group {
public:
  using id_type = id<1>;
  using range_type = range<1>;
  using linear_id_type = std::uint32_t;
  static constexpr int dimensions = 1;
  static constexpr memory_scope fence_scope = memory_scope::sub_group;

  SCYTHE_METHOD("sub_group", "get_group_id")
  id<1> get_group_id() const noexcept { return get_group_linear_id(); }
  SCYTHE_METHOD("sub_group", "get_local_id")
  id<1> get_local_id() const noexcept { return get_local_linear_id(); }
  SCYTHE_METHOD("sub_group", "get_local_range")
  range<1> get_local_range() const noexcept { return get_local_linear_range(); }
  SCYTHE_METHOD("sub_group", "get_group_range")
  range<1> get_group_range() const noexcept { return get_group_linear_range(); }
  // The size of all sub-groups but the last one of a work-group, which may be smaller.
  SCYTHE_METHOD("sub_group", "get_max_local_range")
  range<1> get_max_local_range() const noexcept { return detail::max_sub_group_size(); }
  SCYTHE_METHOD("sub_group", "get_group_linear_id")
  std::uint32_t get_group_linear_id() const noexcept { return detail::sub_group_id(); }
  SCYTHE_METHOD("sub_group", "get_local_linear_id")
  std::uint32_t get_local_linear_id() const noexcept { return detail::sub_group_local_id(); }
  SCYTHE_METHOD("sub_group", "get_group_linear_range")
  std::uint32_t get_group_linear_range() const noexcept { return detail::num_sub_groups(); }
  SCYTHE_METHOD("sub_group", "get_local_linear_range")
  std::uint32_t get_local_linear_range() const noexcept { return detail::sub_group_size(); }
  SCYTHE_METHOD("sub_group", "leader")
  bool leader() const noexcept { return get_local_linear_id() == 0; }

  // The members below are older spellings of group functions, which programs
  // still use: barrier of group_barrier, shuffle of select_from_group,
  // shuffle_down and shuffle_up of shift_group_left and shift_group_right,
  // shuffle_xor of permute_group_by_xor.

  SCYTHE_ALWAYS_INLINE void
  barrier(access::fence_space = access::fence_space::global_and_local) const noexcept {
    detail::barrier(detail::sub_group_kind{}, detail::builtin_scope(fence_scope),
                    detail::barrier_semantics);
  }

  template <typename ValueT>
  SCYTHE_ALWAYS_INLINE ValueT shuffle(ValueT arg_x, id_type localId) const noexcept {
    return detail::move_value(
        [lane = static_cast<std::uint32_t>(localId[0])](auto word) {
          return detail::group_transfer<decltype(word)>::shuffle(word, lane);
        },
        arg_x);
  }
  template <typename ValueT>
  SCYTHE_ALWAYS_INLINE ValueT shuffle_down(ValueT arg_x, std::uint32_t delta) const noexcept {
    return shuffle_down(arg_x, arg_x, delta);
  }
  template <typename ValueT>
  SCYTHE_ALWAYS_INLINE ValueT shuffle_up(ValueT arg_x, std::uint32_t delta) const noexcept {
    return shuffle_up(arg_x, arg_x, delta);
  }
  template <typename ValueT>
  SCYTHE_ALWAYS_INLINE ValueT shuffle_xor(ValueT arg_x, id_type mask) const noexcept {
    return detail::move_value(
        [bits = static_cast<std::uint32_t>(mask[0])](auto word) {
          return detail::group_transfer<decltype(word)>::shuffle_xor(word, bits);
        },
        arg_x);
  }

  // With two values, the work-items beyond the end (or before the start) are those of `next` (or
  // `previous`).
  template <typename ValueT>
  SCYTHE_ALWAYS_INLINE ValueT shuffle_down(ValueT current, ValueT next,
                                           std::uint32_t delta) const noexcept {
    return detail::move_value(
        [delta](auto word, auto nextWord) {
          return detail::group_transfer<decltype(word)>::shuffle_down(word, nextWord, delta);
        },
        current, next);
  }
  template <typename ValueT>
  SCYTHE_ALWAYS_INLINE ValueT shuffle_up(ValueT previous, ValueT current,
                                         std::uint32_t delta) const noexcept {
    return detail::move_value(
        [delta](auto previousWord, auto word) {
          return detail::group_transfer<decltype(word)>::shuffle_up(previousWord, word, delta);
        },
        previous, current);
  }

  // The work-item's element in an array that the sub-group shares; with `Length`, one element in
  // each of that many consecutive arrays.
  template <typename ValueT> SCYTHE_ALWAYS_INLINE ValueT load(const ValueT *source) const noexcept {
    return source[get_local_linear_id()];
  }
  template <typename ValueT, access::address_space Space, access::decorated IsDecorated>
  SCYTHE_ALWAYS_INLINE std::remove_const_t<ValueT>
  load(multi_ptr<ValueT, Space, IsDecorated> source) const noexcept {
    return load(static_cast<const ValueT *>(source.get_raw()));
  }
  template <int Length, typename ValueT, access::address_space Space, access::decorated IsDecorated>
  SCYTHE_ALWAYS_INLINE vec<std::remove_const_t<ValueT>, Length>
  load(multi_ptr<ValueT, Space, IsDecorated> source) const noexcept {
    vec<std::remove_const_t<ValueT>, Length> result;
    for (int idx = 0; idx < Length; ++idx)
      result[idx] = load(source + idx * get_max_local_range()[0]);
    return result;
  }
  template <typename ValueT>
  SCYTHE_ALWAYS_INLINE void store(ValueT *destination, const ValueT &arg_x) const noexcept {
    destination[get_local_linear_id()] = arg_x;
  }
  template <typename ValueT, access::address_space Space, access::decorated IsDecorated>
  SCYTHE_ALWAYS_INLINE void store(multi_ptr<ValueT, Space, IsDecorated> destination,
                                  const ValueT &arg_x) const noexcept {
    store(static_cast<ValueT *>(destination.get_raw()), arg_x);
  }
  template <int Length, typename ValueT, access::address_space Space, access::decorated IsDecorated>
  SCYTHE_ALWAYS_INLINE void store(multi_ptr<ValueT, Space, IsDecorated> destination,
                                  const vec<ValueT, Length> &arg_x) const noexcept {
    for (int idx = 0; idx < Length; ++idx)
      store(destination + idx * get_max_local_range()[0], arg_x[idx]);
  }

  // A work-item can only access its own sub-group.
  friend constexpr bool operator==(const sub_group &, const sub_group &) noexcept { return true; }
  friend constexpr bool operator!=(const sub_group &, const sub_group &) noexcept { return false; }

private:
  friend struct detail::index_builder;
  template <int> friend class nd_item;

  // Not defaulted: the class would be an aggregate in C++17, which any code can construct.
  SCYTHE_ALWAYS_INLINE sub_group() noexcept {}
};

// Its name before SYCL 2020.
namespace ext::oneapi {
using sycl::sub_group;
}

} // namespace sycl
