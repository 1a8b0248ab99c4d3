// Functions called in device code must be defined in the translation unit, or be SYCL_EXTERNAL (SYCL 2020 5.4).
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdlib>
#include <cstring>

int missing(int);
[[clang::sycl_external]] int elsewhere(int);
template <typename T> T declared_only(T);
struct counter {
  counter();
  ~counter();
  int next();
};

int deep(int n) { return missing(n) + missing(n + 1); }
template <typename T> int deeper(T n) { return deep(int(n)); }
int deepest(int n) { return deeper(double(n)); }

void run(sycl::queue &q, int *out) {
  q.single_task<class kernel>([=] {
    out[0] = deepest(1) + elsewhere(2);
    out[1] = declared_only(3);
    counter c;
    out[2] = c.next();
    out[3] = std::atoi("4");
    out[4] = int(std::sqrt(16.0)) + std::abs(out[3]) + int(std::strlen("x"));
  });
}
