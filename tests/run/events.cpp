//! plain_kernels = true

// Events: status, waiting, wait lists.
#include "check.hpp"

#include <unordered_set>
#include <vector>

using namespace sycl;
using status = info::event_command_status;

int main() {
  queue q;
  event nothing;
  CHECK(nothing.get_info<info::event::command_execution_status>() == status::complete);
  nothing.wait();
  nothing.wait_and_throw();
  CHECK(nothing.get_wait_list().empty());
  CHECK(nothing.get_backend() == q.get_backend());
  // Each has its own identity, which copies share.
  const event no_other, no_copy = no_other;
  CHECK(no_copy == no_other && no_other != nothing);
  CHECK_EQ((std::unordered_set<event>{nothing, no_other, no_copy}.size()), 2u);

  int *p = malloc_shared<int>(1000, q);
  event first = q.parallel_for(1000, [=](int i) { p[i] = i; });
  first.wait();
  CHECK(first.get_info<info::event::command_execution_status>() == status::complete);
  CHECK(first.get_backend() == q.get_backend());
  CHECK_EQ(p[999], 999);

  // Held back by the host: submitted, with its dependency in the list.
  buffer<int> b{range(1)};
  event blocked, after;
  {
    host_accessor hold(b);
    blocked = q.submit([&](handler &h) {
      accessor a(b, h, write_only);
      h.single_task([=] { a[0] = 5; });
    });
    after = q.single_task(blocked, [=] { p[0] = 50; });
    CHECK(blocked.get_info<info::event::command_execution_status>() == status::submitted);
    CHECK(after.get_info<info::event::command_execution_status>() == status::submitted);
    bool found = false;
    for (const event &e : after.get_wait_list())
      found = found || e == blocked;
    CHECK(found);
  }
  after.wait_and_throw();
  CHECK_EQ(p[0], 50);
  CHECK(blocked.get_info<info::event::command_execution_status>() == status::complete);
  CHECK_EQ(host_accessor(b)[0], 5);

  // Reference semantics.
  event copy = after, other = blocked;
  CHECK(copy == after && copy != other);
  CHECK_EQ((std::unordered_set<event>{copy, after, other}.size()), 2u);
  other = std::move(copy);
  CHECK(other == after);
  copy = other;
  copy.wait();

  std::vector<event> many;
  for (int k = 0; k < 100; ++k)
    many.push_back(q.single_task([=] { p[k] = k; }));
  event::wait(many);
  CHECK_ALL(p, 100, [](std::size_t i) { return int(i); });
  event::wait_and_throw(many);
  q.wait();
  free(p, q);
  return check::result();
}
