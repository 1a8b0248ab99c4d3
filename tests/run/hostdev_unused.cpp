// Captures that a kernel does not use, or only partly: the parts that it does use must be passed correctly, and
// accessors that no work-item uses still order commands.
#include "check.hpp"

#include <vector>

using namespace sycl;

constexpr std::size_t n = 128;

void between_used_ones(queue &q) {
  std::vector<int> v(n), w(n, 3), u(n, 4);
  {
    buffer b(v), c(w), d(u);
    q.submit([&](handler &h) {
      accessor unused(c, h, read_only);
      accessor used(b, h, write_only);
      accessor late(d, h, read_only);
      double first = 1.5;
      int second = 20;
      char third = 3;
      long fourth = 400;
      h.parallel_for(n, [=](id<1> i) {
        (void)unused;
        (void)first;
        (void)third;
        used[i] = second + int(fourth) + late[i];
      });
    });
  }
  CHECK_ALL(v, n, [](std::size_t) { return 424; });
  CHECK_ALL(w, n, [](std::size_t) { return 3; });
}

// Members of a function object that only one of its kernels needs.
struct Parts {
  accessor<int, 1, access_mode::read_write> data;
  int values[8];
  accessor<int, 1, access_mode::read> other;
  void operator()(id<1> i) const { data[i] += values[6]; }
};

void members(queue &q, int last) {
  std::vector<int> v(n, 1), w(n, 100);
  {
    buffer b(v), c(w);
    q.submit([&](handler &h) {
      h.parallel_for(n, Parts{accessor(b, h), {1, 2, 3, 4, 5, 6, 7, last}, accessor(c, h, read_only)});
    });
    q.submit([&](handler &h) {
      h.parallel_for(n, Parts{accessor(b, h), {0, 0, 0, 0, 0, 0, last, 0}, accessor(b, h, read_only)});
    });
  }
  CHECK_ALL(v, n, [=](std::size_t) { return 8 + last; });
}

// Captures that only the first work-item reads, and only those in the middle: a guard has versions of the kernel in which
// they are not used.
void behind_guards(queue &q) {
  std::vector<int> v(n), w(n), u(n);
  {
    buffer b(v), c(w), d(u);
    q.submit([&](handler &h) {
      accessor all(b, h), first(c, h), middle(d, h);
      h.parallel_for(n, [=](id<1> i) {
        all[i] = 2;
        if (i[0] == 0)
          first[0] = -1;
        if (i[0] >= 40 && i[0] < 50)
          middle[i] = -2;
      });
    });
  }
  CHECK_ALL(v, n, [](std::size_t) { return 2; });
  CHECK_ALL(w, n, [](std::size_t i) { return i == 0 ? -1 : 0; });
  CHECK_ALL(u, n, [](std::size_t i) { return i >= 40 && i < 50 ? -2 : 0; });
}

// The second kernel's only relation to the buffer is that it waits for the first, which is slow.
void still_orders(queue &q) {
  int *shared = malloc_shared<int>(2, q);
  for (int turn = 0; turn < 5; ++turn) {
    shared[0] = shared[1] = 0;
    buffer<int> token{range(1)};
    q.submit([&](handler &h) {
      accessor a(token, h, write_only);
      h.single_task([=] {
        a[0] = 1;
        unsigned x = 1;
        for (int k = 0; k < 3000000; ++k)
          x = x * 1664525 + 1013904223;
        shared[0] = x == 0 ? 2 : 1;
      });
    });
    q.submit([&](handler &h) {
      accessor a(token, h, read_only);
      h.single_task([=] {
        (void)a;
        shared[1] = shared[0];
      });
    });
    q.wait();
    CHECK_EQ(shared[1], 1);
  }
  sycl::free(shared, q);
}

// Used under a condition that never holds, which the compiler may or may not know.
void hardly_used(queue &q, int argc) {
  std::vector<int> v(n), w(n, 9);
  for (int limit : {0, argc}) {
    {
      buffer b(v), c(w);
      q.submit([&](handler &h) {
        accessor a(b, h, read_write);
        accessor other(c, h, read_only);
        h.parallel_for(n, [=](id<1> i) { a[i] += limit > 0 ? other[i] : 1; });
      });
    }
  }
  CHECK_ALL(v, n, [](std::size_t) { return 10; });
}

// No argument is used at all.
void nothing_used(queue &q) {
  int *count = malloc_shared<int>(1, q);
  *count = 0;
  buffer<int> b{range(n)};
  q.submit([&](handler &h) {
    accessor a(b, h, write_only);
    int x = 1, y = 2;
    h.parallel_for(n, [=](id<1>) {
      (void)a;
      (void)(x + y);
    });
  });
  q.submit([&](handler &h) {
    accessor a(b, h, read_only);
    h.single_task([=] {
      (void)a;
      *count += 1;
    });
  });
  q.wait();
  CHECK_EQ(*count, 1);
  sycl::free(count, q);
}

int main(int argc, char **) {
  queue q;
  between_used_ones(q);
  members(q, 30 * argc);
  behind_guards(q);
  still_orders(q);
  hardly_used(q, argc);
  nothing_used(q);
  return check::result();
}
