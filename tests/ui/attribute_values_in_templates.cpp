// The value of an argument is known when the kernel is instantiated.
#include <sycl/sycl.hpp>

template <int Size> struct function_object {
  [[sycl::reqd_sub_group_size(Size)]] void operator()(sycl::nd_item<1>) const {}
};

template <int Size> void lambda(sycl::queue &q) {
  q.parallel_for(sycl::nd_range<1>(8, 8),
                 [=](sycl::nd_item<1>) [[sycl::reqd_work_group_size(Size - 4)]] {});
}

template <typename T, T Needed> struct needs {
  [[sycl::device_has(Needed)]] void operator()() const {}
};

void run(sycl::queue &q) {
  q.parallel_for(sycl::nd_range<1>(8, 8), function_object<8>{});
  q.parallel_for(sycl::nd_range<1>(8, 8), function_object<0>{});
  lambda<8>(q);
  lambda<2>(q);
  q.single_task(needs<sycl::aspect, sycl::aspect::fp16>{});
  q.single_task(needs<int, -5>{});
}
