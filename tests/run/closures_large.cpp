//! also = ["-O0"]
// Large and over-aligned closures.
#include "check.hpp"

#include <array>
#include <tuple>
#include <utility>

struct alignas(64) cache_line {
  int value[16];
};
struct alignas(256) page {
  char value[256];
};

int main() {
  sycl::queue q;
  long *out = sycl::malloc_shared<long>(128, q);

  std::array<int, 100> a100;
  std::array<short, 1000> a1000;
  for (int i = 0; i < 100; ++i)
    a100[i] = i * i;
  for (int i = 0; i < 1000; ++i)
    a1000[i] = short(3 * i);
  q.parallel_for(100, [=](int i) { out[i] = a100[i] + a1000[10 * i]; }).wait();
  CHECK_ALL(out, 100, [&](std::size_t i) { return a100[i] + a1000[10 * i]; });
  q.submit([&](sycl::handler &h) {
     h.parallel_for(100, [=](int i) { out[i] = a100[99 - i] - a1000[i]; });
   }).wait();
  CHECK_ALL(out, 100, [&](std::size_t i) { return a100[99 - i] - a1000[i]; });

  cache_line line{};
  line.value[5] = 55;
  page pg{};
  pg.value[200] = 20;
  auto check_alignment = [=] {
    out[0] = line.value[5] + pg.value[200];
    out[1] = long(reinterpret_cast<std::uintptr_t>(&line) % 64);
    out[2] = long(reinterpret_cast<std::uintptr_t>(&pg) % 256);
  };
  for (int i = 0; i < 4; ++i) {
    q.single_task(check_alignment).wait();
    CHECK_EQ(out[0], 75);
    CHECK_EQ(out[1], 0);
    CHECK_EQ(out[2], 0);
    q.submit([&](sycl::handler &h) { h.single_task(check_alignment); }).wait();
    CHECK_EQ(out[1], 0);
    CHECK_EQ(out[2], 0);
  }

  // Captured C arrays, pairs, tuples and nested lambdas.
  int raw[7] = {1, 2, 3, 4, 5, 6, 7};
  std::pair<int, double> pair{4, 2.5};
  std::tuple<char, long, float> tuple{'a', 1L << 33, 0.5f};
  auto inner = [raw](int i) { return raw[i] * 2; };
  q.single_task([=] {
     long sum = 0;
     for (int x : raw)
       sum += x;
     out[0] = sum + pair.first + long(pair.second * 2);
     out[1] = std::get<1>(tuple) + std::get<0>(tuple) + long(std::get<2>(tuple) * 2);
     out[2] = inner(6);
   }).wait();
  CHECK_EQ(out[0], 28 + 4 + 5);
  CHECK_EQ(out[1], (1L << 33) + 'a' + 1);
  CHECK_EQ(out[2], 14);

  // The closure is copied at submission: changing the variable later is fine.
  std::array<int, 200> changing{};
  changing[0] = 1;
  sycl::event gate = q.single_task([=] { out[3] = 0; });
  sycl::event e = q.single_task(gate, [=] { out[4] = changing[0]; });
  changing[0] = 2;
  e.wait();
  CHECK_EQ(out[4], 1);
  sycl::free(out, q);
  return check::result();
}
