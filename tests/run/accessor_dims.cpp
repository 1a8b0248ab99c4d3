//! also = ["-O0", "-O2 -fno-scythe-mlir"]
//! plain_kernels = true
// Accessors of zero to three dimensions, indexed in every way.
#include "check.hpp"

#include <vector>

using namespace sycl;

int main() {
  queue q;
  std::vector<int> one(10), two(6 * 7), three(3 * 4 * 5), zero(3, 5);
  int out_value = 0;
  {
    buffer b1(one), b0(zero);
    buffer<int, 2> b2(two.data(), {6, 7});
    buffer<int, 3> b3(three.data(), {3, 4, 5});
    buffer<int> out(&out_value, 1);
    q.submit([&](handler &h) {
      accessor a(b1, h);
      h.parallel_for(10, [=](item<1> i) {
        a[i] = 1;                  // item
        a[i.get_id()] += 10;       // id
        a[i.get_linear_id()] += 100; // number
        a[int(i)] += int(a.size()) * 1000;
      });
    });
    q.submit([&](handler &h) {
      accessor a(b2, h, write_only, no_init);
      h.parallel_for({6, 7}, [=](item<2> i) {
        a[i] = int(i[0] * 10);
        a[i[0]][i[1]] += int(i[1]);
        a[{i[0], i[1]}] += 1000;
        a[i.get_id()] += int(a.get_range()[1]) * 10000;
      });
    });
    q.submit([&](handler &h) {
      accessor a(b3, h);
      h.parallel_for({3, 4, 5}, [=](id<3> i) {
        a[i] = int(i[0] * 100);
        a[i[0]][i[1]][i[2]] += int(i[1] * 10 + i[2]);
        auto plane = a[i[0]];
        auto row = plane[i[1]];
        row[i[2]] += 1000;
      });
    });
    q.submit([&](handler &h) {
      accessor<int, 0> scalar(b0, h);
      accessor<int, 0, access_mode::write> result(out, h, no_init);
      h.single_task([=] {
        int value = scalar; // reads the first element
        scalar = value + 2;
        result = scalar * 10 + int(scalar.size());
      });
    });
  }
  CHECK_ALL(one, 10, [](std::size_t) { return 10111; });
  CHECK_ALL(two, two.size(), [](std::size_t i) { return int(71000 + i / 7 * 10 + i % 7); });
  CHECK_ALL(three, three.size(), [](std::size_t i) {
    return int(1000 + i / 20 * 100 + i / 5 % 4 * 10 + i % 5);
  });
  CHECK_EQ(zero[0], 7);
  CHECK_EQ(zero[1], 5);
  CHECK_EQ(out_value, 71);

  // More accessors than the handler has room for inline.
  std::vector<std::vector<int>> data(12, std::vector<int>(4));
  {
    std::vector<buffer<int>> buffers;
    for (auto &d : data)
      buffers.emplace_back(d);
    q.submit([&](handler &h) {
      accessor a0(buffers[0], h), a1(buffers[1], h), a2(buffers[2], h), a3(buffers[3], h),
          a4(buffers[4], h), a5(buffers[5], h), a6(buffers[6], h), a7(buffers[7], h),
          a8(buffers[8], h), a9(buffers[9], h), a10(buffers[10], h), a11(buffers[11], h);
      h.parallel_for(4, [=](int i) {
        a0[i] = a1[i] = a2[i] = a3[i] = a4[i] = a5[i] = i;
        a6[i] = a7[i] = a8[i] = a9[i] = a10[i] = a11[i] = 2 * i;
      });
    });
  }
  for (std::size_t k = 0; k < data.size(); ++k)
    CHECK_ALL(data[k], 4, [=](std::size_t i) { return int(k < 6 ? i : 2 * i); });

  // A default constructed accessor is empty and may be passed to a kernel.
  accessor<int, 1> empty;
  CHECK(empty.empty() && empty.size() == 0 && !empty.is_placeholder());
  std::size_t *size = malloc_shared<std::size_t>(1, q);
  q.single_task([=] { *size = empty.byte_size() + 3; }).wait();
  CHECK_EQ(*size, 3u);
  free(size, q);
  static_assert(std::is_trivially_copyable_v<accessor<int, 3>>);
  static_assert(std::is_trivially_copyable_v<accessor<int, 0>>);
  return check::result();
}
