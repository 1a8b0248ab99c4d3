// Kernels with attributes that two translation units launch.
#pragma once

#include <sycl/sycl.hpp>

template <unsigned Size> struct sub_group_size {
  std::size_t *out;
  [[sycl::reqd_sub_group_size(Size)]] void operator()(sycl::nd_item<1> it) const {
    if (it.get_global_id(0) == 0)
      *out = it.get_sub_group().get_max_local_range()[0];
  }
};

template <unsigned Size> inline void by_lambda(sycl::queue &q, std::size_t *out) {
  q.parallel_for(sycl::nd_range<1>(64, 64),
                 [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(Size)]] {
                   if (it.get_global_id(0) == 0)
                     *out = it.get_sub_group().get_max_local_range()[0];
                 });
}

void other_unit(sycl::queue &q, std::size_t *out);
