// SYCL 2020 §4.11.5: identifiers of kernels.
#pragma once

#include <scythe/runtime.h>
#include <sycl/detail/hierarchical.hpp>
#include <sycl/detail/kernel_properties.hpp>
#include <sycl/detail/program_kernels.hpp>
#include <sycl/detail/status.hpp>

#include <functional>
#include <vector>

namespace sycl::inline _V1 {

class kernel_id;

namespace detail {

struct kernel_id_access;

inline scythe_kernel_facts facts_of(const scythe_kernel *kernel) {
  scythe_kernel_facts facts{};
  check(scythe_kernel_describe(kernel, &facts));
  return facts;
}

} // namespace detail

class kernel_id {
public:
  kernel_id() = delete;

  const char *get_name() const noexcept {
    scythe_kernel_facts facts{};
    return scythe_kernel_describe(kernel_, &facts) == 0 ? facts.name : "";
  }

  // The extension sycl_ext_oneapi_weak_object; defined in ext/oneapi/weak_object.hpp.
  bool ext_oneapi_owner_before(const ext::oneapi::weak_object<kernel_id> &other) const noexcept;
  bool ext_oneapi_owner_before(const kernel_id &other) const noexcept;

  friend bool operator==(const kernel_id &lhs, const kernel_id &rhs) noexcept {
    return lhs.kernel_ == rhs.kernel_;
  }
  friend bool operator!=(const kernel_id &lhs, const kernel_id &rhs) noexcept {
    return !(lhs == rhs);
  }

private:
  friend detail::kernel_id_access;
  explicit kernel_id(const scythe_kernel *kernel) noexcept : kernel_(kernel) {}

  const scythe_kernel *kernel_;
};

namespace detail {

struct kernel_id_access {
  static kernel_id make(const scythe_kernel *kernel) noexcept { return kernel_id(kernel); }
  static const scythe_kernel *kernel(const kernel_id &id) noexcept { return id.kernel_; }
};

template <typename FunctionT, typename LaunchKind>
constexpr const char *unnamed_symbol =
    __builtin_sycl_unique_stable_name(unnamed_kernel<FunctionT, LaunchKind>);
template <typename FunctionT, int Dimensions>
constexpr const char *hierarchical_symbol = unnamed_symbol<
    work_group_kernel<FunctionT, Dimensions>,
    typename launch_with_list<work_group_launch<Dimensions>, one_work_item<Dimensions>>::type>;

// A function object that is launched without a name is identified by its class.
template <typename KernelName> const scythe_kernel *find_kernel() noexcept {
  const char *const symbols[] = {__builtin_sycl_unique_stable_name(KernelName),
                                 unnamed_symbol<KernelName, single_task_launch>,
                                 unnamed_symbol<KernelName, range_launch<1, false>>,
                                 unnamed_symbol<KernelName, range_launch<2, false>>,
                                 unnamed_symbol<KernelName, range_launch<3, false>>,
                                 unnamed_symbol<KernelName, range_launch<1, true>>,
                                 unnamed_symbol<KernelName, range_launch<2, true>>,
                                 unnamed_symbol<KernelName, range_launch<3, true>>,
                                 unnamed_symbol<KernelName, nd_range_launch<1>>,
                                 unnamed_symbol<KernelName, nd_range_launch<2>>,
                                 unnamed_symbol<KernelName, nd_range_launch<3>>,
                                 hierarchical_symbol<KernelName, 1>,
                                 hierarchical_symbol<KernelName, 2>,
                                 hierarchical_symbol<KernelName, 3>};
  return scythe_program_find(symbols, sizeof symbols / sizeof symbols[0]);
}

} // namespace detail

template <typename KernelName> kernel_id get_kernel_id() {
  const scythe_kernel *kernel = detail::find_kernel<KernelName>();
  if (!kernel)
    detail::throw_error(errc::invalid, "the program has no kernel with this name");
  return detail::kernel_id_access::make(kernel);
}

inline std::vector<kernel_id> get_kernel_ids() {
  std::vector<const scythe_kernel *> kernels(scythe_program_kernels(nullptr, 0));
  // A library that is loaded meanwhile may add kernels.
  const std::size_t count = scythe_program_kernels(kernels.data(), kernels.size());
  std::vector<kernel_id> ids;
  for (std::size_t idx = 0; idx < kernels.size() && idx < count; ++idx)
    ids.push_back(detail::kernel_id_access::make(kernels[idx]));
  return ids;
}

} // namespace sycl

template <> struct std::hash<sycl::kernel_id> {
  std::size_t operator()(const sycl::kernel_id &id) const noexcept {
    return std::hash<const void *>()(sycl::detail::kernel_id_access::kernel(id));
  }
};
