// USM pointers as arguments: into one allocation, overlapping or not, into different ones, and pointers that the
// kernel loads from memory, which may point anywhere.
#include "check.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace sycl;

constexpr std::size_t n = 500;

struct Arrays {
  explicit Arrays(queue &q)
      : q(q), one(malloc_shared<int>(2 * n, q)), other(malloc_shared<int>(n, q)) {
    reset();
  }
  ~Arrays() {
    sycl::free(one, q);
    sycl::free(other, q);
  }
  void reset() {
    for (std::size_t i = 0; i < 2 * n; ++i)
      one[i] = int(i) + 1;
    for (std::size_t i = 0; i < n; ++i)
      other[i] = 1000 + int(i);
  }

  queue &q;
  int *one, *other;
};

// One kernel for all of it.
void add_three_times(queue &q, int *to, const int *from, std::size_t count) {
  q.parallel_for(count, [=](id<1> i) {
     for (int k = 0; k < 3; ++k)
       to[i] += from[i];
   }).wait();
}

// The last element of `from` is the first of `to`, and one work-item adds all of them: each sum needs the one before.
void run_up(queue &q, int *to, const int *from, std::size_t count) {
  q.single_task([=] {
     for (std::size_t i = 0; i < count; ++i)
       to[i] += from[i];
   }).wait();
}

void pointers_of_one_kernel(queue &q) {
  Arrays a(q);
  add_three_times(q, a.one, a.one, n); // the same
  CHECK_ALL(a.one, 2 * n, [](std::size_t i) { return int(i + 1) * (i < n ? 8 : 1); });
  a.reset();
  add_three_times(q, a.one, a.one + n, n); // one allocation, disjoint
  CHECK_ALL(a.one, n, [](std::size_t i) { return int(i + 1) + 3 * int(i + n + 1); });
  a.reset();
  add_three_times(q, a.one, a.other, n); // two allocations
  CHECK_ALL(a.one, n, [](std::size_t i) { return int(i + 1) + 3 * (1000 + int(i)); });
  add_three_times(q, a.other, a.other, n);
  CHECK_ALL(a.other, n, [](std::size_t i) { return 8 * (1000 + int(i)); });
}

void overlapping(queue &q) {
  Arrays a(q);
  run_up(q, a.one + 1, a.one, n); // sums of all before
  CHECK_ALL(a.one, n + 1, [](std::size_t i) { return int((i + 1) * (i + 2) / 2); });
  a.reset();
  run_up(q, a.one, a.one + 1, n); // each with its successor, which is still what it was
  CHECK_ALL(a.one, n, [](std::size_t i) { return 2 * int(i) + 3; });
  a.reset();
  run_up(q, a.one + n, a.other, n);
  CHECK_ALL(a.one, 2 * n, [](std::size_t i) {
    return int(i) + 1 + (i < n ? 0 : 1000 + int(i - n));
  });
}

// What a launch accesses depends on its ids: four elements for each work-item, one after the other.
void add_rows(queue &q, int *to, const int *from, range<2> rows) {
  q.parallel_for(rows, [=](id<2> i) {
     const int x = int(i[1]), y = int(i[0]);
     for (int k = 0; k < 4; ++k)
       to[40 * y + 4 * x + k] += from[40 * y + 4 * x + k];
   }).wait();
}

void add_row(queue &q, int *to, const int *from, std::size_t rows) {
  q.parallel_for(rows, [=](id<1> i) {
     for (int k = 0; k < 4; ++k)
       to[4 * i + k] += from[4 * i + k];
   }).wait();
}

void neighbours_in_one_allocation(queue &q) {
  Arrays a(q);
  std::vector<int> expected(2 * n);
  const auto start = [&] {
    a.reset();
    std::copy(a.one, a.one + 2 * n, expected.begin());
  };
  const auto add = [&](std::size_t to, std::size_t from, std::size_t at) {
    for (std::size_t k = 0; k < 4; ++k)
      expected[to + at + k] += expected[from + at + k];
  };
  const auto check = [&] {
    CHECK_ALL(a.one, 2 * n, [&](std::size_t i) { return expected[i]; });
  };
  // A work-item that is alone reads what it has written.
  start();
  add(1, 0, 0);
  add_row(q, a.one + 1, a.one, 1);
  check();
  for (std::size_t rows : {std::size_t(0), std::size_t(1), std::size_t(100)}) {
    start();
    for (std::size_t i = 0; i < rows; ++i)
      add(4 * rows, 0, 4 * i);
    add_row(q, a.one + 4 * rows, a.one, rows);
    check();
  }
  start();
  add(3, 0, 0);
  add_rows(q, a.one + 3, a.one, {1, 1});
  check();
  start();
  for (std::size_t y = 0; y < 10; ++y)
    for (std::size_t x = 0; x < 10; ++x)
      add(400, 0, 40 * y + 4 * x);
  add_rows(q, a.one + 400, a.one, {10, 10});
  check();
}

// A pointer in memory points to the same object as another argument.
void loaded_pointers(queue &q) {
  Arrays a(q);
  int **table = malloc_shared<int *>(2, q);
  table[0] = a.one;
  table[1] = a.other;
  int *to = a.one;
  for (int which = 0; which < 2; ++which) {
    a.reset();
    q.parallel_for(n, [=](id<1> i) {
       for (int k = 0; k < 3; ++k)
         to[i] += table[which][i];
     }).wait();
    CHECK_ALL(to, n, [=](std::size_t i) {
      return which == 0 ? 8 * int(i + 1) : int(i + 1) + 3 * (1000 + int(i));
    });
  }
  sycl::free(table, q);
}

struct Node {
  Node *next;
  int value;
};

// A circular list, to whose head another argument points.
void lists(queue &q) {
  Node *nodes = malloc_shared<Node>(10, q);
  for (int i = 0; i < 10; ++i)
    nodes[i] = {&nodes[(i + 1) % 10], i};
  int *head = &nodes[0].value;
  q.single_task([=] {
     const Node *node = nodes;
     for (int k = 0; k < 20; ++k, node = node->next)
       *head += node->value; // twice around: the head has changed when we come back
   }).wait();
  // The first lap starts with 0 + 0 and adds 1 to 9; the second doubles and adds 1 to 9.
  CHECK_EQ(nodes[0].value, (0 + 0 + 45) * 2 + 45);
  sycl::free(nodes, q);
}

// Pointers inside of a struct, and one that is computed from an integer.
void hidden_pointers(queue &q) {
  Arrays a(q);
  struct Pair {
    int *to;
    const int *from;
  } pair{a.one, a.one};
  q.parallel_for(n, [=](id<1> i) {
     for (int k = 0; k < 3; ++k)
       pair.to[i] += pair.from[i];
   }).wait();
  CHECK_ALL(a.one, n, [](std::size_t i) { return 8 * int(i + 1); });
  a.reset();
  int *to = a.one;
  const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(a.one);
  q.parallel_for(n, [=](id<1> i) {
     for (int k = 0; k < 3; ++k)
       to[i] += reinterpret_cast<const int *>(address)[i];
   }).wait();
  CHECK_ALL(a.one, n, [](std::size_t i) { return 8 * int(i + 1); });
}

// Memory of a buffer beside USM.
void buffer_and_pointer(queue &q) {
  Arrays a(q);
  {
    buffer<int> b(a.other, range(n));
    const int *from = a.one;
    q.submit([&](handler &h) {
      accessor to(b, h, read_write);
      h.parallel_for(n, [=](id<1> i) {
        for (int k = 0; k < 3; ++k)
          to[i] += from[i];
      });
    });
  }
  CHECK_ALL(a.other, n, [](std::size_t i) { return 1000 + int(i) + 3 * int(i + 1); });
  CHECK_ALL(a.one, n, [](std::size_t i) { return int(i + 1); });
}

// Memory unknown to the runtime may alias any other.
void system_memory(queue &q) {
  if (!q.get_device().has(aspect::usm_system_allocations))
    return;
  std::vector<int> v(n), w(n, 10);
  for (std::size_t i = 0; i < n; ++i)
    v[i] = int(i) + 1;
  add_three_times(q, v.data(), v.data(), n);
  CHECK_ALL(v, n, [](std::size_t i) { return 8 * int(i + 1); });
  add_three_times(q, v.data(), w.data(), n);
  CHECK_ALL(v, n, [](std::size_t i) { return 8 * int(i + 1) + 30; });
  std::vector<int> sums(n + 1, 1);
  run_up(q, sums.data() + 1, sums.data(), n);
  CHECK_ALL(sums, n + 1, [](std::size_t i) { return int(i + 1); });
}

// An allocation is freed, and its memory is reused as part of another one.
void reused_memory(queue &q) {
  for (int turn = 0; turn < 20; ++turn) {
    int *a = malloc_shared<int>(n, q), *b = malloc_shared<int>(n, q);
    for (std::size_t i = 0; i < n; ++i)
      a[i] = 1, b[i] = 2;
    add_three_times(q, a, b, n);
    CHECK_ALL(a, n, [](std::size_t) { return 7; });
    sycl::free(a, q);
    sycl::free(b, q);
    int *both = malloc_shared<int>(2 * n + std::size_t(turn), q);
    for (std::size_t i = 0; i < 2 * n; ++i)
      both[i] = 1;
    run_up(q, both + 1, both, n);
    CHECK_ALL(both, n + 1, [](std::size_t i) { return int(i + 1); });
    sycl::free(both, q);
  }
}

int main() {
  queue q;
  pointers_of_one_kernel(q);
  overlapping(q);
  neighbours_in_one_allocation(q);
  loaded_pointers(q);
  lists(q);
  hidden_pointers(q);
  buffer_and_pointer(q);
  system_memory(q);
  reused_memory(q);
  return check::result();
}
