// dot_acc (sycl_ext_oneapi_dot_accumulate): bytes of either sign in words and in vectors, on the
// host and in kernels, with sums that wrap around.
#include "check.hpp"
#include <sycl/ext/oneapi/dot_product.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>

namespace oneapi = sycl::ext::oneapi;
static_assert(SYCL_EXT_ONEAPI_DOT_ACCUMULATE == 1);
static_assert(oneapi::dot_acc(0x01020304, 0x04030201, 10) == 30);
static_assert(oneapi::dot_acc(-1, -1, 0) == 4 && oneapi::dot_acc(~0u, ~0u, 0) == 4 * 255 * 255);
static_assert(oneapi::dot_acc(-1, ~0u, 0) == -4 * 255 && oneapi::dot_acc(~0u, -1, 1) == 1 - 1020);
static_assert(oneapi::dot_acc_4x8packed(0x7f, 2, 0) == 254 &&
              oneapi::doc_acc_4x8packed(0x80, 2u, 0) == -256);

constexpr std::size_t forms = 8;

void products(std::uint32_t a, std::uint32_t b, std::int32_t c, std::int32_t *out) {
  const auto sa = static_cast<std::int32_t>(a), sb = static_cast<std::int32_t>(b);
  sycl::vec<std::int8_t, 4> va, vb;
  sycl::vec<std::uint8_t, 4> ua, ub;
  for (int i = 0; i < 4; ++i) {
    va[i] = static_cast<std::int8_t>(a >> 8 * i), vb[i] = static_cast<std::int8_t>(b >> 8 * i);
    ua[i] = static_cast<std::uint8_t>(a >> 8 * i), ub[i] = static_cast<std::uint8_t>(b >> 8 * i);
  }
  out[0] = oneapi::dot_acc(sa, sb, c), out[1] = oneapi::dot_acc(va, vb, c);
  out[2] = oneapi::dot_acc(sa, b, c), out[3] = oneapi::dot_acc(va, ub, c);
  out[4] = oneapi::dot_acc(a, sb, c), out[5] = oneapi::dot_acc(ua, vb, c);
  out[6] = oneapi::dot_acc(a, b, c), out[7] = oneapi::dot_acc(ua, ub, c);
}

std::int32_t expected(std::uint32_t a, bool a_signed, std::uint32_t b, bool b_signed,
                      std::int32_t c) {
  long long sum = c;
  for (int i = 0; i < 4; ++i) {
    long long x = a >> 8 * i & 255, y = b >> 8 * i & 255;
    x -= a_signed && x > 127 ? 256 : 0;
    y -= b_signed && y > 127 ? 256 : 0;
    sum += x * y;
  }
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(sum));
}

int main() {
  constexpr std::size_t n = 500;
  sycl::queue q;
  std::uint32_t *in = sycl::malloc_shared<std::uint32_t>(3 * n, q);
  std::int32_t *out = sycl::malloc_shared<std::int32_t>(forms * n, q);
  for (std::size_t i = 0; i < 3 * n; ++i)
    in[i] = static_cast<std::uint32_t>((i + 1) * 0x9e3779b97f4a7c15u >> 23);
  in[2] = 0x7fffffff, in[5] = 0x80000000;
  const auto check = [&] {
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t form = 0; form < forms; ++form)
        CHECK_EQ(out[forms * i + form],
                 expected(in[3 * i], form < 4, in[3 * i + 1], form / 2 % 2 == 0,
                          static_cast<std::int32_t>(in[3 * i + 2])));
  };
  for (std::size_t i = 0; i < n; ++i)
    products(in[3 * i], in[3 * i + 1], static_cast<std::int32_t>(in[3 * i + 2]), out + forms * i);
  check();
  q.fill(out, 0, forms * n).wait();
  q.parallel_for(n, [=](sycl::id<1> i) {
     products(in[3 * i], in[3 * i + 1], static_cast<std::int32_t>(in[3 * i + 2]), out + forms * i);
   }).wait();
  check();
  sycl::free(in, q);
  sycl::free(out, q);
  return check::result();
}
