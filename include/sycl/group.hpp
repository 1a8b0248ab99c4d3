// SYCL 2020 §4.9.1.7: the work-group of a work-item.
#pragma once

#include <sycl/access.hpp>
#include <sycl/atomic_fence.hpp>
#include <sycl/detail/each_work_item.hpp>
#include <sycl/detail/macros.hpp>
#include <sycl/detail/work_group_copies.hpp>
#include <sycl/h_item.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_scope.hpp>
#include <sycl/range.hpp>

namespace sycl::inline _V1 {

namespace detail {
struct index_builder;
}

template <int Dimensions> class group : public detail::work_group_copies<group<Dimensions>> {
public:
  using id_type = id<Dimensions>;
  using range_type = range<Dimensions>;
  using linear_id_type = std::size_t;
  static constexpr int dimensions = Dimensions;
  static constexpr memory_scope fence_scope = memory_scope::work_group;

  group() = delete;

  SCYTHE_METHOD("group", "get_group_id", Dimensions)
  id<Dimensions> get_group_id() const noexcept { return group_id_; }
  SCYTHE_METHOD("group", "get_group_id", Dimensions)
  std::size_t get_group_id(int dimension) const noexcept { return group_id_[dimension]; }
  SCYTHE_METHOD("group", "get_local_id", Dimensions)
  id<Dimensions> get_local_id() const noexcept { return local_id_; }
  SCYTHE_METHOD("group", "get_local_id", Dimensions)
  std::size_t get_local_id(int dimension) const noexcept { return local_id_[dimension]; }
  SCYTHE_METHOD("group", "get_local_range", Dimensions)
  range<Dimensions> get_local_range() const noexcept { return local_range_; }
  SCYTHE_METHOD("group", "get_local_range", Dimensions)
  std::size_t get_local_range(int dimension) const noexcept { return local_range_[dimension]; }
  SCYTHE_METHOD("group", "get_group_range", Dimensions)
  range<Dimensions> get_group_range() const noexcept { return group_range_; }
  SCYTHE_METHOD("group", "get_group_range", Dimensions)
  std::size_t get_group_range(int dimension) const noexcept { return group_range_[dimension]; }
  SCYTHE_METHOD("group", "get_max_local_range", Dimensions)
  range<Dimensions> get_max_local_range() const noexcept { return local_range_; }
  SCYTHE_METHOD("group", "operator[]", Dimensions)
  std::size_t operator[](int dimension) const noexcept { return group_id_[dimension]; }
  SCYTHE_METHOD("group", "get_group_linear_id", Dimensions)
  std::size_t get_group_linear_id() const noexcept {
    return detail::linear_index(group_id_, group_range_);
  }
  SCYTHE_METHOD("group", "get_local_linear_id", Dimensions)
  std::size_t get_local_linear_id() const noexcept {
    return detail::linear_index(local_id_, local_range_);
  }
  SCYTHE_METHOD("group", "get_group_linear_range", Dimensions)
  std::size_t get_group_linear_range() const noexcept { return group_range_.size(); }
  SCYTHE_METHOD("group", "get_local_linear_range", Dimensions)
  std::size_t get_local_linear_range() const noexcept { return local_range_.size(); }
  SCYTHE_METHOD("group", "leader", Dimensions)
  bool leader() const noexcept { return get_local_linear_id() == 0; }

  // The SYCL 1.2.1 spellings.
  id<Dimensions> get_id() const noexcept { return get_group_id(); }
  std::size_t get_id(int dimension) const noexcept { return get_group_id(dimension); }
  std::size_t get_linear_id() const noexcept { return get_group_linear_id(); }
  range<Dimensions> get_global_range() const noexcept { return get_group_range() * get_local_range(); }
  std::size_t get_global_range(int dimension) const noexcept {
    return get_group_range(dimension) * get_local_range(dimension);
  }

  // The SYCL 1.2.1 spelling of atomic_fence; the order follows from the accesses to be ordered.
  template <access_mode AccessMode = access_mode::read_write>
  SCYTHE_ALWAYS_INLINE void
  mem_fence(access::fence_space = access::fence_space::global_and_local) const noexcept {
    static_assert(AccessMode == access_mode::read || AccessMode == access_mode::write ||
                      AccessMode == access_mode::read_write,
                  "the access mode of mem_fence must be read, write or read_write");
    atomic_fence(AccessMode == access_mode::read    ? memory_order::acquire
                 : AccessMode == access_mode::write ? memory_order::release
                                                    : memory_order::acq_rel,
                 memory_scope::work_group);
  }

  // Deprecated in SYCL 2020. Only in kernels of parallel_for_work_group, where one work-item runs
  // the code around these calls.
  template <typename WorkItemFunctionT>
  SCYTHE_ALWAYS_INLINE void parallel_for_work_item(const WorkItemFunctionT &func) const noexcept {
    for_own_indices(local_range_, [&](const id<Dimensions> &index) SCYTHE_ALWAYS_INLINE {
      const item<Dimensions, false> local(index, local_range_, {});
      h_item<Dimensions> work_item(global_item(index), local, local);
      func(work_item);
    });
  }
  template <typename WorkItemFunctionT>
  SCYTHE_ALWAYS_INLINE void
  parallel_for_work_item(range<Dimensions> logicalRange,
                         const WorkItemFunctionT &func) const noexcept {
    for_own_indices(logicalRange, [&](const id<Dimensions> &index) SCYTHE_ALWAYS_INLINE {
      const id<Dimensions> physical = index % id<Dimensions>(local_range_);
      h_item<Dimensions> work_item(global_item(physical),
                                   item<Dimensions, false>(index, logicalRange, {}),
                                   item<Dimensions, false>(physical, local_range_, {}));
      func(work_item);
    });
  }

  friend bool operator==(const group &lhs, const group &rhs) noexcept {
    return lhs.group_id_ == rhs.group_id_ && lhs.local_id_ == rhs.local_id_ &&
           lhs.local_range_ == rhs.local_range_ && lhs.group_range_ == rhs.group_range_;
  }
  friend bool operator!=(const group &lhs, const group &rhs) noexcept { return !(lhs == rhs); }

private:
  friend struct detail::index_builder;
  template <int> friend class nd_item;

  SCYTHE_ALWAYS_INLINE group(const id<Dimensions> &groupId, const id<Dimensions> &localId,
                             const range<Dimensions> &localRange,
                             const range<Dimensions> &groupRange) noexcept
      : group_id_(groupId), local_id_(localId), local_range_(localRange),
        group_range_(groupRange) {}

  // The work-item in the launch's index space.
  SCYTHE_ALWAYS_INLINE item<Dimensions, false>
  global_item(const id<Dimensions> &local) const noexcept {
    return item<Dimensions, false>(group_id_ * id<Dimensions>(local_range_) + local,
                                   group_range_ * local_range_, {});
  }

  // Runs the function for all indices: each work-item for its own, or one work-item for all of them
  // in turn.
  template <typename FunctionT>
  SCYTHE_ALWAYS_INLINE void for_own_indices(const range<Dimensions> &all,
                                            const FunctionT &function) const noexcept {
#if SCYTHE_HAS_EACH_WORK_ITEM
    detail::in_each_work_item([&, local = local_range_] {
      id<Dimensions> first;
      for (int dim = 0; dim < Dimensions; ++dim)
        first[dim] = detail::local_id_query::get(static_cast<unsigned>(Dimensions - 1 - dim));
      for_each_index(first, all, local, function);
    });
#else
    range<Dimensions> one = all;
    for (int dim = 0; dim < Dimensions; ++dim)
      one[dim] = 1;
    for_each_index(id<Dimensions>(), all, one, function);
#endif
  }

  template <typename FunctionT>
  SCYTHE_ALWAYS_INLINE static void
  for_each_index(const id<Dimensions> &first, const range<Dimensions> &all,
                 const range<Dimensions> &step, const FunctionT &function) {
    if constexpr (Dimensions == 1) {
      for (std::size_t idx0 = first[0]; idx0 < all[0]; idx0 += step[0])
        function(id<1>(idx0));
    } else if constexpr (Dimensions == 2) {
      for (std::size_t idx0 = first[0]; idx0 < all[0]; idx0 += step[0])
        for (std::size_t idx1 = first[1]; idx1 < all[1]; idx1 += step[1])
          function(id<2>(idx0, idx1));
    } else {
      for (std::size_t idx0 = first[0]; idx0 < all[0]; idx0 += step[0])
        for (std::size_t idx1 = first[1]; idx1 < all[1]; idx1 += step[1])
          for (std::size_t idx2 = first[2]; idx2 < all[2]; idx2 += step[2])
            function(id<3>(idx0, idx1, idx2));
    }
  }

  id<Dimensions> group_id_;
  id<Dimensions> local_id_;
  range<Dimensions> local_range_;
  range<Dimensions> group_range_;
};

} // namespace sycl
