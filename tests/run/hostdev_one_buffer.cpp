// Several accessors of one buffer in a kernel: a write through one of them is visible through the others. Adding a
// value to itself three times multiplies it by eight; if the compiler assumed that accessors do not alias, it would
// load the value once, and the factor would be four.
#include "check.hpp"

#include <utility>
#include <vector>

using namespace sycl;

constexpr std::size_t n = 1000;

int start(std::size_t i) { return int(i % 97) + 1; }

std::vector<int> inputs() {
  std::vector<int> values(n);
  for (std::size_t i = 0; i < n; ++i)
    values[i] = start(i);
  return values;
}

void write_and_read(queue &q) {
  std::vector<int> v = inputs();
  {
    buffer b(v);
    q.submit([&](handler &h) {
      accessor to(b, h, read_write);
      accessor from(b, h, read_only);
      h.parallel_for(n, [=](id<1> i) {
        for (int k = 0; k < 3; ++k)
          to[i] += from[i];
      });
    });
  }
  CHECK_ALL(v, n, [](std::size_t i) { return 8 * start(i); });
}

// The write accessor may be the first or the last member of the function object.
void read_and_write(queue &q) {
  std::vector<int> v = inputs(), seen(n);
  {
    buffer b(v), s(seen);
    q.submit([&](handler &h) {
      accessor from(b, h, read_only);
      accessor to(b, h, write_only);
      accessor out(s, h, write_only, no_init);
      h.parallel_for(n, [=](id<1> i) {
        const int before = from[i];
        to[i] = before + 1;
        const int between = from[i];
        to[i] = between * 2;
        out[i] = from[i] - before; // 2 (x + 1) - x
      });
    });
  }
  CHECK_ALL(v, n, [](std::size_t i) { return 2 * (start(i) + 1); });
  CHECK_ALL(seen, n, [](std::size_t i) { return start(i) + 2; });
}

void captured_twice(queue &q) {
  std::vector<int> v = inputs();
  {
    buffer b(v);
    q.submit([&](handler &h) {
      accessor first(b, h, read_write);
      accessor second = first;
      h.parallel_for(n, [=](id<1> i) {
        for (int k = 0; k < 3; ++k)
          first[i] += second[i];
      });
    });
  }
  CHECK_ALL(v, n, [](std::size_t i) { return 8 * start(i); });
}

// Copies of a buffer object are the same buffer, whatever their names.
void copies_of_the_buffer(queue &q) {
  std::vector<int> v = inputs();
  {
    buffer b(v);
    buffer copy = b;
    buffer<int> assigned{range(1)};
    assigned = copy;
    q.submit([&](handler &h) {
      accessor to(b, h, read_write);
      accessor from(assigned, h, read_only);
      h.parallel_for(n, [=](id<1> i) {
        for (int k = 0; k < 3; ++k)
          to[i] += from[i];
      });
    });
  }
  CHECK_ALL(v, n, [](std::size_t i) { return 8 * start(i); });
}

// Different buffers: swapped ones keep their contents.
void swapped(queue &q) {
  std::vector<int> v = inputs(), w(n, 1000);
  {
    buffer b(v), c(w);
    std::swap(b, c);
    q.submit([&](handler &h) {
      accessor to(b, h, read_write);
      accessor from(c, h, read_only);
      h.parallel_for(n, [=](id<1> i) {
        for (int k = 0; k < 3; ++k)
          to[i] += from[i];
      });
    });
  }
  CHECK_ALL(v, n, start);
  CHECK_ALL(w, n, [](std::size_t i) { return 1000 + 3 * start(i); });
}

// The same memory with elements of another type and shape.
void reinterpreted(queue &q) {
  std::vector<int> v = inputs();
  {
    buffer b(v);
    buffer<unsigned, 2> view = b.reinterpret<unsigned, 2>(range(n / 10, 10));
    q.submit([&](handler &h) {
      accessor to(b, h, read_write);
      accessor from(view, h, read_only);
      h.parallel_for(n, [=](id<1> i) {
        for (int k = 0; k < 3; ++k)
          to[i] += int(from[i / 10][i % 10]);
      });
    });
  }
  CHECK_ALL(v, n, [](std::size_t i) { return 8 * start(i); });
}

// The buffer depends on a value that is known only at run time.
void one_of_two(queue &q, bool same) {
  std::vector<int> v = inputs(), w(n, 7);
  {
    buffer b(v), c(w);
    buffer<int> &chosen = same ? b : c;
    q.submit([&](handler &h) {
      accessor to(b, h, read_write);
      accessor from(chosen, h, read_only);
      h.parallel_for(n, [=](id<1> i) {
        for (int k = 0; k < 3; ++k)
          to[i] += from[i];
      });
    });
  }
  CHECK_ALL(v, n, [=](std::size_t i) { return same ? 8 * start(i) : start(i) + 21; });
}

// A neighbour's write before a barrier is visible after it, through all accessors.
void across_a_barrier(queue &q) {
  constexpr std::size_t size = 16, count = 64 * size;
  std::vector<int> v(count, 1);
  {
    buffer b(v);
    q.submit([&](handler &h) {
      accessor to(b, h, read_write);
      accessor from(b, h, read_only);
      h.parallel_for(nd_range<1>(count, size), [=](nd_item<1> i) {
        const std::size_t me = i.get_global_id(0);
        const std::size_t next = me / size * size + (me + 1) % size;
        int sum = from[next];
        for (int k = 0; k < 3; ++k) {
          group_barrier(i.get_group());
          to[me] = sum + int(me % size);
          group_barrier(i.get_group());
          sum += from[next];
        }
        group_barrier(i.get_group());
        to[me] = sum;
      });
    });
  }
  std::vector<int> want(count, 1), sums(count, 1);
  for (int k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < count; ++i)
      want[i] = sums[i] + int(i % size);
    for (std::size_t i = 0; i < count; ++i)
      sums[i] += want[i / size * size + (i + 1) % size];
  }
  CHECK_ALL(v, count, [&](std::size_t i) { return sums[i]; });
}

int main(int argc, char **) {
  queue q;
  write_and_read(q);
  read_and_write(q);
  captured_twice(q);
  copies_of_the_buffer(q);
  swapped(q);
  reinterpreted(q);
  one_of_two(q, argc > 0);
  one_of_two(q, argc > 100);
  across_a_barrier(q);
  return check::result();
}
