#include "invert.hpp"

SYCL_EXTERNAL sycl::float4 inverted(const Source &source, sycl::int2 at) {
  return sycl::float4(1) - source.read(sycl::float2(at[0] + 0.5f, at[1] + 0.5f));
}

void invert(sycl::queue &queue, sycl::sampled_image<2> &from, sycl::unsampled_image<2> &to) {
  queue.submit([&](sycl::handler &h) {
    const Source source(from, h);
    const Target target(to, h);
    h.parallel_for(sycl::range(3, 7), [=](sycl::id<2> i) {
      const sycl::int2 at(i[1], i[0]);
      target.write(at, inverted(source, at));
    });
  });
}
