//! also = ["-O0"]
//! flags = "-std=c++20 -Wno-scythe-divergent-barrier"
//! skip_device = { opencl = "drivers do not say what a barrier does that some work-items do not come to" }
// Barriers that not all work-items of a group reach. Undefined in SYCL; here work-items that have returned, or wait
// at another barrier, count as arrived, as on GPUs that programs are ported from. The host runs the same code, with a
// thread for each work-item and counting barriers.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <barrier>
#include <string>
#include <thread>
#include <vector>

constexpr int local = 24, groups = 5, items = local * groups;

// The position of a work-item: its index in the group and in the range.
struct Place {
  int l, g;
};

struct EarlyReturn {
  template <typename Sync> static void run(Place p, int *tile, long *out, int n, Sync sync) {
    tile[p.l] = -p.g;
    if (p.g >= n)
      return;
    tile[p.l] = p.g;
    sync();
    out[p.g] = tile[p.l ^ 1];
    sync();
    out[p.g] += tile[local - 1 - p.l];
  }
};

// The code before the return need not be executed twice, and there is a loop after it.
struct Guard {
  template <typename Sync> static void run(Place p, int *tile, long *out, int n, Sync sync) {
    if (p.g >= n)
      return;
    long sum = 0;
    for (int k = 0; k < 7; ++k) {
      tile[p.l] = p.g * k;
      sync();
      for (int j = 0; j < 8; ++j) {
        const int other = p.l / 8 * 8 + j;
        sum += p.g - p.l + other < n ? tile[other] * (j + 1) : k;
      }
      sync();
    }
    out[p.g] = sum;
  }
};

struct TwoPaths {
  template <typename Sync> static void run(Place p, int *tile, long *out, int, Sync sync) {
    tile[p.l] = p.g;
    if (p.l < 8) {
      sync();
      out[p.g] = tile[local - 1 - p.l];
      return;
    }
    sync();
    out[p.g] = 2 * tile[local - 1 - p.l];
    sync();
    tile[p.l] = 5;
    sync();
    out[p.g] += tile[p.l == 8 ? local - 1 : p.l - 1];
  }
};

// Work-items synchronise any number of times; those that leave the loop early do not block the others.
struct Loops {
  template <typename Sync> static void run(Place p, int *tile, long *out, int n, Sync sync) {
    long sum = 0;
    tile[p.l] = 1;
    for (int k = 0; k < p.l % 6 + 1; ++k) {
      sync();
      if (p.l == 0)
        tile[k % local] += k;
      if ((p.g + k) % 4 == 3 && p.l != 0)
        break;
      if (k % 2)
        continue;
      switch (p.l % 3) {
      case 0: sum += k; [[fallthrough]];
      case 1: sync(); break;
      default: sync(); sum += 10;
      }
      if (p.g > n)
        return;
      out[p.g] = sum * 100;
    }
    sync();
    out[p.g] += sum;
  }
};

struct Nested {
  static long below(int l, auto sync) {
    long here = 3;
    if (l % 4 == 0) {
      sync();
      here = 4;
    }
    return here;
  }
  template <typename Sync> static void run(Place p, int *tile, long *out, int n, Sync sync) {
    long sum = 0;
    if (p.l % 2 == 0) {
      tile[p.l] = p.g + 1;
      if (p.l % 4 == 0)
        sum = below(p.l, sync);
      else
        sync();
      sum += tile[p.l ^ 2];
      if (p.g >= n)
        return;
    } else {
      tile[p.l] = 7;
      sync();
      sum = tile[p.l - 1];
    }
    sync();
    out[p.g] = sum;
  }
};

template <typename Body> void expect(std::vector<long> &out, int n) {
  for (int group = 0; group < groups; ++group) {
    std::vector<int> tile(local);
    std::barrier<> barrier(local);
    std::vector<std::thread> threads;
    for (int l = 0; l < local; ++l)
      threads.emplace_back([&, l] {
        Body::run({l, group * local + l}, tile.data(), out.data(), n,
                  [&] { barrier.arrive_and_wait(); });
        barrier.arrive_and_drop();
      });
    for (std::thread &thread : threads)
      thread.join();
  }
}

template <typename Body, int Dimensions>
void launch(sycl::queue &q, sycl::nd_range<Dimensions> where, long *out, int n) {
  q.submit([&](sycl::handler &h) {
     sycl::local_accessor<int, 1> tile(local, h);
     h.parallel_for(where, [=](sycl::nd_item<Dimensions> it) {
       const int l = int(it.get_local_linear_id());
       Body::run({l, int(it.get_group_linear_id()) * local + l}, &tile[0], out, n,
                 [&] { sycl::group_barrier(it.get_group()); });
     });
   }).wait();
}

template <typename Body> void run(sycl::queue &q, const char *what) {
  long *out = sycl::malloc_shared<long>(items, q);
  for (int n : {items - 29, items, 0, 3})
    for (int dimensions : {1, 2, 3}) {
      std::vector<long> want(items, -1);
      expect<Body>(want, n);
      for (int i = 0; i < items; ++i)
        out[i] = -1;
      if (dimensions == 1)
        launch<Body, 1>(q, {items, local}, out, n);
      else if (dimensions == 2)
        launch<Body, 2>(q, {{4, items / 4}, {4, 6}}, out, n);
      else
        launch<Body, 3>(q, {{2, 3, items / 6}, {2, 3, 4}}, out, n);
      check::elements(out, std::size_t(items), [&](std::size_t i) { return want[i]; }, __FILE__,
                      __LINE__,
                      std::string(what) + ", " + std::to_string(n) + ", in " +
                          std::to_string(dimensions) + " dimensions");
    }
  sycl::free(out, q);
}

int main() {
  sycl::queue q;
  run<EarlyReturn>(q, "early return");
  run<Guard>(q, "guard");
  run<TwoPaths>(q, "two paths");
  run<Loops>(q, "loops");
  run<Nested>(q, "nested branches");
  return check::result();
}
