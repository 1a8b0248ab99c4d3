// The types that atomic_ref accepts: SYCL 2020 4.15.3.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue queue;
  short *counter = sycl::malloc_shared<short>(1, queue);
  queue.single_task([=] {
    sycl::atomic_ref<short, sycl::memory_order::relaxed, sycl::memory_scope::device> ref(*counter);
    ref.fetch_add(1);
  });
}
