// Accessors that read an image cannot write it, and coordinates have as many numbers as the image has dimensions.
#include <sycl/sycl.hpp>

void write(sycl::unsampled_image<2> &image, sycl::sampled_image<1> &sampled, sycl::queue &queue) {
  queue.submit([&](sycl::handler &h) {
    auto access = image.get_access<sycl::float4, sycl::access_mode::read>(h);
    auto sampler = sampled.get_access<sycl::float4>(h);
    h.single_task([=] {
      access.write(sycl::int2(0, 0), sycl::float4(1));
      access.read(sycl::int4(0, 0, 0, 0));
      sampler.write(0, sycl::float4(1));
    });
  });
}
