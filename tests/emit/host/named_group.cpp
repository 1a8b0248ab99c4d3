//! emit = "host-mlir"
//! flags = "-O2"

// Command groups that are no lambdas: a function and an object.
#include <sycl/sycl.hpp>

using namespace sycl;

static int *memory;

static void fill_memory(handler &h) {
  int *out = memory;
  h.parallel_for<class in_function>(range<1>(32), [=](id<1> i) { out[i] = 1; });
}

struct command_group {
  buffer<int> &buf;
  int value;
  void operator()(handler &h) const {
    accessor out(buf, h, write_only);
    const int v = value;
    h.parallel_for<class in_object>(range<1>(48), [=](id<1> i) { out[i] = v; });
  }
};

void launch(queue &q, buffer<int> &buf) {
  q.submit(fill_memory);
  q.submit(command_group{buf, 6});
}
