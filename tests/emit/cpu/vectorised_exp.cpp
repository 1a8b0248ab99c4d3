//! emit = "mux-ll"
//! flags = "-O2 --targets=cpu:x86-64-v3"

// Mathematics calls the C library's vector functions.
#include <sycl/sycl.hpp>

void growth(sycl::queue &q, float *x, double *y, size_t n) {
  q.parallel_for<class exp_kernel>(sycl::range<1>{n}, [=](sycl::id<1> i) {
    x[i] = sycl::exp(x[i]);
  });
  q.parallel_for<class pow_kernel>(sycl::range<1>{n}, [=](sycl::id<1> i) {
    y[i] = sycl::pow(y[i], 1.25) + sycl::erf(y[i]);
  });
}

// CHECK-LABEL: define {{.*}}exp_kernel.mux-kernel-wrapper(
// CHECK: call <8 x float> @_ZGVdN8v_expf(<8 x float>
// CHECK: ret void
// CHECK-LABEL: define {{.*}}pow_kernel.mux-kernel-wrapper(
// CHECK-DAG: call <4 x double> @_ZGVdN4vv_pow(<4 x double>
// CHECK-DAG: call <4 x double> @_ZGVdN4v_erf(<4 x double>
// CHECK: ret void
