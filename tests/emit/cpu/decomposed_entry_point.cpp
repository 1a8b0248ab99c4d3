//! emit = "lowered-ll"
//! flags = "-O1"

// A kernel whose objects are decomposed: its entry point has exactly the decomposed parameters, and reconstructs the
// objects before it calls the kernel.
#include <sycl/sycl.hpp>
#include <tuple>

struct X {
  ~X();
  int dm;
};
template <> bool sycl::is_device_copyable_v<X> = true;

struct special_type {
  ~special_type();
  std::tuple<int, X> sycl_deconstruct();
  static special_type sycl_reconstruct(int a, X x) noexcept {
    special_type made;
    made.sum = a + x.dm;
    return made;
  }
  int sum;
};
inline X::~X() {}
inline special_type::~special_type() {}

struct aggregate {
  special_type sta[2];
};

void f(sycl::queue &q, special_type st, aggregate a, int i) {
  q.single_task<class kernel_name>([i, st, a] { (void)(i + st.sum + a.sta[1].sum); });
}

// CHECK-NOT: reconstruct_object
// CHECK: define void @_ZTSZ1fRN4sycl3_V15queueE12special_type9aggregateiE11kernel_name(
// CHECK-SAME: i32 %kernel.i, i32 %"kernel.st.<0>", ptr {{.*}}byval([4 x i8]){{.*}} %"kernel.st.<1>",
// CHECK-SAME: i32 %"kernel.a.sta[0].<0>", ptr {{.*}}byval([4 x i8]){{.*}} %"kernel.a.sta[0].<1>",
// CHECK-SAME: i32 %"kernel.a.sta[1].<0>", ptr {{.*}}byval([4 x i8]){{.*}} %"kernel.a.sta[1].<1>")
// CHECK: call {{.*}}void @_ZTSZ1fRN4sycl3_V15queueE12special_type9aggregateiE11kernel_name.work-items(
