// Buffers that share the ownership of their host memory.
#include "check.hpp"

#include <memory>

using namespace sycl;

static void increment(queue &q, buffer<int> b) {
  q.submit([&](handler &h) {
    accessor a(b, h);
    h.parallel_for(b.size(), [=](id<1> i) { a[i] += 1; });
  });
}

static int deleted = 0;

int main() {
  queue q;
  std::shared_ptr<int[]> array(new int[100]());
  {
    buffer<int> b(array, range<1>(100));
    increment(q, b);
    increment(q, b);
  }
  CHECK_ALL(array, 100, [](std::size_t) { return 2; });

  auto single = std::make_shared<int>(10);
  {
    buffer<int> b(single, range<1>(1));
    increment(q, b);
  }
  CHECK_EQ(*single, 11);
  CHECK_EQ(single.use_count(), 1);

  { // The application lets go first: the buffer keeps the memory.
    std::shared_ptr<int> owned(new int[50](), [](int *p) {
      ++deleted;
      delete[] p;
    });
    buffer<int> b(owned, range<1>(50));
    owned.reset();
    increment(q, b);
    CHECK_EQ(deleted, 0);
    host_accessor read(b, read_only);
    CHECK_ALL(read, 50, [](std::size_t) { return 1; });
  }
  CHECK_EQ(deleted, 1);

  { // An empty pointer means uninitialised memory.
    buffer<int> b(std::shared_ptr<int[]>(), range<1>(64));
    q.submit([&](handler &h) {
      accessor a(b, h, write_only);
      h.fill(a, 4);
    });
    increment(q, b);
    host_accessor read(b);
    CHECK_ALL(read, 64, [](std::size_t) { return 5; });
  }
  return check::result();
}
