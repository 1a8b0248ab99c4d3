//! emit = "host-mlir"
//! flags = "-O2"

// An accessor and a number that a command group captures by reference reach the launch.
#include <sycl/sycl.hpp>

class KernelName;

int main() {
  constexpr std::size_t N = 1024;
  float data[N] = {};
  sycl::queue q;
  {
    sycl::buffer<float> buf(data, sycl::range<1>{N});
    int some_int = 7;
    q.submit([&](sycl::handler &cgh) {
      sycl::accessor acc(buf, cgh, sycl::write_only);
      cgh.parallel_for<KernelName>(sycl::range<1>{N}, [=](sycl::id<1> i) { acc[i] = some_int; });
    });
  }
}

// CHECK:      gpu.func @_ZTS10KernelName() kernel attributes {sycl.captures = [{name = "acc", offset = 0 : i64, size = 56 : i64, type = ![[ACC:.*]]}, {name = "some_int", offset = 56 : i64, size = 4 : i64}]}
// CHECK:      llvm.func @main
// CHECK-DAG:  %[[SEVEN:.*]] = llvm.mlir.constant(7 : i32) : i32
// CHECK-DAG:  %[[N:.*]] = llvm.mlir.constant(1024 : i64) : i64
// CHECK:      sycl.host.constructor(%[[SIZE:.*]], %{{.*}}) {type = !sycl_range_1_} : (!llvm.ptr, i64) -> ()
// CHECK:      sycl.host.constructor(%[[BUF:.*]], %{{.*}}, %[[SIZE]], %{{.*}}) {type = !sycl_buffer_1_21llvm2Evoid}
// CHECK:      sycl.host.constructor(%[[ACCESSOR:.*]], %[[BUF]], %[[HANDLER:.*]], %{{.*}}) {type = ![[ACC]]}
// CHECK:      sycl.host.constructor(%[[RANGE:.*]], %{{.*}}) {type = !sycl_range_1_} : (!llvm.ptr, i64) -> ()
// CHECK:      sycl.host.handler.set_nd_range %[[HANDLER]] -> range %[[RANGE]] : (!llvm.ptr, !llvm.ptr)
// CHECK:      sycl.host.set_captured %[[LAMBDA:.*]][0] = %[[ACCESSOR]] : !llvm.ptr, !llvm.ptr (![[ACC]])
// CHECK:      sycl.host.set_captured %[[LAMBDA]][1] = %[[SEVEN]] : !llvm.ptr, i32
// CHECK:      sycl.host.handler.set_kernel %[[HANDLER]] -> @device_functions::@_ZTS10KernelName : !llvm.ptr
// CHECK:      sycl.host.schedule_kernel %[[HANDLER]] -> @device_functions::@_ZTS10KernelName[range %[[RANGE]]](%[[ACCESSOR]]: ![[ACC]], %[[SEVEN]]) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32) -> ()
