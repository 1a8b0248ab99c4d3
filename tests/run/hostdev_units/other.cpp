#include "kernels.hpp"

using namespace sycl;

void other_scale(queue &q, buffer<int> &b) {
  q.submit([&](handler &h) { h.parallel_for(150, Scale{accessor(b, h), 3, 2}); });
}

void other_add(queue &q, buffer<int> &b) {
  q.submit([&](handler &h) {
    h.parallel_for(b.size(), AddThreeTimes{accessor(b, h), accessor(b, h, read_only)});
  });
}

void other_count(queue &q, buffer<int> &b) { count_up(q, b, 20); }

void scale_by(queue &q, buffer<int> &b, int factor) {
  q.submit([&](handler &h) {
    accessor a(b, h, read_write);
    h.parallel_for(b.get_range(), [=](id<1> i) { a[i] *= factor; });
  });
}

void add_to(queue &q, buffer<int> &to, buffer<int> &from) {
  q.submit([&](handler &h) {
    accessor a(to, h, read_write);
    accessor b(from, h, read_only);
    h.parallel_for(to.get_range(), [=](id<1> i) {
      for (int k = 0; k < 3; ++k)
        a[i] += b[i];
    });
  });
}

// All launches of them in this unit: twice, and different buffers.
void other_scale_and_add(queue &q, buffer<int> &b) {
  buffer<int> zeros(b.get_range());
  {
    host_accessor values(zeros, write_only);
    for (int &value : values)
      value = 0;
  }
  scale_by(q, b, 2);
  add_to(q, b, zeros);
}
