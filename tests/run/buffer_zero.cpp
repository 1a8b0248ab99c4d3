// Buffers and ranges of size zero.
#include "check.hpp"

#include <vector>

using namespace sycl;

int main() {
  queue q;
  std::vector<int> nothing;
  {
    buffer b(nothing);
    buffer<int, 2> flat(range(5, 0));
    buffer<int> from_iterators(nothing.begin(), nothing.end());
    buffer<double, 3> none{range(0, 0, 0)};
    CHECK_EQ(b.size(), 0u);
    CHECK_EQ(flat.byte_size(), 0u);
    q.submit([&](handler &h) {
      accessor a(b, h);
      accessor f(flat, h, read_only);
      accessor d(none, h, write_only, no_init);
      CHECK(a.empty() && f.empty() && d.size() == 0);
      h.parallel_for(b.get_range(), [=](id<1> i) { a[i] = 1; });
    });
    q.submit([&](handler &h) {
      accessor a(flat, h, write_only);
      h.fill(a, 3);
    });
    host_accessor read(b);
    CHECK(read.begin() == read.end());
    CHECK(host_accessor(flat).empty());
    CHECK(host_accessor(from_iterators).empty());
    // Without dimensions there is one element to every accessor, but where there is none.
    const host_accessor<int, 0> element(b);
    CHECK(element.empty() && element.begin() == element.end());
  }
  {
    buffer b(nothing);
    accessor<int, 0> placeholder(b);
    int *sizes = malloc_shared<int>(2, q);
    q.submit([&](handler &h) {
       h.require(placeholder);
       accessor<int, 0, access_mode::read> element(b, h);
       h.single_task([=] {
         sizes[0] = int(element.byte_size());
         sizes[1] = placeholder.empty() ? 0 : 1;
       });
     }).wait();
    CHECK_EQ(sizes[0], 0);
    CHECK_EQ(sizes[1], 0);
    free(sizes, q);
  }
  // An empty region of a buffer with elements.
  std::vector<int> some(10, 1);
  {
    buffer b(some);
    q.submit([&](handler &h) {
      accessor a(b, h, range(0), id(10));
      CHECK(a.empty());
      h.parallel_for(0, [=](id<1> i) { a[i] = 1; });
    });
  }
  CHECK_ALL(some, 10, [](std::size_t) { return 1; });

  // Zero bytes in memory operations.
  int *p = malloc_shared<int>(4, q);
  p[0] = 9;
  q.memset(p, 0, 0).wait();
  q.memcpy(p, p + 1, 0).wait();
  q.fill(p, 1, 0).wait();
  q.copy(p + 1, p, 0).wait();
  CHECK_EQ(p[0], 9);
  free(p, q);
  free(malloc_device(0, q), q);
  free(nullptr, q);
  return check::result();
}
