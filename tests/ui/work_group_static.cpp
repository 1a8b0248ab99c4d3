// A work_group_static has static storage duration, and a definition that device code can see.
#include <sycl/sycl.hpp>

namespace syclex = sycl::ext::oneapi::experimental;

extern syclex::work_group_static<int> elsewhere;

void run(sycl::queue &q, int *out) {
  q.parallel_for(sycl::nd_range<1>(64, 8), [=](sycl::nd_item<1> it) {
    syclex::work_group_static<int> automatic;
    static syclex::work_group_static<int> fine;
    fine = 1;
    automatic = 2;
    out[it.get_global_id(0)] = automatic + elsewhere;
  });
}
