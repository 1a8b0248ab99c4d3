//! flags = "-fsyntax-only"
// Device code is also checked when no code is generated.
#include <sycl/sycl.hpp>

void run(sycl::queue &q) {
  q.single_task<class kernel>([] { throw 1; });
}
