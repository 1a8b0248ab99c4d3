// Pointers and references to functions cannot be called in device code (SYCL 2020 5.4).
#include <sycl/sycl.hpp>

int one(int n) { return n + 1; }
int two(int n) { return n + 2; }
struct number {
  int value;
  int get() const { return value; }
  int negated() const { return -value; }
};

template <typename F> int apply(F &&f, int n) { return f(n); }
constexpr int (*table[])(int) = {one, two};

void run(sycl::queue &q, int *out) {
  q.single_task<class kernel>([=] {
    out[0] = table[out[0]](1);
    out[1] = apply(one, 1);
    out[2] = apply([](int n) { return n; }, 1);
    int (number::*member)() const = out[0] ? &number::get : &number::negated;
    out[3] = (number{3}.*member)();
  });
}
