//! flags = "--targets=ptx"

// GPUs do not support indirect branches.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(2, q);
  q.single_task<class jumps>([=] {
    void *const places[] = {&&first, &&second};
    goto *places[out[0] % 2];
  first:
    out[1] = 1;
    return;
  second:
    out[1] = 2;
  });
}
