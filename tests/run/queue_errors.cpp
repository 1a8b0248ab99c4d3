// Wrong launches and memory operations throw the right error code.
#include "check.hpp"

#include <vector>

using namespace sycl;

int main() {
  queue q;
  int *p = malloc_shared<int>(64, q);
  auto kernel = [=](nd_item<1> i) { p[i.get_global_id() % 64] = 1; };
  const std::size_t limit = q.get_device().get_info<info::device::max_work_group_size>();

  // Work-groups that do not divide the range, are empty or too large.
  CHECK_THROWS(errc::nd_range, q.parallel_for(nd_range<1>(10, 3), kernel));
  CHECK_THROWS(errc::nd_range, q.parallel_for(nd_range<1>(10, 0), kernel));
  CHECK_THROWS(errc::nd_range, q.parallel_for(nd_range<1>(2 * limit + 2, limit + 1), kernel));
  CHECK_THROWS(errc::nd_range, q.parallel_for(nd_range<2>({8, 9}, {4, 4}),
                                              [=](nd_item<2> i) { p[i.get_local_id(0)] = 1; }));
  CHECK_THROWS(errc::nd_range, q.submit([&](handler &h) {
    h.parallel_for(nd_range<3>({4, 4, 4}, {4, 4, 3}),
                   [=](nd_item<3> i) { p[i.get_local_id(0)] = 1; });
  }));
  // The queue is as good as before.
  q.parallel_for(nd_range<1>(64, 8), kernel).wait();
  CHECK_ALL(p, 64, [](std::size_t) { return 1; });

  // Null pointers.
  CHECK_THROWS(errc::invalid, q.memcpy(nullptr, p, 4));
  CHECK_THROWS(errc::invalid, q.memcpy(p, nullptr, 4));
  CHECK_THROWS(errc::invalid, q.memset(nullptr, 0, 4));
  CHECK_THROWS(errc::invalid, q.fill<int>(nullptr, 1, 4));
  CHECK_THROWS(errc::invalid, q.copy<int>(p, nullptr, 4));

  // Freed twice, and memory that never was USM.
  int on_stack = 0;
  CHECK_THROWS(errc::invalid, free(&on_stack, q));
  CHECK_THROWS(errc::invalid, free(p + 1, q));
  free(p, q);
  CHECK_THROWS(errc::invalid, free(p, q));

  // Profiling that was not asked for.
  using end = info::event_profiling::command_end;
  CHECK_THROWS(errc::invalid, event().get_profiling_info<end>());
  CHECK_THROWS(errc::invalid, q.single_task([] {}).get_profiling_info<end>());
  return check::result();
}
