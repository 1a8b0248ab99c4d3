// Reductions and scans of one type by one operator in all groups of an nd-range,
// compared with the host. Shared by the tests whose names start with `group_`
// and `sub_group_`.
#pragma once

#include "check.hpp"
#include "group_reference.hpp"

#include <sycl/sycl.hpp>

#include <string>
#include <vector>

namespace groups {

// The kind of group.
struct of_work_group {
  template <int Dimensions> auto operator()(const sycl::nd_item<Dimensions> &it) const {
    return it.get_group();
  }
};
struct of_sub_group {
  template <int Dimensions> auto operator()(const sycl::nd_item<Dimensions> &it) const {
    return it.get_sub_group();
  }
};

// Values that make every order of combination give the same result: small
// integers, and powers of two as factors.
template <typename T, typename Op> T value(std::size_t i) {
  if constexpr (std::is_same_v<T, bool>)
    return i % 7 != 3;
  else if constexpr (std::is_same_v<Op, sycl::multiplies<T>> && std::is_floating_point_v<T>)
    return i % 5 == 0 ? T(2) : i % 5 == 1 ? T(0.5) : i % 5 == 2 ? T(-1) : T(1);
  else if constexpr (std::is_same_v<Op, sycl::multiplies<T>>)
    return static_cast<T>(2 * (i % 50) + 1);
  else if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(static_cast<long>(i * 37 % 101) - 50);
  else
    return static_cast<T>(i * 0x9e3779b97f4a7c15u >> 17);
}

// The results of work-items, one array for each algorithm.
template <typename T> struct results {
  T *reduce, *reduce_init, *inclusive, *inclusive_init, *exclusive, *exclusive_init;

  static constexpr std::size_t count = 6;
  results(T *memory, std::size_t n)
      : reduce(memory), reduce_init(memory + n), inclusive(memory + 2 * n),
        inclusive_init(memory + 3 * n), exclusive(memory + 4 * n), exclusive_init(memory + 5 * n) {}
};

// In a function, as in programs.
template <typename Group, typename T, typename Op>
void apply(Group group, T x, T init, Op op, std::size_t at, const results<T> &out) {
  out.reduce[at] = sycl::reduce_over_group(group, x, op);
  out.reduce_init[at] = sycl::reduce_over_group(group, x, init, op);
  out.inclusive[at] = sycl::inclusive_scan_over_group(group, x, op);
  out.inclusive_init[at] = sycl::inclusive_scan_over_group(group, x, op, init);
  out.exclusive[at] = sycl::exclusive_scan_over_group(group, x, op);
  out.exclusive_init[at] = sycl::exclusive_scan_over_group(group, x, init, op);
}

template <typename T, typename Op>
void compare(Op op, const T *in, T init, const results<T> &out,
             const std::vector<reference::members> &parts, const std::string &what) {
  std::vector<T> scanned(parts.back().end);
  for (const reference::members &group : parts) {
    const T total = reference::reduce(op, in, group);
    reference::inclusive_scan(op, in, group, scanned);
    for (std::size_t i = group.begin; i < group.end; ++i) {
      const bool first = i == group.begin;
      const T before = first ? sycl::known_identity_v<Op, T> : T(scanned[i - 1]);
      const T got[] = {out.reduce[i],         out.reduce_init[i], out.inclusive[i],
                       out.inclusive_init[i], out.exclusive[i],   out.exclusive_init[i]};
      const T want[] = {total,
                        reference::combine(op, init, total),
                        scanned[i],
                        reference::combine(op, init, T(scanned[i])),
                        before,
                        first ? init : reference::combine(op, init, before)};
      const char *const algorithms[] = {"reduce",
                                        "reduce with init",
                                        "inclusive scan",
                                        "inclusive scan with init",
                                        "exclusive scan",
                                        "exclusive scan with init"};
      bool ok = true;
      for (std::size_t k = 0; k < results<T>::count; ++k)
        if (got[k] != want[k])
          ok = check::equal(got[k], want[k], __FILE__, __LINE__,
                            what + ", work-item " + std::to_string(i) + ": " + algorithms[k]);
      if (!ok)
        return;
    }
  }
}

// Runs everything with one operator in groups of the size `local`.
template <typename Which, typename T, typename Op, int Dimensions>
void run(sycl::queue &q, sycl::range<Dimensions> local, Op op) {
  sycl::range<Dimensions> global = local;
  global[0] *= 2;
  global[Dimensions - 1] *= 2;
  const std::size_t n = global.size();
  T *in = sycl::malloc_shared<T>(n, q);
  T *memory = sycl::malloc_shared<T>(n * results<T>::count, q);
  unsigned *size = sycl::malloc_shared<unsigned>(1, q);
  for (std::size_t i = 0; i < n; ++i)
    in[i] = value<T, Op>(i);
  const T init = value<T, Op>(n + 1);
  const results<T> out(memory, n);
  q.parallel_for(sycl::nd_range<Dimensions>(global, local), [=](sycl::nd_item<Dimensions> it) {
     const std::size_t at = reference::position(it);
     const auto group = Which()(it);
     if (at == 0)
       *size = static_cast<unsigned>(group.get_max_local_range().size());
     apply(group, in[at], init, op, at, out);
   }).wait();
  compare(op, in, init, out, reference::parts(n, local.size(), *size),
          std::string(__PRETTY_FUNCTION__) + " in groups of " + std::to_string(local.size()));
  sycl::free(in, q);
  sycl::free(memory, q);
  sycl::free(size, q);
}

// Runs some operators. Every operator of a type is a kernel to compile, so a type has those listed; in the full tests, it
// has all.
template <typename Which, typename T, template <typename> typename... Op, int Dimensions>
void run_operators(sycl::queue &q, sycl::range<Dimensions> local) {
#ifndef SCYTHE_TEST_FULL
  (run<Which, T>(q, local, Op<T>()), ...);
#else
  run<Which, T>(q, local, sycl::plus<T>());
  run<Which, T>(q, local, sycl::multiplies<T>());
  run<Which, T>(q, local, sycl::minimum<T>());
  run<Which, T>(q, local, sycl::maximum<T>());
  if constexpr (std::is_integral_v<T>) {
    run<Which, T>(q, local, sycl::bit_and<T>());
    run<Which, T>(q, local, sycl::bit_or<T>());
    run<Which, T>(q, local, sycl::bit_xor<T>());
  }
  if constexpr (std::is_same_v<T, bool>) {
    run<Which, T>(q, local, sycl::logical_and<T>());
    run<Which, T>(q, local, sycl::logical_or<T>());
  }
#endif
}

} // namespace groups
