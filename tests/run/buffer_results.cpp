//! plain_kernels = true

// The destinations of buffers' contents.
#include "check.hpp"


#include <iterator>
#include <list>
#include <memory>
#include <vector>

// set_final_data with every kind of destination.
namespace final_data {

using namespace sycl;

static queue q;
constexpr std::size_t n = 300;

static void write(buffer<int> b) {
  q.submit([&](handler &h) {
    accessor a(b, h, write_only, no_init);
    h.parallel_for(n, [=](int i) { a[i] = 2 * i; });
  });
}
static int doubled(std::size_t i) { return int(2 * i); }
static int zero(std::size_t) { return 0; }

void all() {
  std::vector<int> host(n), target(n);
  { // A pointer, instead of the host memory.
    buffer b(host);
    b.set_final_data(target.data());
    write(b);
  }
  CHECK_ALL(target, n, doubled);
  CHECK_ALL(host, n, zero);

  target.assign(n, 0);
  { // For a buffer without host memory.
    buffer<int> b{range<1>(n)};
    b.set_final_data(target.data());
    write(b);
  }
  CHECK_ALL(target, n, doubled);

  target.assign(n, 0);
  { // For a buffer made from iterators.
    buffer<int> b(host.begin(), host.end());
    b.set_final_data(target.begin());
    write(b);
  }
  CHECK_ALL(target, n, doubled);

  { // An output iterator that makes room, converting the elements.
    std::vector<double> grows;
    std::list<long> list(n);
    {
      buffer<int> b{range<1>(n)};
      b.set_final_data(std::back_inserter(grows));
      write(b);
      buffer<int> c{range<1>(n)};
      c.set_final_data(list.begin());
      write(c);
    }
    CHECK_EQ(grows.size(), n);
    CHECK_ALL(grows, n, doubled);
    std::size_t i = 0;
    for (long x : list)
      CHECK_EQ(x, long(2 * i++));
  }

  { // A weak pointer: used while it lives.
    std::shared_ptr<int[]> alive(new int[n]());
    std::weak_ptr<int[]> gone;
    {
      std::shared_ptr<int[]> dies(new int[n]());
      gone = dies;
    }
    {
      buffer<int> b{range<1>(n)};
      b.set_final_data(std::weak_ptr<int[]>(alive));
      write(b);
      buffer<int> c{range<1>(n)};
      c.set_final_data(gone);
      write(c);
    }
    CHECK_ALL(alive, n, doubled);
    std::shared_ptr<int[]> shared(new int[n]());
    {
      buffer<int> b{range<1>(n)};
      b.set_final_data(shared);
      CHECK_EQ(shared.use_count(), 1);
      write(b);
    }
    CHECK_ALL(shared, n, doubled);
  }

  { // Nowhere.
    buffer b(host);
    b.set_final_data(nullptr);
    write(b);
    buffer<int> c(target);
    c.set_final_data();
    int *none = nullptr;
    buffer<int> d{range<1>(n)};
    d.set_final_data(none);
    write(d);
  }
  CHECK_ALL(host, n, zero);

  target.assign(n, 0);
  { // Set, but nothing was ever written.
    buffer<int> b(host.begin(), host.end());
    b.set_final_data(target.data());
    host_accessor read(b, read_only);
    CHECK_EQ(read[0], 0);
  }
  target.assign(n, 5);
  { // The last call counts; write-back can be cancelled for it too.
    buffer<int> b{range<1>(n)};
    b.set_final_data(host.data());
    b.set_final_data(target.data());
    b.set_write_back(false);
    write(b);
  }
  CHECK_ALL(target, n, [](std::size_t) { return 5; });
  CHECK_ALL(host, n, zero);

  { // To the const memory it was read from: only when asked for.
    const int *constant = host.data();
    buffer<int> b(constant, n);
    b.set_final_data(host.data());
    write(b);
  }
  CHECK_ALL(host, n, doubled);
}

} // namespace final_data

// The destination of results when a buffer is destroyed (SYCL 2020 §4.7.2.4).
namespace write_back {

using namespace sycl;

template <typename T> void add(queue &q, buffer<T> &b, T value) {
  q.submit([&](handler &h) {
    accessor a(b, h, read_write);
    h.parallel_for(b.get_range(), [=](id<1> i) { a[i] += value; });
  });
}

void all() {
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
}

} // namespace write_back

int main() {
  final_data::all();
  write_back::all();
  return check::result();
}
