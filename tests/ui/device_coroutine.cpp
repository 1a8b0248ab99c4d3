//! flags = "-std=c++20"
// Coroutines need memory and indirect calls, which device code does not have.
#include <sycl/sycl.hpp>

#include <coroutine>

struct task {
  struct promise_type {
    task get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};

task set(int *out) {
  *out = 1;
  co_return;
}

void run(sycl::queue &q, int *out) {
  q.single_task<class kernel>([=] { set(out); });
}
