//! also = ["-O0"]
//! skip_device = { opencl = "OpenCL does not promise that work-groups run at the same time: one group meets itself" }
// All work-items of a kernel as a group, and barriers of it (sycl_ext_oneapi_root_group).
#include "check.hpp"
#include <sycl/sycl.hpp>

#if SYCL_EXT_ONEAPI_ROOT_GROUP != 1
#error "the macro of the extension is missing"
#endif

namespace syclex = sycl::ext::oneapi::experimental;
namespace queries = syclex::info::kernel_queue_specific;
using scope = syclex::execution_scope;
class meets;
class asks;

constexpr std::size_t local = 24;

// The root-group is available everywhere in a kernel.
void meet() { sycl::group_barrier(syclex::this_work_item::get_root_group<1>()); }

// A function object that has the property itself.
struct doubles {
  int *values, *sums;
  void operator()(sycl::nd_item<2> it) const {
    const auto root = it.ext_oneapi_get_root_group();
    const std::size_t i = root.get_local_linear_id(), n = root.get_local_linear_range();
    values[i] = int(i);
    sycl::group_barrier(root);
    sums[i] = values[i] + values[n - 1 - i];
  }
  auto get(syclex::properties_tag) const { return syclex::properties{syclex::use_root_sync}; }
};

int main() {
  sycl::queue q;
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
  const sycl::kernel kernel = bundle.get_kernel<meets>();
  const std::size_t groups =
      kernel.ext_oneapi_get_info<queries::max_num_work_group_sync>(q, sycl::range<1>(local), 0);
  CHECK(groups >= 1);
  CHECK_EQ(kernel.ext_oneapi_get_info<queries::max_num_work_groups>(q, sycl::range<1>(local), 0),
           groups);
  CHECK(kernel.ext_oneapi_get_info<queries::max_num_work_group_sync>(q) >= 1);
  CHECK_EQ(kernel.ext_oneapi_get_info<queries::max_num_work_group_sync>(
               q, sycl::range<2>(1, 1 << 20), 0),
           0u);
  const std::size_t n = groups * local;
  int *const values = sycl::malloc_shared<int>(2 * n, q), *const out = sycl::malloc_shared<int>(n, q);
  const syclex::properties sync{syclex::use_root_sync};

  // Each iteration needs the value that the neighbour of the last group wrote in the iteration before: many
  // iterations, to detect a barrier that releases a work-item too early.
  const int rounds = 200;
  auto step = [=](sycl::nd_item<1> it) {
    const auto root = it.ext_oneapi_get_root_group();
    const std::size_t i = root.get_local_id()[0];
    values[i] = int(i);
    for (int round = 0; round < rounds; ++round) {
      meet();
      const std::size_t here = std::size_t(round) % 2 * n, there = n - here;
      values[there + i] = values[here + (i + local) % n] + 1;
    }
    sycl::group_barrier(root, sycl::memory_scope::device);
    out[i] = values[std::size_t(rounds) % 2 * n + n - 1 - i];
  };
  const auto expected = [=](std::size_t i) {
    return int((n - 1 - i + std::size_t(rounds) * local) % n) + rounds;
  };
  for (int launch = 0; launch < 5; ++launch) {
    q.parallel_for<meets>(sycl::nd_range<1>(n, local), sync, step).wait();
    CHECK_ALL(out, n, expected);
  }
  // Two launches without a dependency, and kernels beside them.
  int *const more = sycl::malloc_shared<int>(n, q);
  for (int launch = 0; launch < 4; ++launch) {
    std::vector<sycl::event> all;
    for (int part = 0; part < 4; ++part)
      all.push_back(q.parallel_for(sycl::nd_range<1>(n, local), sync, [=](sycl::nd_item<1> it) {
        const std::size_t i = it.get_global_id(0);
        meet();
        if (part == 0)
          more[i] = launch;
        meet();
      }));
    all.push_back(q.parallel_for(1000, [](auto) {}));
    sycl::event::wait(all);
    CHECK_ALL(more, n, [=](std::size_t) { return launch; });
  }

  // Queries of a root-group, in two dimensions and with work-items that leave early.
  const std::size_t rows = groups * 3, columns = 8, all = rows * columns;
  std::size_t *const said = sycl::malloc_shared<std::size_t>(all * 8, q);
  q.submit([&](sycl::handler &group) {
    group.parallel_for<asks>(
        sycl::nd_range<2>({rows, columns}, {3, 8}), sync, [=](sycl::nd_item<2> it) {
          const auto root = syclex::this_kernel::get_root_group<2>();
          const std::size_t i = it.get_global_linear_id();
          said[8 * i] = root.get_local_linear_id();
          said[8 * i + 1] = root.get_local_range()[0] * 100 + root.get_max_local_range()[1];
          said[8 * i + 2] = root.get_group_linear_id() + root.get_group_linear_range() * 10 +
                            root.get_group_id()[1] + root.get_group_range()[0];
          said[8 * i + 3] = root.leader();
          said[8 * i + 4] = root.get_id<scope::work_group>()[0] + root.get_id<scope::work_item>()[1];
          said[8 * i + 5] = root.get_linear_range<scope::work_group>() * 1000 +
                            root.get_range<scope::work_item>().size();
          said[8 * i + 6] = root.get_linear_id<scope::sub_group>() <
                            root.get_linear_range<scope::sub_group>();
          said[8 * i + 7] = 0;
          sycl::group_barrier(root);
          if (it.get_local_linear_id() % 2)
            return;
          said[8 * i + 7] = said[8 * (all - 1 - i)];
        });
  });
  q.wait();
  for (std::size_t i = 0; i < all; ++i) {
    const std::size_t *const s = said + 8 * i;
    CHECK_EQ(s[0], i);
    CHECK_EQ(s[1], rows * 100 + columns);
    CHECK_EQ(s[2], 11u);
    CHECK_EQ(s[3], i == 0);
    CHECK_EQ(s[4], i / columns / 3 + i % columns);
    CHECK_EQ(s[5], groups * 1000 + all);
    CHECK_EQ(s[6], 1u);
    CHECK_EQ(s[7], i % 24 % 2 ? 0 : all - 1 - i);
  }

  q.parallel_for(sycl::nd_range<2>({groups, local}, {1, local}), doubles{values, out}).wait();
  CHECK_ALL(out, n, [=](std::size_t) { return int(n) - 1; });

  // More groups than can run at once are an error that the launch reports.
  CHECK_THROWS(sycl::errc::nd_range,
               q.parallel_for(sycl::nd_range<1>((groups + 1) * local, local), sync,
                              [](sycl::nd_item<1>) { meet(); }));
  sycl::free(said, q);
  sycl::free(more, q);
  sycl::free(values, q);
  sycl::free(out, q);
  return check::result();
}
