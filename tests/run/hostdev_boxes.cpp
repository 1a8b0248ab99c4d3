// Parts of one buffer in a kernel, as sub-buffers and as ranged accessors: disjoint ones, overlapping ones, and boxes
// that overlap in one dimension only, so not at all. Where parts overlap, a work-item reads through one of them what
// it wrote through the other.
#include "check.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

using namespace sycl;

// `to` and `from` begin at these elements of v; work-item i adds from[i] to to[i + shift] three times.
// With from + i == to + i + shift it is the same element.
template <typename Sequence>
void add_three_times(Sequence &v, std::size_t to, std::size_t from, std::size_t shift,
                     std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    for (int k = 0; k < 3; ++k)
      v[to + i + shift] += v[from + i];
}

void sub_buffers(queue &q) {
  const std::size_t align =
      std::max<std::size_t>(q.get_device().get_info<info::device::mem_base_addr_align>() / 8, 4);
  const std::size_t chunk = align / sizeof(int);
  std::vector<int> v(6 * chunk), want;
  for (const std::size_t from : {std::size_t(0), chunk, 2 * chunk, 4 * chunk}) {
    std::iota(v.begin(), v.end(), 1);
    want = v;
    // `to` takes the chunks 0 and 1. `from` takes the two that begin where the loop says.
    const std::size_t shift = from == chunk ? chunk : 0;
    add_three_times(want, 0, from, shift, chunk);
    {
      buffer b(v);
      buffer<int> left(b, id(0), range(2 * chunk));
      buffer<int> right(b, id(from), range(2 * chunk));
      q.submit([&](handler &h) {
        accessor to(left, h, read_write);
        accessor in(right, h, read_only);
        h.parallel_for(chunk, [=](id<1> i) {
          for (int k = 0; k < 3; ++k)
            to[i + shift] += in[i];
        });
      });
    }
    CHECK_ALL(v, v.size(), [&](std::size_t i) { return want[i]; });
  }
}

// A sub-buffer and the whole buffer share memory.
void sub_buffer_and_parent(queue &q) {
  const std::size_t align =
      std::max<std::size_t>(q.get_device().get_info<info::device::mem_base_addr_align>() / 8, 4);
  const std::size_t chunk = align / sizeof(int);
  std::vector<int> v(3 * chunk);
  std::iota(v.begin(), v.end(), 1);
  {
    buffer b(v);
    buffer<int> part(b, id(chunk), range(chunk));
    q.submit([&](handler &h) {
      accessor whole(b, h, read_write);
      accessor some(part, h, read_only);
      h.parallel_for(chunk, [=](id<1> i) {
        for (int k = 0; k < 3; ++k)
          whole[i + chunk] += some[i];
      });
    });
  }
  CHECK_ALL(v, v.size(), [=](std::size_t i) {
    return int(i + 1) * (i >= chunk && i < 2 * chunk ? 8 : 1);
  });
}

void ranged(queue &q) {
  constexpr std::size_t count = 100;
  std::vector<int> v(400), want;
  for (const std::size_t from : {std::size_t(0), std::size_t(50), std::size_t(100), std::size_t(250)}) {
    std::iota(v.begin(), v.end(), 1);
    want = v;
    const std::size_t shift = from == 50 ? 50 : 0;
    add_three_times(want, 0, from, shift, count / 2);
    {
      buffer b(v);
      q.submit([&](handler &h) {
        accessor to(b, h, range(count), read_write);
        accessor in(b, h, range(count), id(from), read_only);
        h.parallel_for(count / 2, [=](id<1> i) {
          for (int k = 0; k < 3; ++k)
            to[i + shift] += in[i];
        });
      });
    }
    CHECK_ALL(v, v.size(), [&](std::size_t i) { return want[i]; });
  }
}

constexpr std::size_t rows = 20, columns = 30;

// Boxes of 10 x 10 elements; the first begins at (0, 0), the second at `at`.
void boxes(queue &q, id<2> at) {
  std::vector<int> v(rows * columns), want;
  std::iota(v.begin(), v.end(), 1);
  want = v;
  const bool overlap = at[0] < 10 && at[1] < 10;
  // Where boxes overlap, a work-item accesses the same element in both.
  const std::size_t y = overlap ? at[0] : 0, x = overlap ? at[1] : 0;
  const range<2> space(10 - y, 10 - x);
  for (std::size_t i = 0; i < space[0]; ++i)
    for (std::size_t j = 0; j < space[1]; ++j)
      for (int k = 0; k < 3; ++k)
        want[(i + y) * columns + j + x] += want[(at[0] + i) * columns + at[1] + j];
  {
    buffer<int, 2> b(v.data(), range(rows, columns));
    q.submit([&](handler &h) {
      accessor to(b, h, range(10, 10), read_write);
      accessor from(b, h, range(10, 10), at, read_only);
      h.parallel_for(space, [=](id<2> i) {
        for (int k = 0; k < 3; ++k)
          to[i[0] + y][i[1] + x] += from[i];
      });
    });
  }
  CHECK_ALL(v, v.size(), [&](std::size_t i) { return want[i]; });
}

// The same with boxes that are known at compile time.
void known_boxes(queue &q) {
  std::vector<int> v(rows * columns), want;
  std::iota(v.begin(), v.end(), 1);
  want = v;
  for (std::size_t i = 0; i < 10; ++i)
    for (std::size_t j = 0; j < 10; ++j) {
      want[i * columns + j] += 3 * want[i * columns + 15 + j];        // side by side
      want[(10 + i) * columns + j] += 3 * want[i * columns + 15 + j]; // in a corner each
    }
  for (std::size_t i = 0; i < 5; ++i)
    for (std::size_t j = 0; j < 10; ++j)
      want[(5 + i) * columns + 10 + j] *= 8; // rows 5 to 9 are in both
  {
    buffer<int, 2> b(v.data(), range(rows, columns));
    q.submit([&](handler &h) {
      accessor to(b, h, range(10, 10), id(0, 0), read_write);
      accessor from(b, h, range(10, 10), id(0, 15), read_only);
      h.parallel_for(range(10, 10), [=](id<2> i) {
        for (int k = 0; k < 3; ++k)
          to[i] += from[i];
      });
    });
    q.submit([&](handler &h) {
      accessor to(b, h, range(10, 10), id(10, 0), read_write);
      accessor from(b, h, range(10, 10), id(0, 15), read_only);
      h.parallel_for(range(10, 10), [=](id<2> i) {
        for (int k = 0; k < 3; ++k)
          to[i] += from[i];
      });
    });
    q.submit([&](handler &h) {
      accessor to(b, h, range(10, 10), id(0, 10), read_write);
      accessor from(b, h, range(10, 10), id(5, 10), read_only);
      h.parallel_for(range(5, 10), [=](id<2> i) {
        for (int k = 0; k < 3; ++k)
          to[i[0] + 5][i[1]] += from[i];
      });
    });
  }
  // The first two kernels read columns 15 to 24, and the third one writes columns 10 to 19 of the
  // rows 5 to 9 after them.
  CHECK_ALL(v, v.size(), [&](std::size_t i) { return want[i]; });
}

// Boxes without elements overlap nothing, wherever they begin.
void empty_boxes(queue &q, std::size_t none) {
  std::vector<int> v(50, 2);
  {
    buffer b(v);
    q.submit([&](handler &h) {
      accessor to(b, h, range(20), id(10), read_write);
      accessor nothing(b, h, range(none), id(15), read_only);
      h.parallel_for(20, [=](id<1> i) {
        for (std::size_t k = 0; k < nothing.size(); ++k)
          to[i] += nothing[k];
        to[i] += 1;
      });
    });
  }
  CHECK_ALL(v, v.size(), [](std::size_t i) { return i >= 10 && i < 30 ? 3 : 2; });
}

int main(int argc, char **) {
  queue q;
  sub_buffers(q);
  sub_buffer_and_parent(q);
  ranged(q);
  for (const id<2> at : {id(0, 0), id(3, 4), id(9, 9), id(0, 10), id(10, 0), id(5, 15), id(10, 20)})
    boxes(q, at);
  known_boxes(q);
  empty_boxes(q, std::size_t(argc - 1));
  return check::result();
}
