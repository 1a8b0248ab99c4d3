// Time stamps of commands.
#include "check.hpp"

#include <vector>

using namespace sycl;
namespace stamp = info::event_profiling;

static void check_order(const event &e) {
  const auto submit = e.get_profiling_info<stamp::command_submit>();
  const auto start = e.get_profiling_info<stamp::command_start>();
  const auto end = e.get_profiling_info<stamp::command_end>();
  static_assert(std::is_same_v<decltype(end), const std::uint64_t>);
  CHECK(submit > 0);
  CHECK(submit <= start);
  CHECK(start <= end);
}

int main() {
  queue q(property_list{property::queue::enable_profiling()});
  CHECK(q.get_device().has(aspect::queue_profiling));
  double *p = malloc_shared<double>(100000, q);
  event e = q.parallel_for(100000, [=](int i) {
    double x = i;
    for (int k = 0; k < 50; ++k)
      x = x * 1.0000001 + 1;
    p[i] = x;
  });
  check_order(e); // asking waits for the command
  CHECK(e.get_info<info::event::command_execution_status>() ==
        info::event_command_status::complete);
  CHECK(e.get_profiling_info<stamp::command_end>() >
        e.get_profiling_info<stamp::command_start>());
  event dependent = q.single_task(e, [=] { p[0] = 1; });
  check_order(dependent);
  CHECK(dependent.get_profiling_info<stamp::command_start>() >=
        e.get_profiling_info<stamp::command_end>());
  check_order(q.memset(p, 0, 800));
  check_order(q.submit([](handler &h) { h.host_task([] {}); }));
  check_order(q.submit([](handler &) {}));
  free(p, q);
  return check::result();
}
