//! flags = "-Rscythe=raise"
//! accepted = true

// Launches that are raised are not reported; one that is not is reported at its line.
#include <sycl/sycl.hpp>

void launch(sycl::queue &q, sycl::buffer<int> &sum) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor out(sum, h, sycl::write_only);
    h.single_task<class understood>([=] { out[0] = 1; });
  });
  q.submit([&](sycl::handler &h) {
    h.parallel_for<class total>(sycl::range(100), sycl::reduction(sum, h, sycl::plus<>()),
                                [=](sycl::id<1> i, auto &result) { result += int(i[0]); });
  });
}
