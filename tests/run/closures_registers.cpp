//! also = ["-O0"]
// Closures of at most 16 bytes without room for a pointer: the address of the
// result travels as two halves, so that float members sit beside integers.
#include "check.hpp"

#include <cstdint>
#include <cstring>

struct split_pointer {
  std::uint32_t low, high;
};
static double *join(split_pointer p) {
  return reinterpret_cast<double *>(std::uint64_t(p.high) << 32 | p.low);
}

int main() {
  sycl::queue q;
  double *out = sycl::malloc_shared<double>(2, q);
  const auto bits = reinterpret_cast<std::uint64_t>(out);
  const split_pointer p{std::uint32_t(bits), std::uint32_t(bits >> 32)};

  // {int, int, float, float}: INTEGER, SSE.
  float f = 1.5f, g = -2.5f;
  q.single_task([p, f, g] { *join(p) = f * 100 + g; }).wait();
  CHECK_EQ(out[0], 147.5);
  // {double, int, int}: SSE, INTEGER.
  double d = 0.25;
  q.single_task([d, p] { *join(p) = d; }).wait();
  CHECK_EQ(out[0], 0.25);
  // {float, int, int, float}: two mixed eightbytes.
  struct mixed { float a; std::uint32_t low, high; float b; } m{3, p.low, p.high, 4};
  q.single_task([m] { *join({m.low, m.high}) = m.a * 10 + m.b; }).wait();
  CHECK_EQ(out[0], 34);
  // {int, int}: one eightbyte.
  q.single_task([p] { *join(p) = 99; }).wait();
  CHECK_EQ(out[0], 99);
  // {int, int, char, char, short}
  char c = -3;
  short s = 1000;
  q.single_task([p, c, s] { *join(p) = c * 10000.0 + s; }).wait();
  CHECK_EQ(out[0], -29000);
  // A pair of pointers; a pointer and a long.
  long big = -(1L << 35);
  q.single_task([out, big] { out[1] = double(big); }).wait();
  CHECK_EQ(out[1], double(big));
  // Exactly 17 bytes of members: in memory again.
  struct bytes { char v[9]; } b{};
  b.v[8] = 7;
  q.single_task([p, b] { *join(p) = b.v[8]; }).wait();
  CHECK_EQ(out[0], 7);
  // Several work-items.
  q.parallel_for(50, [p, f](int i) {
     if (i == 49)
       *join(p) = f * i;
   }).wait();
  CHECK_EQ(out[0], 73.5);
  sycl::free(out, q);
  return check::result();
}
