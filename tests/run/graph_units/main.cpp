//! plain_kernels = true

// A node whose kernel is launched in another file gets another index space: the compiler may have assumed the first
// one, and then the update is rejected.
#include "launch.hpp"

#include "../check.hpp"

namespace syclex = sycl::ext::oneapi::experimental;

int main() {
  sycl::queue q;
  constexpr std::size_t size = 64;
  int *const out = sycl::malloc_shared<int>(size, q);
  syclex::command_graph graph(q);
  graph.begin_recording(q);
  launch(q, out);
  graph.end_recording();
  auto ready = graph.finalize({syclex::property::graph::updatable()});
  q.ext_oneapi_graph(ready).wait();
  CHECK_ALL(out, size, [](std::size_t i) { return 100 * int(size) + 16 + int(i % 16); });
  syclex::node only = graph.get_nodes()[0];
  bool refused = false;
  try {
    only.update_nd_range(sycl::nd_range<1>(32, 8));
    ready.update(only);
  } catch (const sycl::exception &error) {
    refused = true;
    CHECK(error.code() == sycl::errc::feature_not_supported);
  }
  if (!refused) {
    q.ext_oneapi_graph(ready).wait();
    CHECK_ALL(out, 32, [](std::size_t i) { return 100 * 32 + 8 + int(i % 8); });
  }
  sycl::free(out, q);
  return check::result();
}
