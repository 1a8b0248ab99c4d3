//! emit = "host-mlir"
//! flags = "-O2"

// Buffers that are members of a class: constructed elsewhere, but the launch is known.
#include <sycl/sycl.hpp>

class solver {
public:
  void step();

private:
  sycl::queue queue_;
  sycl::buffer<float> now_{sycl::range<1>(64)}, next_{sycl::range<1>(64)};
  float rate_ = 0.5f;
};

void solver::step() {
  queue_.submit([&](sycl::handler &h) {
    sycl::accessor from(now_, h, sycl::read_only);
    sycl::accessor to(next_, h, sycl::write_only);
    const float rate = rate_;
    h.parallel_for<class stepping>(sycl::range<1>(64), [=](sycl::id<1> i) { to[i] = rate * from[i]; });
  });
}

// CHECK-LABEL: llvm.func @_ZN6solver4stepEv(%arg0
// CHECK:       sycl.host.constructor(%[[FROM:.*]], %{{.*}}, %[[HANDLER:.*]], %{{.*}}) {type = ![[READ:.*]]}
// CHECK:       sycl.host.constructor(%[[TO:.*]], %{{.*}}, %[[HANDLER]], %{{.*}}) {type = ![[WRITE:.*]]}
// CHECK:       %[[RATE:.*]] = llvm.load %{{.*}} -> f32
// CHECK:       sycl.host.schedule_kernel %[[HANDLER]] -> @device_functions::@{{.*}}stepping[range %{{.*}}](%[[TO]]: ![[WRITE]], %[[RATE]], %[[FROM]]: ![[READ]])
