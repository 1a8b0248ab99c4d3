// Two kernels with one name: the messages are about the program's lines, without those of headers.
#include <sycl/sycl.hpp>

class name;
template <class T> class named;

struct first {
  int *to;
  void operator()() const { *to = 1; }
};
struct second {
  int *to;
  void operator()() const { *to = 2; }
};

template <class T> void fill(sycl::queue q, T *to) {
  q.submit([&](sycl::handler &h) {
    h.parallel_for<name>(sycl::nd_range<1>(4, 2),
                         [=](sycl::nd_item<1> item) { to[item.get_global_id(0)] = 1; });
  });
  q.single_task<named<T>>([=] { *to = 2; });
}

int main() {
  sycl::queue q;
  int *numbers = sycl::malloc_shared<int>(4, q);
  fill(q, numbers);
  fill(q, reinterpret_cast<float *>(numbers));
  // The same function object under the same name is the same kernel.
  q.single_task<class again>(first{numbers});
  q.single_task<class again>(first{numbers});
  q.single_task<class again>(second{numbers});
}
