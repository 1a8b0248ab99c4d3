//! emit = "mux-ll"
//! flags = "--targets=ptx:sm_90 -O0"

// Pointers of code that is not optimised lie in variables, which are not what is meant.
#include "writes_elsewhere.cpp"

// CHECK-NOT: "scythe-writes-elsewhere"
// CHECK: attributes #{{.*}} = { {{.*}}"mux-orig-fn"="_ZTS{{.*}}5found"{{.*}}"scythe-writes-elsewhere"
// CHECK-NOT: "scythe-writes-elsewhere"
