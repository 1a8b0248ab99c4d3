//! emit = "host-mlir"
//! flags = "-O2"

#include <sycl/sycl.hpp>

using namespace sycl;

template <typename T, std::size_t Size> void fill(queue &q, T value) {
  T data[Size];
  buffer<T> buf(data, range<1>(Size));
  q.submit([&](handler &h) {
    accessor out(buf, h, write_only, no_init);
    h.parallel_for(range<1>(Size), [=](id<1> i) { out[i] = value; });
  });
}

void both(queue &q) {
  fill<int, 10>(q, 5);
  fill<float, 20>(q, 2.5f);
}
