//! emit = "host-mlir"
//! flags = "-O2"

// Accessors with a range, with a range and an offset, of other modes, from get_access, and local ones.
#include <sycl/sycl.hpp>

using namespace sycl;

void launch(queue &q, const float *in, float *out) {
  buffer<float, 1> a(in, range<1>(256));
  buffer<float, 2> b(out, range<2>(16, 16));
  buffer<float, 3> c(range<3>(4, 8, 8));
  buffer<float, 1> part(a, id<1>(64), range<1>(128));
  q.submit([&](handler &h) {
    accessor whole(a, h, read_only);
    accessor with_range(b, h, range<2>(8, 16), read_write);
    accessor with_offset(c, h, range<3>(2, 4, 4), id<3>(1, 2, 3), write_only);
    auto from_method = part.get_access<access_mode::read>(h);
    local_accessor<float, 1> tile(range<1>(32), h);
    h.parallel_for<class forms>(nd_range<1>(128, 32), [=](nd_item<1> i) {
      const std::size_t g = i.get_global_id(0);
      tile[i.get_local_id(0)] = whole[g] + from_method[g];
      with_range[{g / 16, g % 16}] = tile[0];
      with_offset[{1, 2, 3}] = 1;
    });
  });
}
