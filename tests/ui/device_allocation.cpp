// Memory cannot be allocated in device code (SYCL 2020 5.4).
#include <sycl/sycl.hpp>

#include <cstdlib>
#include <new>
#include <vector>

struct pooled {
  int value = 0;
  // Does not allocate: allowed.
  void *operator new(std::size_t, void *pool, int at) { return static_cast<char *>(pool) + at; }
  void operator delete(void *) {}
};
struct heaped {
  int value = 0;
  void *operator new(std::size_t size) { return std::malloc(size); }
};

void run(sycl::queue &q, int *out) {
  q.single_task<class kernel>([=] {
    int *number = new int(1);
    out[0] = *number;
    delete number;
    pooled *object = new (out, 8) pooled;
    delete object;
    out[1] = (new heaped)->value;
    int scratch[out[0]];
    scratch[0] = 1;
    out[2] = *static_cast<int *>(::operator new(4));
    out[3] = *static_cast<int *>(__builtin_alloca(out[0]));
    new (&out[4]) int(5);
  });
  q.single_task<class other>([=] {
    std::vector<int> numbers(3);
    out[5] = numbers[0];
  });
}
