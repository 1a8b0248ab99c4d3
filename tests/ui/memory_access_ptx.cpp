//! flags = "-O2 --targets=ptx -Rscythe=memory-access"
//! accepted = true
// Accessors are reconstructed on GPUs; facts about their shapes are the same as on the CPU.
#include <sycl/sycl.hpp>

void transpose(sycl::queue &q, sycl::buffer<float, 2> &from, sycl::buffer<float, 2> &to) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(from, h, sycl::read_only);
    sycl::accessor b(to, h, sycl::write_only);
    h.parallel_for(sycl::range<2>(1024, 64), [=](sycl::id<2> i) { b[i] = a[i[1]][i[0]]; });
  });
}
