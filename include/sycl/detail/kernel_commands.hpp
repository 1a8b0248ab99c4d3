// The kernels that a command group launches (SYCL 2020 §4.9.4.2), for class
// handler.
#pragma once

#include <sycl/detail/hierarchical.hpp>
#include <sycl/detail/kernel_launch.hpp>
#include <sycl/detail/kernel_properties.hpp>
#include <sycl/detail/queue_impl.hpp>
#include <sycl/detail/reduction_launch.hpp>
#include <sycl/ext/oneapi/experimental/root_group.hpp>
#include <sycl/kernel_bundle/kernel.hpp>

namespace sycl::inline _V1::detail {

template <typename List, typename FunctionT>
using if_root_sync =
    std::enable_if_t<syncs_root<List> || syncs_root<own_properties_t<FunctionT>>, int>;
template <typename List, typename FunctionT>
using if_free =
    std::enable_if_t<!syncs_root<List> && !syncs_root<own_properties_t<FunctionT>>, int>;

// `Handler::launch<KernelName, LaunchKind, Properties>` takes a function object and an
// index space.
template <typename Handler> class kernel_commands {
public:
  template <typename KernelName = unnamed, typename KernelType>
  void single_task(const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    self().template launch<KernelName, single_task_launch>(kernelFunc, range<1>(1));
  }

  // One overload per dimension, so that numbers and braces convert.
  template <typename KernelName = unnamed, typename KernelType>
  void parallel_for(range<1> numWorkItems SCYTHE_LAUNCH("range"),
                    const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    self().template launch<KernelName, range_launch<1, false>>(kernelFunc, numWorkItems);
  }
  template <typename KernelName = unnamed, typename KernelType>
  void parallel_for(range<2> numWorkItems SCYTHE_LAUNCH("range"),
                    const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    self().template launch<KernelName, range_launch<2, false>>(kernelFunc, numWorkItems);
  }
  template <typename KernelName = unnamed, typename KernelType>
  void parallel_for(range<3> numWorkItems SCYTHE_LAUNCH("range"),
                    const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    self().template launch<KernelName, range_launch<3, false>>(kernelFunc, numWorkItems);
  }

  // Deprecated in SYCL 2020.
  template <typename KernelName = unnamed, typename KernelType, int Dimensions>
  void parallel_for(range<Dimensions> numWorkItems SCYTHE_LAUNCH("range"),
                    id<Dimensions> workItemOffset SCYTHE_LAUNCH("offset"),
                    const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    self().template launch<KernelName, range_launch<Dimensions, true>>(kernelFunc, numWorkItems,
                                                                     workItemOffset);
  }

  template <typename KernelName = unnamed, typename KernelType, int Dimensions,
            if_free<no_properties, KernelType> = 0>
  void parallel_for(nd_range<Dimensions> executionRange SCYTHE_LAUNCH("nd_range"),
                    const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    self().template launch<KernelName, nd_range_launch<Dimensions>>(kernelFunc, executionRange);
  }

  // Deprecated in SYCL 2020.
  template <typename KernelName = unnamed, typename WorkgroupFunctionType, int Dimensions>
  void parallel_for_work_group(range<Dimensions> numWorkGroups,
                               const WorkgroupFunctionType &kernelFunc) {
    // A good size for a GPU; elsewhere one work-item runs a work-group.
    constexpr std::size_t on_gpus = 128;
    const bool is_gpu = queue_of(self()).sycl_device.get_backend() == backend::ext_oneapi_cuda;
    launch_groups<KernelName>(
        numWorkGroups, default_hierarchical_range<Dimensions>(is_gpu ? on_gpus : 1), kernelFunc);
  }
  template <typename KernelName = unnamed, typename WorkgroupFunctionType, int Dimensions>
  void parallel_for_work_group(range<Dimensions> numWorkGroups, range<Dimensions> workGroupSize,
                               const WorkgroupFunctionType &kernelFunc) {
    check_group_size(numWorkGroups, workGroupSize);
    launch_groups<KernelName>(numWorkGroups, workGroupSize, kernelFunc);
  }

  // With reductions, which come before the kernel.
  template <typename KernelName = unnamed, typename Reduction, typename... Rest,
            if_reduction<Reduction> = 0>
  void parallel_for(range<1> numWorkItems, Reduction first, Rest &&...rest) {
    reduce<KernelName>(numWorkItems, first, rest...);
  }
  template <typename KernelName = unnamed, typename Reduction, typename... Rest,
            if_reduction<Reduction> = 0>
  void parallel_for(range<2> numWorkItems, Reduction first, Rest &&...rest) {
    reduce<KernelName>(numWorkItems, first, rest...);
  }
  template <typename KernelName = unnamed, typename Reduction, typename... Rest,
            if_reduction<Reduction> = 0>
  void parallel_for(range<3> numWorkItems, Reduction first, Rest &&...rest) {
    reduce<KernelName>(numWorkItems, first, rest...);
  }
  template <typename KernelName = unnamed, int Dimensions, typename Reduction,
            typename... Rest, if_reduction<Reduction> = 0>
  void parallel_for(nd_range<Dimensions> executionRange, Reduction first, Rest &&...rest) {
    reduce<KernelName>(executionRange, first, rest...);
  }

  // With properties, which come before everything else.
  template <typename KernelName = unnamed, typename PropertyListT, typename KernelType,
            if_compile_time_list<PropertyListT> = 0>
  void single_task(PropertyListT, const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    self().template launch<KernelName, single_task_launch, PropertyListT>(kernelFunc, range<1>(1));
  }
  template <typename KernelName = unnamed, typename PropertyListT, typename KernelType,
            if_compile_time_list<PropertyListT> = 0>
  void parallel_for(range<1> numWorkItems SCYTHE_LAUNCH("range"), PropertyListT,
                    const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    self().template launch<KernelName, range_launch<1, false>, PropertyListT>(kernelFunc,
                                                                            numWorkItems);
  }
  template <typename KernelName = unnamed, typename PropertyListT, typename KernelType,
            if_compile_time_list<PropertyListT> = 0>
  void parallel_for(range<2> numWorkItems SCYTHE_LAUNCH("range"), PropertyListT,
                    const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    self().template launch<KernelName, range_launch<2, false>, PropertyListT>(kernelFunc,
                                                                            numWorkItems);
  }
  template <typename KernelName = unnamed, typename PropertyListT, typename KernelType,
            if_compile_time_list<PropertyListT> = 0>
  void parallel_for(range<3> numWorkItems SCYTHE_LAUNCH("range"), PropertyListT,
                    const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    self().template launch<KernelName, range_launch<3, false>, PropertyListT>(kernelFunc,
                                                                            numWorkItems);
  }
  template <typename KernelName = unnamed, typename PropertyListT, typename KernelType,
            int Dimensions, if_compile_time_list<PropertyListT> = 0,
            if_free<PropertyListT, KernelType> = 0>
  void parallel_for(nd_range<Dimensions> executionRange SCYTHE_LAUNCH("nd_range"), PropertyListT,
                    const KernelType &kernelFunc SCYTHE_LAUNCH("kernel")) {
    self().template launch<KernelName, nd_range_launch<Dimensions>, PropertyListT>(kernelFunc,
                                                                                 executionRange);
  }
  template <typename KernelName = unnamed, typename PropertyListT, typename Reduction,
            typename... Rest, if_compile_time_list<PropertyListT> = 0,
            if_reduction<Reduction> = 0>
  void parallel_for(range<1> numWorkItems, PropertyListT, Reduction first, Rest &&...rest) {
    reduce<KernelName, PropertyListT>(numWorkItems, first, rest...);
  }
  template <typename KernelName = unnamed, typename PropertyListT, typename Reduction,
            typename... Rest, if_compile_time_list<PropertyListT> = 0,
            if_reduction<Reduction> = 0>
  void parallel_for(range<2> numWorkItems, PropertyListT, Reduction first, Rest &&...rest) {
    reduce<KernelName, PropertyListT>(numWorkItems, first, rest...);
  }
  template <typename KernelName = unnamed, typename PropertyListT, typename Reduction,
            typename... Rest, if_compile_time_list<PropertyListT> = 0,
            if_reduction<Reduction> = 0>
  void parallel_for(range<3> numWorkItems, PropertyListT, Reduction first, Rest &&...rest) {
    reduce<KernelName, PropertyListT>(numWorkItems, first, rest...);
  }
  template <typename KernelName = unnamed, typename PropertyListT, int Dimensions,
            typename Reduction, typename... Rest, if_compile_time_list<PropertyListT> = 0,
            if_reduction<Reduction> = 0>
  void parallel_for(nd_range<Dimensions> executionRange, PropertyListT, Reduction first,
                    Rest &&...rest) {
    reduce<KernelName, PropertyListT>(executionRange, first, rest...);
  }

  // Kernels whose work-groups synchronise.
  template <typename KernelName = unnamed, typename KernelType, int Dimensions,
            if_root_sync<no_properties, KernelType> = 0>
  void parallel_for(nd_range<Dimensions> executionRange, const KernelType &kernelFunc) {
    launch_root_sync<KernelName, no_properties>(executionRange, kernelFunc);
  }
  template <typename KernelName = unnamed, typename PropertyListT, typename KernelType,
            int Dimensions, if_compile_time_list<PropertyListT> = 0,
            if_root_sync<PropertyListT, KernelType> = 0>
  void parallel_for(nd_range<Dimensions> executionRange, PropertyListT,
                    const KernelType &kernelFunc) {
    launch_root_sync<KernelName, PropertyListT>(executionRange, kernelFunc);
  }

  // Kernels of the program are launched by their function objects; other kernels come from
  // backends.
  void single_task(const kernel &kernelObject) {
    self().launch_object(kernelObject, range<1>(1));
  }
#define SCYTHE_LAUNCHES(space)                                                                     \
  void parallel_for(space size, const kernel &kernelObject) {                                      \
    self().launch_object(kernelObject, size);                                                      \
  }
  SCYTHE_LAUNCHES(range<1>)
  SCYTHE_LAUNCHES(range<2>)
  SCYTHE_LAUNCHES(range<3>)
  SCYTHE_LAUNCHES(nd_range<1>)
  SCYTHE_LAUNCHES(nd_range<2>)
  SCYTHE_LAUNCHES(nd_range<3>)
#undef SCYTHE_LAUNCHES

private:
  Handler &self() noexcept { return static_cast<Handler &>(*this); }

  // In the code of the kernel, every work-group has one work-item, except for devices that run it
  // on all; if the size is known to be one, there is no loop over work-items.
  template <typename KernelName, int Dimensions, typename FunctionT>
  void launch_groups(const range<Dimensions> &groups, const range<Dimensions> &local,
                     const FunctionT &kernel) {
    using properties = joined_properties_t<one_work_item<Dimensions>, own_properties_t<FunctionT>>;
    self().template launch<KernelName, work_group_launch<Dimensions>, properties>(
        work_group_kernel<FunctionT, Dimensions>{kernel, local},
        nd_range<Dimensions>(groups * local, local));
    self().command_.body.launch.hierarchical = true;
  }

  template <typename KernelName, typename List, int Dimensions, typename FunctionT>
  void launch_root_sync(const nd_range<Dimensions> &space, const FunctionT &kernel) {
    auto *const memory = new command_scratch(queue_of(self()), sizeof(root_meeting), 0);
    add_command_end(self(), memory, false);
    using properties = joined_properties_t<List, own_properties_t<FunctionT>>;
    // The shortcuts of queues have the original kernel, but not its wrapper from here.
    self().kernels_ = kernel_object::copied;
    self().template launch<KernelName, root_sync_launch<Dimensions>, properties>(
        root_sync_kernel<FunctionT, Dimensions>{kernel,
                                                static_cast<root_meeting *>(memory->start())},
        space);
    self().command_.body.launch.together = true;
  }

  // The runtime chooses the rest.
  template <int Dimensions>
  void check_group_size(const range<Dimensions> &groups, const range<Dimensions> &local) {
    for (int dimension = 0; dimension < Dimensions; ++dimension)
      if (local[dimension] != 0 && groups[dimension] > SIZE_MAX / local[dimension])
        throw_error(errc::nd_range, "parallel_for_work_group: there are more work-items than can "
                                    "be counted");
    if (queue_of(self()).sycl_device.get_backend() == backend::opencl &&
        local.size() > most_hierarchical_items)
      throw_error(errc::nd_range, "parallel_for_work_group: work-groups have at most 1024 "
                                  "work-items on OpenCL devices");
  }

  // The last argument is the kernel, all before it are reductions.
  template <typename KernelName, typename List = no_properties, typename Space,
            typename... Arguments>
  void reduce(const Space &space, const Arguments &...arguments) {
    reduce_all<KernelName, List>(space, std::tie(arguments...),
                                 std::make_index_sequence<sizeof...(Arguments) - 1>());
  }
  template <typename KernelName, typename List, typename Space, typename... Arguments,
            std::size_t... Index>
  void reduce_all(const Space &space, const std::tuple<const Arguments &...> &arguments,
                  std::index_sequence<Index...>) {
    using all = std::tuple<Arguments...>;
    check_reductions<std::tuple_element_t<Index, all>...>();
    if constexpr ((is_reduction_v<std::tuple_element_t<Index, all>> && ...))
      launch_reductions<KernelName, List>(space, std::get<sizeof...(Index)>(arguments),
                                          std::get<Index>(arguments)...);
  }

  // The variables are copies: the launch gives them memory.
  template <typename KernelName, typename List, int Dimensions, typename FunctionT,
            typename... Variables>
  void launch_reductions(const range<Dimensions> &size, const FunctionT &kernel,
                         Variables... variables) {
    using pieces = reduction_pieces<Dimensions>;
    if (byte_count(size, 1) == SIZE_MAX)
      throw_error(errc::nd_range, "the range has more work-items than a std::size_t can count");
    const reduction_deal<Dimensions> deal(size, (Variables::is_array || ...),
                                          home_of_reductions(self()));
    reduction_count *const finished =
        prepare_reductions(self(), deal.groups, deal.items, variables...);
    using properties = joined_properties_t<List, own_properties_t<FunctionT>>;
    self().template launch<KernelName, range_reduction_launch<Dimensions>, properties>(
        reduction_kernel<FunctionT, pieces, Variables...>{
            kernel, deal.pieces, finished, {{variables}...}},
        nd_range<1>(deal.groups * deal.items, deal.items));
  }
  template <typename KernelName, typename List, int Dimensions, typename FunctionT,
            typename... Variables>
  void launch_reductions(nd_range<Dimensions> space, const FunctionT &kernel,
                         Variables... variables) {
    const bool empty = space.get_global_range().size() == 0;
    if (empty)
      space = nd_range<Dimensions>(space.get_local_range(), space.get_local_range());
    const std::size_t items = space.get_local_range().size();
    const std::size_t groups = items ? space.get_global_range().size() / items : 1;
    reduction_count *const finished =
        prepare_reductions(self(), groups, items, variables...);
    using properties = joined_properties_t<List, own_properties_t<FunctionT>>;
    self().template launch<KernelName, nd_range_reduction_launch<Dimensions>, properties>(
        reduction_kernel<FunctionT, reduction_nd_space, Variables...>{
            kernel, {empty}, finished, {{variables}...}},
        space);
  }
};

} // namespace sycl::detail
