// One kernel in one file. Prints 42; an exception is a message and exit status 3.
#include <cstdio>
#include <sycl/sycl.hpp>

class answer_kernel;

int main() {
  try {
    sycl::queue queue;
    int *value = sycl::malloc_shared<int>(1, queue);
    *value = 41;
    queue
        .single_task<answer_kernel>([=] {
          *value += 1; // line-of-the-kernel
        })
        .wait_and_throw();
    std::printf("%d\n", *value);
    const int result = *value;
    sycl::free(value, queue);
    return result == 42 ? 0 : 1;
  } catch (const sycl::exception &error) {
    std::printf("%s\n", error.what());
    return 3;
  }
}
