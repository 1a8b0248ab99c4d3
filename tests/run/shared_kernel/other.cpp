#include "scale.hpp"

void other_unit(sycl::queue &q, int *data, std::size_t n) {
  scale(q, data, n, 5);
  scale_unnamed(q, data, n, 7);
  q.parallel_for(n, add_one{data}).wait();
}
