//! flags = "-Weverything -Werror -Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-pre-c++14-compat -Wno-pre-c++17-compat -Wno-c++20-compat -Wno-padded"
//! plain_kernels = true
// Kernel attributes, and what carries those of lambdas to the compiler, cause no warnings.
#include <sycl/sycl.hpp>

#define HINTED [[sycl::vec_type_hint(float)]]

namespace {

struct hinted {
  int *out;
  HINTED [[sycl::device_has()]] void operator()() const { ++*out; }
};

template <typename T> void nested(sycl::queue &q, int *out) {
  q.parallel_for(sycl::nd_range<1>(8, 8), [=](auto it) [[sycl::reqd_sub_group_size(sizeof(T))]] {
    const auto inner = [](int x) [[sycl::vec_type_hint(int)]] { return x + 1; };
    if (it.get_global_id(0) == 0)
      *out = inner(*out);
  });
}

} // namespace

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  int *out = sycl::malloc_shared<int>(1, q);
  *out = 0;
  q.single_task(hinted{out});
  nested<int[8]>(q, out);
  nested<double[4]>(q, out);
  q.single_task([=]() [[sycl::reqd_work_group_size(1), sycl::device_has(sycl::aspect::fp64)]] {
    ++*out;
  });
  q.single_task([=]() [[sycl::work_group_size_hint(1), sycl::vec_type_hint(double)]] { ++*out; });
  q.wait();
  const bool ok = *out == 5;
  sycl::free(out, q);
  return ok ? 0 : 1;
}
