// Exceptions from inside a command group, and command groups with no or two
// commands.
#include "check.hpp"

#include <stdexcept>
#include <vector>

using namespace sycl;

int main() {
  queue q;
  int *p = malloc_shared<int>(4, q);
  p[0] = 0;

  bool caught = false;
  try {
    q.submit([&](handler &h) {
      h.single_task([=] { p[0] = 1; });
      throw std::runtime_error("from the command group");
    });
  } catch (const std::runtime_error &e) {
    caught = std::string(e.what()) == "from the command group";
  }
  CHECK(caught);
  q.wait();
  CHECK_EQ(p[0], 0); // nothing was submitted

  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) {
    h.single_task([=] { p[0] = 1; });
    h.single_task([=] { p[0] = 2; });
  }));
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) {
    h.memset(p, 1, 4);
    h.parallel_for(4, [=](int i) { p[i] = 2; });
  }));
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) {
    h.host_task([] {});
    h.host_task([] {});
  }));
  // Kernels of the program have no arguments that could be set by number.
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) { h.set_arg(0, p); }));
  CHECK_THROWS(errc::invalid, q.submit([&](handler &h) { h.set_args(p, 4); }));
  q.wait();
  CHECK_EQ(p[0], 0);

  // A group that says nothing is complete when its dependencies are.
  event first = q.parallel_for(4, [=](int i) { p[i] = i + 1; });
  q.submit([&](handler &h) { h.depends_on(first); }).wait();
  CHECK_EQ(p[3], 4);
  q.submit([](handler &) {}).wait();

  // Requirements after the command count.
  std::vector<int> v(10);
  {
    buffer b(v);
    q.submit([&](handler &h) {
      accessor a(b, h);
      h.parallel_for(10, [=](id<1> i) { a[i] += 1; });
      h.depends_on(first);
    });
    // An exception after an accessor was constructed leaves the buffer usable.
    try {
      q.submit([&](handler &h) {
        accessor a(b, h);
        throw 1;
      });
    } catch (int) {
    }
    q.submit([&](handler &h) {
      accessor a(b, h);
      h.parallel_for(10, [=](id<1> i) { a[i] += 10; });
    });
  }
  CHECK_ALL(v, 10, [](std::size_t) { return 11; });

  // Command group functions that are not lambdas, and a secondary queue.
  struct group {
    int *p;
    void operator()(handler &h) {
      int *data = p;
      h.single_task([=] { data[1] = 77; });
    }
  };
  q.submit(group{p}).wait();
  CHECK_EQ(p[1], 77);
  queue secondary;
  q.submit([=](handler &h) { h.single_task([=] { p[1] = 78; }); }, secondary).wait();
  CHECK_EQ(p[1], 78);
  free(p, q);
  return check::result();
}
