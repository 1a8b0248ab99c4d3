//! flags = "--targets=ptx"

// Operations for which other targets call a library do not exist on a GPU.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  __int128 *wide = sycl::malloc_shared<__int128>(2, q);
  double *out = sycl::malloc_shared<double>(1, q);
  q.single_task<class converts>([=] { *out = static_cast<double>(wide[1]); });
}
