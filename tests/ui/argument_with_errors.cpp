// Captured classes with errors: clang has reported them, and continues.
#include <sycl/sycl.hpp>

struct broken {
  unknown member;
  int number;
};
template <typename T> struct depends {
  typename T::none member;
};
struct holds {
  depends<int> *pointer;
  depends<float> object;
};

void run(sycl::queue &q, broken one, depends<int> *two, holds three, int &four) {
  q.single_task<class first>([=] { (void)one; });
  q.single_task<class second>([x = *two] { (void)x; });
  q.single_task<class third>([three] { (void)three; });
  q.single_task<class fourth>([&four] { (void)four; });
}
