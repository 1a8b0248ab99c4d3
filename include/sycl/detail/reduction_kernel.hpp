// Kernels with reductions (SYCL 2020 §4.9.2).
//
// Every work-item combines values into its own reducers. At the end, the work-items of a work-group
// combine theirs, and the group stores a partial result. The last group of a block of groups to end
// combines those of the block, and the last of all combines those of the blocks: always in the
// order of the groups, so results are reproducible, and no work-item ever waits.
//
// For a kernel over a range, the launch defines work-groups: each work-item runs the kernel for
// many items, interleaved with those of its neighbours, so that the compiler can vectorise.
#pragma once

#include <sycl/atomic_ref.hpp>
#include <sycl/detail/index_builder.hpp>
#include <sycl/detail/memory_semantics.hpp>
#include <sycl/reducer.hpp>

#include <cstdint>
#include <utility>

namespace sycl::inline _V1::detail {

// Several variables as members of an aggregate, because the compiler finds objects in aggregates.
template <std::size_t Index, typename Variable> struct reduction_member {
  Variable variable;
};
template <typename Indices, typename... Variables> struct reduction_members;
template <std::size_t... Index, typename... Variables>
struct reduction_members<std::index_sequence<Index...>, Variables...>
    : reduction_member<Index, Variables>... {
  template <std::size_t Member, typename Variable>
  SCYTHE_ALWAYS_INLINE static const Variable &
  get(const reduction_member<Member, Variable> &member) noexcept {
    return member.variable;
  }
};

// The reducers of a work-item.
template <std::size_t Index, typename Variable> struct reducer_member : reducer_access<Variable> {
  using reducer_access<Variable>::reducer_access;
};
template <typename Indices, typename... Variables> struct reducer_members;
template <std::size_t... Index, typename... Variables>
struct reducer_members<std::index_sequence<Index...>, Variables...>
    : reducer_member<Index, Variables>... {
  using variables_type = reduction_members<std::index_sequence<Index...>, Variables...>;
  SCYTHE_ALWAYS_INLINE explicit reducer_members(const variables_type &variables)
      : reducer_member<Index, Variables>(variables_type::template get<Index>(variables))... {}
};

// The position of a work-item.
struct reduction_place {
  std::size_t item; // in its work-group
  std::size_t items;
  std::size_t group;
  std::size_t groups;
};

// Stores the combined value of the group's work-items as its partial result.
template <typename Variable>
SCYTHE_ALWAYS_INLINE inline void meet(const Variable &variable,
                                      const reducer_access<Variable> &mine,
                                      const reduction_place &place) {
  using slot_type = typename Variable::slot_type;
  for (std::size_t element = 0; element < Variable::extent; ++element) {
    if constexpr (Variable::meets_in_builtin) {
      using combiner = group_combiner<
          std::remove_cv_t<std::remove_reference_t<decltype(variable.combiner())>>,
          std::remove_cv_t<std::remove_reference_t<decltype(mine.slot(0).value())>>>;
      const auto value = combiner::reduce(work_group_kind(), mine.slot(element).value());
      if (place.item == 0)
        ::new (static_cast<void *>(&variable.partial(place.group, element)))
            slot_type(typename Variable::identity_type{value});
    } else {
      auto *const shared = static_cast<slot_type *>(local_memory(variable.local_offset()));
      ::new (static_cast<void *>(shared + place.item)) slot_type(mine.slot(element));
      barrier(work_group_kind(), builtin_scope(memory_scope::work_group), barrier_semantics);
      if (place.item == 0) {
        slot_type all = shared[0];
        for (std::size_t item = 1; item < place.items; ++item)
          all.merge(variable.combiner(), shared[item]);
        ::new (static_cast<void *>(&variable.partial(place.group, element))) slot_type(all);
      }
      // The next element is written only after the first work-item has read this one.
      if constexpr (Variable::extent > 1)
        barrier(work_group_kind(), builtin_scope(memory_scope::work_group), barrier_semantics);
    }
  }
}

// The number of finished work-groups, in each block and in total. Groups of one block mostly run on
// one thread, which then accesses the block's count alone.
struct alignas(64) reduction_count {
  static constexpr std::size_t block = 64; // work-groups

  std::uint32_t value;

  static std::size_t blocks(std::size_t groups) noexcept { return (groups + block - 1) / block; }
  // The last one to count sees the results of all others.
  SCYTHE_ALWAYS_INLINE bool is_last_of(std::size_t all) noexcept {
    const atomic_ref<std::uint32_t, memory_order::acq_rel, memory_scope::device> count(value);
    return count.fetch_add(1) + 1 == all;
  }
};

#if defined(__NVPTX__) && defined(__SYCL_DEVICE_ONLY__)

// Combines the partial results of all groups with the variable. Work-items sum in turns, and
// combine their sums at the end: the order depends on sizes only.
template <typename Variable>
SCYTHE_ALWAYS_INLINE inline void conclude_together(const Variable &variable,
                                                   const reduction_place &place) {
  if constexpr (Variable::meets_in_builtin) {
    for (std::size_t element = 0; element < Variable::extent; ++element) {
      auto mine = variable.empty_slot();
      for (std::size_t group = place.item; group < place.groups; group += place.items)
        mine.merge(variable.combiner(), variable.partial(group, element));
      using combiner = group_combiner<
          std::remove_cv_t<std::remove_reference_t<decltype(variable.combiner())>>,
          std::remove_cv_t<std::remove_reference_t<decltype(mine.value())>>>;
      const auto value = combiner::reduce(work_group_kind(), mine.value());
      if (place.item == 0)
        variable.partial(0, element) =
            typename Variable::slot_type(typename Variable::identity_type{value});
    }
  } else if (place.item == 0) {
    variable.combine_groups(0, place.groups);
  }
  if (place.item == 0)
    variable.conclude(1, 1);
}

#endif

// The function object of a kernel with reductions. `Space` has the facts that are missing in the
// launch's index space.
template <typename FunctionT, typename Space, typename... Variables> struct reduction_kernel {
  using indices = std::index_sequence_for<Variables...>;
  template <typename Item>
  static constexpr bool accepts =
      is_kernel_for<const FunctionT &, Item, typename Variables::reducer_type &...>;
  template <typename Item>
  static constexpr bool accepts_mutable =
      is_kernel_for<FunctionT &, Item, typename Variables::reducer_type &...>;

  FunctionT kernel;
  Space space;
  reduction_count *finished; // of the blocks, and of all behind them
  reduction_members<indices, Variables...> variables;

  using reducers_type = reducer_members<indices, Variables...>;

  template <typename Item>
  SCYTHE_ALWAYS_INLINE void call(const Item &item, reducers_type &reducers) const {
    call(item, reducers, indices());
  }

  // The same for one of several items of a work-item. Each of them starts with the function object
  // as passed by the host, including mutable members.
  template <typename Item>
  SCYTHE_ALWAYS_INLINE void call_anew(const Item &item, reducers_type &reducers) const {
    // A complete copy: LLVM turns a copy of the size of a number into one, whether or not it is a
    // pointer.
    union own_copy {
      reduction_kernel kernel;
      SCYTHE_ALWAYS_INLINE own_copy() noexcept {}
      SCYTHE_ALWAYS_INLINE ~own_copy() {}
    } own;
    __builtin_memcpy(static_cast<void *>(&own), this, sizeof(reduction_kernel));
    own.kernel.call(item, reducers);
  }

  SCYTHE_ALWAYS_INLINE void finish(const reducers_type &reducers,
                                   const reduction_place &place) const {
    finish(reducers, place, indices());
  }

private:
  template <typename Item, std::size_t... Index>
  SCYTHE_ALWAYS_INLINE void call(const Item &item, reducers_type &reducers,
                                 std::index_sequence<Index...>) const {
    call_kernel(kernel, item, static_cast<reducer_member<Index, Variables> &>(reducers).reducer...);
  }

  template <std::size_t... Index>
  SCYTHE_ALWAYS_INLINE void finish(const reducers_type &reducers, const reduction_place &place,
                                   std::index_sequence<Index...>) const {
    using members = reduction_members<indices, Variables...>;
    (meet(members::template get<Index>(variables),
          static_cast<const reducer_member<Index, Variables> &>(reducers), place),
     ...);
#if defined(__NVPTX__) && defined(__SYCL_DEVICE_ONLY__)
    // All work-items of the group that ends last combine the partial results.
    bool last = false;
    if (place.item == 0)
      last = finished->is_last_of(place.groups);
    if (!any(work_group_kind(), last))
      return;
    __mux_mem_barrier(builtin_scope(memory_scope::device), fence_semantics(memory_order::acquire));
    (conclude_together(members::template get<Index>(variables), place), ...);
    if (place.item == 0)
      finished->value = 0;
#else
    // Copies, because objects with visible addresses cannot be kept in registers.
    if (place.item == 0)
      leave(finished, place.group, place.groups,
            Variables(members::template get<Index>(variables))...);
#endif
  }

  // Out of line, so that the loop over work-items, of which only one has something to do here,
  // stays small enough to be inlined.
  SCYTHE_COLD static void leave(reduction_count *finished, std::size_t group, std::size_t groups,
                                const Variables &...variables) {
    constexpr std::size_t step = reduction_count::block;
    const std::size_t block = group / step;
    const std::size_t first = block * step;
    const std::size_t last = first + step < groups ? first + step : groups;
    const std::size_t blocks = reduction_count::blocks(groups);
    if (!finished[block].is_last_of(last - first))
      return;
    // Counts are reset to zero, because a graph runs the kernel again.
    finished[block].value = 0;
    (variables.combine_groups(first, last), ...);
    if (finished[blocks].is_last_of(blocks)) {
      finished[blocks].value = 0;
      (variables.conclude(groups, step), ...);
    }
  }
};

// How the items of a range are distributed: its rows are cut into pieces, and each work-group gets
// some of them.
template <int Dimensions> struct reduction_pieces {
  range<Dimensions> size;
  std::size_t piece;    // items in a piece
  std::size_t pieces;   // in a row
  std::size_t total;    // pieces in all
  std::size_t per_group;
};

template <int Dimensions> struct range_reduction_launch {
  template <typename KernelT>
  static constexpr bool accepts_item = KernelT::template accepts<item<Dimensions, true>>;
  template <typename KernelT>
  static constexpr bool accepts =
      accepts_item<KernelT> || KernelT::template accepts<item<Dimensions, false>>;
  template <typename KernelT> static constexpr void diagnose() {
    if constexpr (!accepts<KernelT>) {
      constexpr bool call_operator_is_const =
          !KernelT::template accepts_mutable<item<Dimensions, true>>;
      static_assert(call_operator_is_const,
                    "operator() of a kernel must be const: a kernel lambda cannot be `mutable`");
      constexpr bool arguments_fit = !call_operator_is_const;
      static_assert(arguments_fit,
                    "a kernel launched over a range<N> with reductions must be callable with an "
                    "item<N>, an id<N>, or for N = 1 an integer, followed by a reference to the "
                    "reducer of each reduction: [=](sycl::item<N> i, auto &...reducers)");
    }
  }

  template <typename KernelT> SCYTHE_ALWAYS_INLINE static void invoke(const KernelT &kernel) {
    const reduction_place place{local_id_query::get(0), local_size_query::get(0),
                                group_id_query::get(0), num_groups_query::get(0)};
    typename KernelT::reducers_type reducers(kernel.variables);
    const reduction_pieces<Dimensions> &space = kernel.space;
    const std::size_t columns = space.size[Dimensions - 1];
    if constexpr (Dimensions == 1) {
      run(kernel, reducers, place, id<1>(), place.group * space.piece, columns);
    } else {
      const std::size_t first = place.group * space.per_group;
      const std::size_t last = smaller(first + space.per_group, space.total);
      for (std::size_t number = first; number < last; ++number)
        run(kernel, reducers, place, row(number / space.pieces, space.size),
            number % space.pieces * space.piece, columns);
    }
    kernel.finish(reducers, place);
  }

private:
  SCYTHE_ALWAYS_INLINE static std::size_t smaller(std::size_t arg_a, std::size_t arg_b) noexcept {
    return arg_a < arg_b ? arg_a : arg_b;
  }

  // The first item of a row.
  SCYTHE_ALWAYS_INLINE static id<Dimensions>
  row(std::size_t number, [[maybe_unused]] const range<Dimensions> &size) noexcept {
    if constexpr (Dimensions == 2)
      return id<2>(number, 0);
    else
      return id<3>(number / size[1], number % size[1], 0);
  }

  // Runs the item of a row at a column.
  template <typename KernelT>
  SCYTHE_ALWAYS_INLINE static void call(const KernelT &kernel,
                                        typename KernelT::reducers_type &reducers,
                                        id<Dimensions> index, std::size_t column) {
    index[Dimensions - 1] = column;
    kernel.call_anew(
        index_builder::item_at<Dimensions, accepts_item<KernelT>>(index, kernel.space.size),
        reducers);
  }

  // Neighbouring work-items run neighbouring items, in the same number of steps.
  template <typename KernelT>
  SCYTHE_ALWAYS_INLINE static void
  run(const KernelT &kernel, typename KernelT::reducers_type &reducers,
      const reduction_place &place, id<Dimensions> index, std::size_t begin, std::size_t columns) {
    const std::size_t end = smaller(begin + kernel.space.piece, columns);
#if defined(__NVPTX__) && defined(__SYCL_DEVICE_ONLY__)
    // Steps in which all work-items have an item need no condition, so that loads of several steps
    // can overlap. Sizes fit in 32 bits, which divide faster.
    const auto items = static_cast<std::uint32_t>(place.items);
    const std::uint32_t size = begin < end ? static_cast<std::uint32_t>(end - begin) : 0;
    const std::uint32_t steps = size / items;
    for (std::uint32_t step = 0; step < steps; ++step)
      call(kernel, reducers, index, begin + step * items + place.item);
    if (steps * items + place.item < size)
      call(kernel, reducers, index, begin + steps * items + place.item);
#else
    // No real index space is this large; numbers below it can be divided in vectors.
    __builtin_assume(end < std::size_t{1} << 53);
    for (std::size_t step = begin; step < end; step += place.items)
      if (step + place.item < end)
        call(kernel, reducers, index, step + place.item);
#endif
  }
};

// An empty index space is launched with one work-group, which only sets the variables.
struct reduction_nd_space {
  bool empty;
};

template <int Dimensions> struct nd_range_reduction_launch {
  template <typename KernelT>
  static constexpr bool accepts = KernelT::template accepts<nd_item<Dimensions>>;
  template <typename KernelT> static constexpr void diagnose() {
    if constexpr (!accepts<KernelT>) {
      constexpr bool call_operator_is_const =
          !KernelT::template accepts_mutable<nd_item<Dimensions>>;
      static_assert(call_operator_is_const,
                    "operator() of a kernel must be const: a kernel lambda cannot be `mutable`");
      constexpr bool arguments_fit = !call_operator_is_const;
      static_assert(arguments_fit,
                    "a kernel launched over an nd_range<N> with reductions must be callable with "
                    "an nd_item<N>, followed by a reference to the reducer of each reduction: "
                    "[=](sycl::nd_item<N> it, auto &...reducers)");
    }
  }

  template <typename KernelT> SCYTHE_ALWAYS_INLINE static void invoke(const KernelT &kernel) {
    typename KernelT::reducers_type reducers(kernel.variables);
    const nd_item<Dimensions> item = index_builder::make_nd_item<Dimensions>();
    if (!kernel.space.empty)
      kernel.call(item, reducers);
    const group<Dimensions> group = item.get_group();
    kernel.finish(reducers,
                  {group.get_local_linear_id(), group.get_local_linear_range(),
                   group.get_group_linear_id(), group.get_group_linear_range()});
  }
};

} // namespace sycl::detail
