//! also = ["-O2 -fno-scythe-mlir"]
//! skip_device = { opencl = "the flag is for code that Scythe schedules; drivers step as they like", cuda = "the flag is for code that Scythe schedules" }
//! flags = "-fscythe-lockstep"

// Code without the barriers that SYCL requires, since the work-items of a warp run in lockstep: incorrect in SYCL,
// correct with -fscythe-lockstep.
#include "check.hpp"

#include <vector>

using namespace sycl;

constexpr int local = 64, groups = 3, n = local * groups, warp = 32;

// The last steps of a reduction, unrolled as in the classic example.
template <typename T> void last_warp(T *tile, int l) {
  tile[l] += tile[l + 32];
  tile[l] += tile[l + 16];
  tile[l] += tile[l + 8];
  tile[l] += tile[l + 4];
  tile[l] += tile[l + 2];
  tile[l] += tile[l + 1];
}

int main() {
  queue q;
  int *in = malloc_shared<int>(n, q), *out = malloc_shared<int>(n, q);
  for (int i = 0; i < n; ++i)
    in[i] = i * i % 101;
  auto sum = [&](int first, int count) {
    int total = 0;
    for (int i = 0; i < count; ++i)
      total += in[first + i];
    return total;
  };

  q.submit([&](handler &h) {
     local_accessor<int> tile(local + 32, h);
     h.parallel_for(nd_range<1>(n, local), [=](nd_item<1> item) {
       int l = static_cast<int>(item.get_local_id(0));
       tile[l] = in[item.get_global_id(0)];
       group_barrier(item.get_group());
       if (l < warp)
         last_warp(&tile[0], l);
       if (l == 0)
         out[item.get_group(0)] = tile[0];
     });
   }).wait();
  for (int g = 0; g < groups; ++g)
    CHECK_EQ(out[g], sum(g * local, local));

  // The same without any barrier, volatile, one warp at a time, in global memory.
  int *scratch = malloc_shared<int>(2 * n, q);
  q.parallel_for(nd_range<1>(n, warp), [=](nd_item<1> item) {
     int l = static_cast<int>(item.get_local_id(0));
     volatile int *tile = scratch + 2 * warp * item.get_group(0);
     tile[l] = in[item.get_global_id(0)];
     tile[l + warp] = 0;
     last_warp(tile, l);
     if (l == 0)
       out[item.get_group(0)] = tile[0];
   }).wait();
  for (int g = 0; g < n / warp; ++g)
    CHECK_EQ(out[g], sum(g * warp, warp));

  // Neighbours read what they are about to overwrite: all read first. Two dimensions, in a loop.
  q.submit([&](handler &h) {
     local_accessor<int, 2> tile({4, warp}, h);
     h.parallel_for(nd_range<2>({6, warp}, {2, warp}), [=](nd_item<2> item) {
       int y = static_cast<int>(item.get_local_id(0)), x = static_cast<int>(item.get_local_id(1));
       tile[y][x] = in[item.get_global_linear_id()];
       for (int k = 0; k < 5; ++k)
         tile[y][x] = tile[y][(x + warp - 1) % warp] + tile[y][(x + 1) % warp];
       out[item.get_global_linear_id()] = tile[y][x];
     });
   }).wait();
  for (int row = 0; row < 6; ++row) {
    std::vector<int> now(in + row * warp, in + (row + 1) * warp);
    for (int k = 0; k < 5; ++k) {
      std::vector<int> old = now;
      for (int x = 0; x < warp; ++x)
        now[x] = old[(x + warp - 1) % warp] + old[(x + 1) % warp];
    }
    for (int x = 0; x < warp; ++x)
      CHECK_EQ(out[row * warp + x], now[x]);
  }

  // Lanes that have left do not block the others.
  q.submit([&](handler &h) {
     local_accessor<int> tile(local, h);
     h.parallel_for(nd_range<1>(n, local), [=](nd_item<1> item) {
       int l = static_cast<int>(item.get_local_id(0)), lane = l % warp;
       tile[l] = in[item.get_global_id(0)];
       for (int s = warp / 2; s > 0; s /= 2)
         if (lane < s)
           tile[l] += tile[l + s];
       if (lane == 0)
         out[item.get_global_id(0) / warp] = tile[l];
     });
   }).wait();
  for (int g = 0; g < n / warp; ++g)
    CHECK_EQ(out[g], sum(g * warp, warp));

  // A kernel without work-groups has no sub-groups to run in lockstep.
  q.parallel_for(range<1>(n - 5), [=](id<1> i) { out[i] = in[i] + 1; }).wait();
  CHECK_ALL(out, n - 5, [&](std::size_t i) { return in[i] + 1; });

  free(in, q);
  free(out, q);
  free(scratch, q);
  return check::result();
}
