// Functions that reconstruct arguments on the device are device code.
#include <sycl/sycl.hpp>

#include <tuple>

struct handle {
  int *memory = nullptr;
  std::tuple<int *> sycl_deconstruct() const {
    // Runs on the host.
    if (!memory)
      throw 1;
    return {memory};
  }
  static handle sycl_reconstruct(int *memory) noexcept {
    handle h;
    h.memory = memory ? memory : new int;
    return h;
  }
};

void run(sycl::queue &q, handle h) {
  q.single_task<class kernel>([=] { *h.memory = 1; });
}
