//! also = ["-O2 -fno-scythe-mlir"]
// Kernels whose work-items read the same elements repeatedly, with sizes that no group size divides. The inputs end
// at a page without access: a load beyond them, of a tile that is not cut, ends the test.
#include "check.hpp"
#include "pages.hpp"

#include <vector>

using namespace sycl;

// C = A B; the sizes differ between tests.
struct Product {
  std::size_t rows, columns, inner;
  std::vector<int> a, b, c;
  Pages a_pages{16}, b_pages{16};

  Product(std::size_t rows, std::size_t columns, std::size_t inner)
      : rows(rows), columns(columns), inner(inner), a(rows * inner), b(inner * columns),
        c(rows * columns, 7) {
    for (std::size_t i = 0; i < a.size(); ++i)
      a_pages.last<int>(a.size())[i] = a[i] = int(i % 13) - 6;
    for (std::size_t i = 0; i < b.size(); ++i)
      b_pages.last<int>(b.size())[i] = b[i] = int(i % 17) - 8;
  }

  const int *a_memory() { return a_pages.last<int>(a.size()); }
  const int *b_memory() { return b_pages.last<int>(b.size()); }

  void check(int start) {
    CHECK_ALL(c, c.size(), [&](std::size_t i) {
      int want = start;
      for (std::size_t k = 0; k < inner; ++k)
        want += a[i / columns * inner + k] * b[k * columns + i % columns];
      return want;
    });
  }
};

void over_ranges(queue &q) {
  for (const range<3> size : {range(1, 1, 1), range(16, 16, 16), range(17, 15, 33), range(5, 70, 3),
                              range(64, 1, 100), range(33, 65, 0)}) {
    Product p(size[0], size[1], size[2]);
    {
      buffer<int, 2> A(p.a_memory(), range(p.rows, p.inner));
      buffer<int, 2> B(p.b_memory(), range(p.inner, p.columns));
      buffer<int, 2> C(p.c.data(), range(p.rows, p.columns));
      std::size_t inner = p.inner;
      q.submit([&](handler &h) {
        accessor a(A, h, read_only);
        accessor b(B, h, read_only);
        accessor c(C, h, read_write);
        h.parallel_for(range(p.rows, p.columns), [=](id<2> id) {
          const std::size_t i = id[0], j = id[1];
          for (std::size_t k = 0; k < inner; ++k)
            c[i][j] += a[i][k] * b[k][j];
        });
      });
    }
    p.check(7);
  }
}

// The work-group size is known, and does not divide the number of iterations.
void over_groups(queue &q) {
  constexpr std::size_t rows = 32, columns = 48, inner = 37;
  Product p(rows, columns, inner);
  {
    buffer<int, 2> A(p.a_memory(), range(rows, inner));
    buffer<int, 2> B(p.b_memory(), range(inner, columns));
    buffer<int, 2> C(p.c.data(), range(rows, columns));
    q.submit([&](handler &h) {
      accessor a(A, h, read_only);
      accessor b(B, h, read_only);
      accessor c(C, h, read_write);
      h.parallel_for(nd_range<2>({rows, columns}, {8, 16}), [=](nd_item<2> item) {
        const std::size_t i = item.get_global_id(0), j = item.get_global_id(1);
        for (std::size_t k = 0; k < inner; ++k)
          c[i][j] += a[i][k] * b[k][j];
      });
    });
  }
  p.check(7);
}

// One launch has another size of work-groups than the other.
void over_changing_groups(queue &q) {
  constexpr std::size_t rows = 24, columns = 36, inner = 21;
  for (const range<2> group : {range(8, 4), range(1, 36), range(24, 1), range(12, 12)}) {
    Product p(rows, columns, inner);
    {
      buffer<int, 2> A(p.a_memory(), range(rows, inner));
      buffer<int, 2> B(p.b_memory(), range(inner, columns));
      buffer<int, 2> C(p.c.data(), range(rows, columns));
      q.submit([&](handler &h) {
        accessor a(A, h, read_only);
        accessor b(B, h, read_only);
        accessor c(C, h, write_only);
        h.parallel_for(nd_range<2>({rows, columns}, group), [=](nd_item<2> item) {
          int sum = int(item.get_local_range(0));
          for (std::size_t k = 0; k < inner; ++k)
            sum += a[item.get_global_id(0)][k] * b[k][item.get_global_id(1)];
          c[item.get_global_id()] = sum;
        });
      });
    }
    p.check(int(group[0]));
  }
}

// Rows of A have different lengths, so work-items of a group leave the loop at different times, and elements after
// the end must not be read: they do not exist.
void triangles(queue &q) {
  constexpr std::size_t size = 45;
  Product p(size, size, size);
  std::vector<int> want(size * size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j)
      for (std::size_t k = 0; k <= i; ++k)
        want[i * size + j] += p.a[i * size + k] * p.b[k * size + j];
  {
    buffer<int, 2> A(p.a_memory(), range(size, size)), B(p.b_memory(), range(size, size));
    buffer<int, 2> C(p.c.data(), range(size, size));
    q.submit([&](handler &h) {
      accessor a(A, h, read_only);
      accessor b(B, h, read_only);
      accessor c(C, h, read_write);
      h.parallel_for(range(size, size), [=](id<2> id) {
        const std::size_t i = id[0], j = id[1];
        c[id] = 0;
        for (std::size_t k = 0; k <= i; ++k)
          c[i][j] += a[i][k] * b[k][j];
      });
    });
  }
  CHECK_ALL(p.c, p.c.size(), [&](std::size_t i) { return want[i]; });
}

// The factor is also the result: a work-item reads what it wrote.
void result_is_factor(queue &q) {
  constexpr std::size_t size = 40;
  std::vector<int> v(size * size), want(size * size);
  for (std::size_t i = 0; i < v.size(); ++i)
    want[i] = v[i] = int(i % 5);
  {
    buffer<int, 2> b(v.data(), range(size, size));
    q.submit([&](handler &h) {
      accessor to(b, h, read_write);
      accessor from(b, h, read_only);
      // Each work-item processes the rows of a column: each needs the one above.
      h.parallel_for(size, [=](id<1> j) {
        for (std::size_t i = 1; i < size; ++i)
          to[i][j] += from[i - 1][j] % 1000;
      });
    });
  }
  for (std::size_t i = 1; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j)
      want[i * size + j] += want[(i - 1) * size + j] % 1000;
  CHECK_ALL(v, v.size(), [&](std::size_t i) { return want[i]; });
}

// Neighbours in a box of the buffer: elements outside the box exist but must not be used, and elements outside the
// buffer do not exist.
void neighbours(queue &q) {
  constexpr std::size_t rows = 19, columns = 23;
  Pages pages(1);
  int *memory = pages.last<int>(rows * columns);
  for (std::size_t i = 0; i < rows * columns; ++i)
    memory[i] = int(i % 29);
  std::vector<int> out(rows * columns);
  {
    buffer<int, 2> b(memory, range(rows, columns)), c(out.data(), range(rows, columns));
    q.submit([&](handler &h) {
      accessor a(b, h, read_only);
      accessor sum(c, h, read_write);
      h.parallel_for(range(rows, columns), [=](id<2> i) {
        for (int y = -2; y <= 2; ++y)
          for (int x = -2; x <= 2; ++x) {
            const int row = int(i[0]) + y, column = int(i[1]) + x;
            if (row >= 0 && column >= 0 && row < int(rows) && column < int(columns))
              sum[i] += a[row][column] * (y * 5 + x);
          }
      });
    });
  }
  CHECK_ALL(out, out.size(), [&](std::size_t i) {
    int want = 0;
    for (int y = -2; y <= 2; ++y)
      for (int x = -2; x <= 2; ++x) {
        const int row = int(i / columns) + y, column = int(i % columns) + x;
        if (row >= 0 && column >= 0 && row < int(rows) && column < int(columns))
          want += memory[row * columns + column] * (y * 5 + x);
      }
    return want;
  });
}

int main() {
  queue q;
  over_ranges(q);
  over_groups(q);
  over_changing_groups(q);
  triangles(q);
  result_is_factor(q);
  neighbours(q);
  return check::result();
}
