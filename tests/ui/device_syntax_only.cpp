//! flags = "-fsyntax-only"
// Device code is checked where no code is made, too.
#include <sycl/sycl.hpp>

void run(sycl::queue &q) {
  q.single_task<class kernel>([] { throw 1; });
}
