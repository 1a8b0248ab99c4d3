// set_final_data with every kind of destination.
#include "check.hpp"

#include <iterator>
#include <list>
#include <memory>
#include <vector>

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

int main() {
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
  return check::result();
}
