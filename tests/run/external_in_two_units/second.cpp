// The same internal names, and lambdas at the same positions in them, as in first.cpp: kernels that are completed at
// link time must not be confused, nor the functions that they call.
#include "units.hpp"

static int amount(int x) { return external(2 * x); }
static void run(sycl::queue &q, int *p) {
  q.single_task([=] { *p += amount(1); }).wait();
}
namespace {
class name;
struct functor {
  int *p;
  void operator()() const { *p += external(20); }
};
void named(sycl::queue &q, int *p) {
  q.single_task<name>([=] { *p += external(200); }).wait();
}
struct part {
  std::tuple<int> sycl_deconstruct() const { return {v}; }
  static part sycl_reconstruct(int v) { return {2 * v}; }
  int v;
};
void decomposed(sycl::queue &q, int *p) {
  part rebuilt{10000};
  q.single_task([=] { *p += external(rebuilt.v); }).wait();
}
} // namespace

int from_second(sycl::queue &q) {
  int *p = sycl::malloc_shared<int>(1, q);
  *p = 0;
  run(q, p);
  q.single_task(functor{p}).wait();
  named(q, p);
  decomposed(q, p);
  run_in_header(q, p);
  const int result = *p;
  sycl::free(p, q);
  return result;
}
