//! also = ["-O2 -fno-scythe-mlir"]
// Sums that kernels keep in an element of an accessor: loops that store conditionally, or never, or leave early, or
// have no iterations; elements that change between iterations; sums that alias. The compiler must not add stores:
// pages that are not writable detect them.
#include "check.hpp"
#include "pages.hpp"

#include <vector>

using namespace sycl;

constexpr std::size_t n = 130, m = 50;

std::vector<int> inputs() {
  std::vector<int> values(n * m);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = int(i * 7919 % 1000) - 500;
  return values;
}

// Work-items have different numbers of iterations, some none; those leave memory unchanged.
void turns(queue &q) {
  std::vector<int> in = inputs(), out(n, -1);
  {
    buffer<int, 2> b(in.data(), range(n, m));
    buffer c(out);
    q.submit([&](handler &h) {
      accessor a(b, h, read_only);
      accessor sum(c, h, read_write);
      h.parallel_for(n, [=](id<1> i) {
        for (std::size_t k = 0; k < i % 3 * 10; ++k)
          sum[i] += a[i][k];
      });
    });
  }
  CHECK_ALL(out, n, [&](std::size_t i) {
    int want = -1;
    for (std::size_t k = 0; k < i % 3 * 10; ++k)
      want += in[i * m + k];
    return want;
  });
}

void under_a_condition(queue &q) {
  std::vector<int> in = inputs(), out(n, 5), stores(n);
  {
    buffer<int, 2> b(in.data(), range(n, m));
    buffer c(out), d(stores);
    q.submit([&](handler &h) {
      accessor a(b, h, read_only);
      accessor largest(c, h, read_write);
      accessor count(d, h, read_write);
      h.parallel_for(n, [=](id<1> i) {
        for (std::size_t k = 0; k < m; ++k)
          if (a[i][k] > largest[i]) {
            largest[i] = a[i][k];
            count[i] += 1;
          }
      });
    });
  }
  for (std::size_t i = 0; i < n; ++i) {
    int largest = 5, count = 0;
    for (std::size_t k = 0; k < m; ++k)
      if (in[i * m + k] > largest)
        largest = in[i * m + k], ++count;
    CHECK_EQ(out[i], largest);
    CHECK_EQ(stores[i], count);
  }
}

// No work-item stores, and the compiler must not either: the page is not writable.
void never_stores(queue &q, int limit) {
  Pages pages(1);
  std::vector<int> in = inputs();
  pages.protect(PROT_READ);
  {
    buffer<int, 2> b(in.data(), range(n, m));
    buffer<int> c(pages.first<int>(), range(n), property::buffer::use_host_ptr());
    q.submit([&](handler &h) {
      accessor a(b, h, read_only);
      accessor sum(c, h, read_write);
      h.parallel_for(n, [=](id<1> i) {
        for (std::size_t k = 0; k < m; ++k)
          if (a[i][k] > limit)
            sum[i] += a[i][k];
      });
    });
  }
  CHECK_ALL(pages.first<int>(), n, [](std::size_t) { return 0; });
}

// Loops without iterations access nothing, not even to read.
void never_runs(queue &q, std::size_t none) {
  Pages pages(1);
  pages.protect(PROT_NONE);
  int *sum = pages.first<int>(), *in = sum + n;
  int *done = malloc_shared<int>(1, q);
  *done = 0;
  q.parallel_for(n, [=](id<1> i) {
     for (std::size_t k = 0; k < none; ++k)
       sum[i] += in[k];
     if (i == 0)
       *done = 1;
   }).wait();
  CHECK_EQ(*done, 1);
  sycl::free(done, q);
}

// The loop ends before the store of its last iteration.
void leaves_early(queue &q) {
  std::vector<int> in = inputs(), out(n);
  {
    buffer<int, 2> b(in.data(), range(n, m));
    buffer c(out);
    q.submit([&](handler &h) {
      accessor a(b, h, read_only);
      accessor sum(c, h, read_write);
      h.parallel_for(n, [=](id<1> i) {
        for (std::size_t k = 0; k < m; ++k) {
          if (sum[i] > 800)
            break;
          if (a[i][k] < -400)
            return;
          if (a[i][k] < 0)
            continue;
          sum[i] += a[i][k];
        }
        sum[i] = -sum[i];
      });
    });
  }
  CHECK_ALL(out, n, [&](std::size_t i) {
    int want = 0;
    for (std::size_t k = 0; k < m; ++k) {
      const int value = in[i * m + k];
      if (want > 800)
        break;
      if (value < -400)
        return want;
      want += value < 0 ? 0 : value;
    }
    return -want;
  });
}

// The element changes from iteration to iteration, and is sometimes the same again.
void moves(queue &q) {
  std::vector<int> in = inputs();
  std::vector<unsigned> out(n * 4), want(n * 4);
  {
    buffer<int, 2> b(in.data(), range(n, m));
    buffer<unsigned, 2> c(out.data(), range(n, 4));
    q.submit([&](handler &h) {
      accessor a(b, h, read_only);
      accessor sum(c, h, read_write);
      h.parallel_for(n, [=](id<1> i) {
        for (std::size_t k = 0; k < m; ++k) {
          sum[i][k % 4] += unsigned(a[i][k]);
          sum[i][0] += sum[i][k % 3]; // may be the one above, and may be itself
        }
      });
    });
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < m; ++k) {
      unsigned *sum = &want[i * 4];
      sum[k % 4] += unsigned(in[i * m + k]);
      sum[0] += sum[k % 3];
    }
  CHECK_ALL(out, out.size(), [&](std::size_t i) { return want[i]; });
}

// The loop reads the sum through the same accessor, and its condition depends on it.
void decides(queue &q) {
  std::vector<int> in = inputs(), out(n), path(n * m);
  {
    buffer<int, 2> b(in.data(), range(n, m)), d(path.data(), range(n, m));
    buffer c(out);
    q.submit([&](handler &h) {
      accessor a(b, h, read_only);
      accessor sum(c, h, read_write);
      accessor seen(d, h, write_only);
      h.parallel_for(n, [=](id<1> i) {
        for (std::size_t k = 0; k < m; ++k) {
          sum[i] += sum[i] % 2 == 0 ? a[i][k] : 1;
          seen[i][k] = sum[i];
        }
      });
    });
  }
  for (std::size_t i = 0; i < n; ++i) {
    int sum = 0;
    for (std::size_t k = 0; k < m; ++k) {
      sum += sum % 2 == 0 ? in[i * m + k] : 1;
      CHECK_EQ(path[i * m + k], sum);
    }
    CHECK_EQ(out[i], sum);
  }
}

// Other work-items of the group read the sum between the iterations.
void seen_by_others(queue &q) {
  constexpr std::size_t size = 8;
  std::vector<int> out(4 * size);
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = int(i);
  std::vector<int> want = out;
  {
    buffer b(out);
    q.submit([&](handler &h) {
      accessor a(b, h, read_write);
      h.parallel_for(nd_range<1>(4 * size, size), [=](nd_item<1> i) {
        const std::size_t me = i.get_global_id(0);
        const std::size_t next = i.get_group(0) * size + (i.get_local_id(0) + 1) % size;
        for (int k = 0; k < 5; ++k) {
          const int value = a[next];
          group_barrier(i.get_group());
          a[me] += value;
          group_barrier(i.get_group());
        }
      });
    });
  }
  for (int k = 0; k < 5; ++k) {
    const std::vector<int> before = want;
    for (std::size_t i = 0; i < want.size(); ++i)
      want[i] += before[i / size * size + (i + 1) % size];
  }
  CHECK_ALL(out, out.size(), [&](std::size_t i) { return want[i]; });
}

// No atomic addition of a work-item to one element may be lost, whatever else is in the loop.
void atomics(queue &q) {
  std::vector<int> in = inputs(), out(2);
  {
    buffer<int, 2> b(in.data(), range(n, m));
    buffer c(out);
    q.submit([&](handler &h) {
      accessor a(b, h, read_only);
      accessor sum(c, h, read_write);
      h.parallel_for(n, [=](id<1> i) {
        atomic_ref<int, memory_order::relaxed, memory_scope::device> total(sum[0]);
        for (std::size_t k = 0; k < m; ++k)
          total += a[i][k];
      });
    });
  }
  int want = 0;
  for (int value : in)
    want += value;
  CHECK_EQ(out[0], want);
}

int main(int argc, char **) {
  queue q;
  turns(q);
  under_a_condition(q);
  // A device with its own memory works on a copy, and copies it back whether anything was stored or not.
  if (q.get_device().is_cpu())
    never_stores(q, 1000 * argc);
  never_runs(q, std::size_t(argc - 1));
  leaves_early(q);
  moves(q);
  decides(q);
  seen_by_others(q);
  atomics(q);
  return check::result();
}
