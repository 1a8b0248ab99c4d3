// The same internal names, and lambdas at the same place in them, as in
// second.cpp: the kernels must not be mixed up.
#include "units.hpp"

static void run(sycl::queue &q, int *p) {
  q.single_task([=] { *p += 1; }).wait();
}
namespace {
class name;
struct functor {
  int *p;
  void operator()() const { *p += 10; }
};
void named(sycl::queue &q, int *p) {
  q.single_task<name>([=] { *p += 100; }).wait();
}
} // namespace

int from_first(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(1, q);
  *p = 0;
  run(q, p);
  q.single_task(functor{p}).wait();
  named(q, p);
  const int result = *p;
  sycl::free(p, q);
  return result;
}
