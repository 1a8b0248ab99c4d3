// Kernels that both units launch, each with different known values.
#pragma once

#include <sycl/sycl.hpp>

struct Scale {
  sycl::accessor<int, 1, sycl::access_mode::read_write> data;
  int factor, times;
  void operator()(sycl::item<1> i) const {
    for (int k = 0; k < times; ++k)
      data[i] = data[i] * factor + int(i.get_range(0));
  }
};

struct AddThreeTimes {
  sycl::accessor<int, 1, sycl::access_mode::read_write> to;
  sycl::accessor<int, 1, sycl::access_mode::read> from;
  void operator()(sycl::id<1> i) const {
    for (int k = 0; k < 3; ++k)
      to[i] += from[i];
  }
};

// An unnamed kernel of an inline function is one kernel, too.
inline void count_up(sycl::queue &q, sycl::buffer<int> &b, int by) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h, sycl::read_write);
    h.parallel_for(b.get_range(), [=](sycl::id<1> i) { a[i] += by; });
  });
}

void other_scale(sycl::queue &q, sycl::buffer<int> &b);
void other_add(sycl::queue &q, sycl::buffer<int> &b);
void other_count(sycl::queue &q, sycl::buffer<int> &b);
// Functions of one unit, with kernels that no other unit has; all units call them.
void scale_by(sycl::queue &q, sycl::buffer<int> &b, int factor);
void add_to(sycl::queue &q, sycl::buffer<int> &to, sycl::buffer<int> &from);
void other_scale_and_add(sycl::queue &q, sycl::buffer<int> &b);
