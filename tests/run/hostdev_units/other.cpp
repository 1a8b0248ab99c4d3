#include "kernels.hpp"

using namespace sycl;

void other_scale(queue &q, buffer<int> &b) {
  q.submit([&](handler &h) { h.parallel_for(150, Scale{accessor(b, h), 3}); });
}

void other_add(queue &q, buffer<int> &b) {
  q.submit([&](handler &h) {
    h.parallel_for(b.size(), AddThreeTimes{accessor(b, h), accessor(b, h, read_only)});
  });
}

void other_count(queue &q, buffer<int> &b) { count_up(q, b, 20); }
