//! emit = "host-mlir"
//! flags = "-O2"

// The three forms of index space, in two and three dimensions.
#include <sycl/sycl.hpp>

using namespace sycl;

void launch(queue &q, buffer<float, 2> &buf, buffer<float, 3> &cube) {
  q.submit([&](handler &h) {
    accessor acc(buf, h, read_write);
    h.parallel_for<class with_offset>(range<2>(16, 32), id<2>(1, 2), [=](item<2> i) { acc[i] += 1; });
  });
  q.submit([&](handler &h) {
    accessor acc(cube, h, write_only, no_init);
    h.parallel_for<class three_dimensions>(range<3>(4, 5, 6), [=](id<3> i) { acc[i] = 1; });
  });
  q.submit([&](handler &h) {
    accessor acc(buf, h, write_only);
    h.parallel_for<class nd>(nd_range<2>({64, 32}, {8, 4}), [=](nd_item<2> i) { acc[i.get_global_id()] = 2; });
  });
  q.submit([&](handler &h) {
    accessor acc(cube, h, write_only);
    const nd_range<3> space(range<3>(8, 8, 8), range<3>(1, 2, 4), id<3>(1, 1, 1));
    h.parallel_for<class nd_offset>(space, [=](nd_item<3> i) { acc[i.get_global_id()] = 2; });
  });
}
