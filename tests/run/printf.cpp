//! also = ["-O0"]
// printf in kernels: the C library's name, std's, the extension's, formats in constant memory, in
// functions and behind conditions; what is printed is what the host prints.
#include "check.hpp"
#include "stream_capture.hpp"
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#ifdef __SYCL_DEVICE_ONLY__
#define CONSTANT __attribute__((opencl_constant))
#else
#define CONSTANT
#endif

namespace oneapi = sycl::ext::oneapi;

static const CONSTANT char format[] = "constant %d\n";

inline void say(const char *what, int number) { std::printf("%s: %d\n", what, number); }

int main() {
  sycl::queue q;
  const std::string one = check::captured([&] {
    q.single_task([=] {
       printf("plain\n");
       std::printf("%d %u %ld %llx %c 100%%\n", -1, 2u, -3l, 0xabcdefull, 'x');
       std::printf("%.3f %g %5d|%-5d|\n", 1.5f, 0.25, 7, 8);
       oneapi::experimental::printf("%s %.1f %.1f\n", "half", sycl::half(0.5), oneapi::bfloat16(2));
       oneapi::experimental::printf(format, 5);
       oneapi::experimental::printf("no arguments\n");
       say("function", 9);
     }).wait();
  });
  CHECK_EQ(one, "plain\n-1 2 -3 abcdef x 100%\n1.500 0.25     7|8    |\nhalf 0.5 2.0\nconstant 5\n"
                "no arguments\nfunction: 9\n");

  const std::string many = check::captured([&] {
    q.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1> it) {
       const int i = int(it.get_global_id(0));
       const int sum = sycl::reduce_over_group(it.get_group(), i, sycl::plus<>());
       if (i % 3 == 0)
         printf("%d %s %d\n", i, i % 2 ? "odd" : "even", sum);
     }).wait();
  });
  std::vector<std::string> got = check::lines(many), want;
  for (int i = 0; i < 64; i += 3)
    want.push_back(std::to_string(i) + (i % 2 ? " odd " : " even ") +
                   std::to_string(i / 16 * 256 + 120));
  std::sort(got.begin(), got.end());
  std::sort(want.begin(), want.end());
  CHECK(got == want);
  return check::result();
}
