// Where results go when a buffer is destroyed (SYCL 2020 §4.7.2.4).
#include "check.hpp"

#include <vector>

using namespace sycl;

template <typename T> void add(queue &q, buffer<T> &b, T value) {
  q.submit([&](handler &h) {
    accessor a(b, h, read_write);
    h.parallel_for(b.get_range(), [=](id<1> i) { a[i] += value; });
  });
}

int main() {
  queue q;
  constexpr std::size_t n = 1000;
  auto plus = [](int value) { return [=](std::size_t i) { return int(i) + value; }; };
  std::vector<int> v(n), original(n);
  for (std::size_t i = 0; i < n; ++i)
    v[i] = original[i] = int(i);

  { // A container: written back.
    buffer b(v);
    add(q, b, 1);
  }
  CHECK_ALL(v, n, plus(1));

  { // A pointer: written back, also after several commands.
    buffer<int> b(v.data(), n);
    add(q, b, 1);
    add(q, b, 10);
  }
  CHECK_ALL(v, n, plus(12));

  v = original;
  { // A const pointer or container: not written back, but kernels may write.
    const std::vector<int> &constant = v;
    buffer<int> b(constant.data(), n);
    buffer<int> c(constant);
    add(q, b, 5);
    add(q, c, 5);
    host_accessor read(b, read_only);
    CHECK_ALL(read, n, plus(5));
  }
  CHECK_ALL(v, n, plus(0));

  { // Iterators: not written back.
    buffer b(v.begin(), v.end());
    add(q, b, 5);
    host_accessor read(b, read_only);
    CHECK_ALL(read, n, plus(5));
  }
  CHECK_ALL(v, n, plus(0));

  { // Written by a host accessor only.
    buffer b(v);
    host_accessor write(b, write_only);
    write[3] = 333;
  }
  CHECK_EQ(v[3], 333);
  v = original;

  { // Cancelled and forced.
    buffer b(v);
    b.set_write_back(false);
    add(q, b, 7);
  }
  CHECK_ALL(v, n, plus(0));
  {
    buffer b(v);
    b.set_write_back(false);
    b.set_write_back(true);
    add(q, b, 7);
  }
  CHECK_ALL(v, n, plus(7));
  { // Cancelled while a command may be running is allowed too; the host memory
    // is unspecified then, so only the buffer's contents are checked.
    v = original;
    buffer b(v);
    add(q, b, 7);
    b.set_write_back(false);
    host_accessor read(b, read_only);
    CHECK_ALL(read, n, plus(7));
  }

  v = original;
  { // A copy outlives the first object: written back when the last one goes.
    buffer<int> *outer = nullptr;
    {
      buffer b(v);
      add(q, b, 2);
      outer = new buffer<int>(b);
    }
    add(q, *outer, 3);
    delete outer;
  }
  CHECK_ALL(v, n, plus(5));

  v = original;
  { // An accessor that only reads leaves the host memory alone.
    buffer b(v);
    int *sum = malloc_shared<int>(1, q);
    *sum = 0;
    q.submit([&](handler &h) {
       accessor a(b, h, read_only);
       h.single_task([=] {
         for (std::size_t i = 0; i < n; ++i)
           *sum += a[i];
       });
     }).wait();
    CHECK_EQ(*sum, int(n * (n - 1) / 2));
    free(sum, q);
  }
  CHECK_ALL(v, n, plus(0));

  { // Two dimensions.
    std::vector<int> m(6 * 7, 1);
    {
      buffer<int, 2> b(m.data(), {6, 7});
      q.submit([&](handler &h) {
        accessor a(b, h);
        h.parallel_for({6, 7}, [=](id<2> i) { a[i] += int(10 * i[0] + i[1]); });
      });
    }
    CHECK_ALL(m, m.size(), [](std::size_t i) { return int(10 * (i / 7) + i % 7 + 1); });
  }
  return check::result();
}
