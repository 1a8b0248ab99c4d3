// Prints 42, and how it was compiled.
#include <sycl/sycl.hpp>

#include <cstdio>

int main() {
  sycl::queue queue;
  int *answer = sycl::malloc_shared<int>(1, queue);
  queue.single_task([=] { *answer = 42; }).wait();
#if defined(__INTEL_LLVM_COMPILER)
  const char *name = "icpx";
#elif defined(__SYCL_COMPILER_VERSION)
  const char *name = "clang++";
#else
  const char *name = "plain";
#endif
  std::printf("%d %s\n", *answer, name);
  sycl::free(answer, queue);
}
