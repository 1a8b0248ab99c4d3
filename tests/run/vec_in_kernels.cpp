//! also = ["-O0", "-O2 -fno-scythe-mlir"]
// Vectors in buffers, local memory, group functions, reductions and arguments.
#include "check.hpp"

#include <vector>

using namespace sycl;

int main() {
  constexpr std::size_t n = 256, group_size = 16;
  queue q;

  std::vector<float4> x(n);
  std::vector<short3> y(n, short3(1, 2, 3));
  std::vector<double8> z(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = float4(static_cast<float>(i), 1, 2, 3);
  float4 sum(100);
  {
    buffer<float4> bx(x.data(), n);
    buffer<short3> by(y.data(), n);
    buffer<double8> bz(z.data(), n);
    buffer<float4> bs(&sum, 1);
    const float4 factor(1, 2, 3, 4);
    q.submit([&](handler &h) {
      accessor ax(bx, h);
      accessor ay(by, h);
      accessor az(bz, h, write_only, no_init);
      local_accessor<float4> neighbours(group_size, h);
      h.parallel_for(nd_range<1>(n, group_size), [=](nd_item<1> item) {
        const std::size_t i = item.get_global_id(0), local = item.get_local_id(0);
        neighbours[local] = ax[i] * factor;
        group_barrier(item.get_group());
        ax[i] = neighbours[group_size - 1 - local];
        ay[i].swizzle<0, 2>() += static_cast<short>(i);
        // The first work-item's vector, for all.
        const float4 first = group_broadcast(item.get_group(), ax[i]);
        az[i] = double8(first.convert<double>(), double4(0));
        az[i].s7() = ay[i].z();
      });
    });
    q.submit([&](handler &h) {
      accessor ax(bx, h, read_only);
      h.parallel_for(range<1>(n), reduction(bs, h, float4(0), plus<float4>()),
                     [=](id<1> i, auto &total) { total += ax[i]; });
    });
  }
  bool ok = true;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t mirrored = i / group_size * group_size + group_size - 1 - i % group_size;
    const std::size_t first = i / group_size * group_size + group_size - 1;
    ok = ok && x[i][0] == static_cast<float>(mirrored) && x[i][3] == 12;
    ok = ok && y[i][0] == static_cast<short>(1 + i) && y[i][1] == 2 &&
         y[i][2] == static_cast<short>(3 + i);
    ok = ok && z[i][0] == static_cast<double>(first) && z[i][3] == 12 && z[i][6] == 0 &&
         z[i][7] == static_cast<double>(3 + i);
  }
  CHECK(ok);
  CHECK_EQ(sum[0], 100 + n * (n - 1) / 2);
  CHECK_EQ(sum[3], 100 + 12 * n);

  // Elements that are aligned more strictly than malloc aligns.
  double16 *const wide = malloc_shared<double16>(4, q);
  CHECK_EQ(reinterpret_cast<std::uintptr_t>(wide) % alignof(double16), 0);
  const double16 argument(2.5);
  q.parallel_for(range<1>(4), [=](id<1> i) { wide[i] = argument * static_cast<double>(i[0]); })
      .wait();
  CHECK_EQ(wide[3][15], 7.5);
  free(wide, q);

  // A relation that holds is -1 in numbers of every kind.
  double *const truth = malloc_shared<double>(8, q);
  q.parallel_for(range<1>(4), [=](id<1> i) {
     const int4 larger = float4(static_cast<float>(i[0])) > 1;
     truth[i] = larger.y();
     truth[4 + i[0]] = -static_cast<int>(i[0] > 1);
   }).wait();
  CHECK_ALL(truth, 8, [](std::size_t i) { return i % 4 > 1 ? -1 : 0; });
  free(truth, q);
  return check::result();
}
