// The data type of an accessor to an image is one of four.
#include <sycl/sycl.hpp>

void read(sycl::unsampled_image<2> &image) { image.get_host_access<sycl::float3>(); }
