//! emit = "mux-ll"
//! flags = "--targets=ptx:sm_90 -O0"

// Unoptimised code loads its own pointers from variables, which does not count.
#include "writes_elsewhere.cpp"

// CHECK-NOT: "scythe-writes-elsewhere"
// CHECK: attributes #{{.*}} = { {{.*}}"mux-orig-fn"="_ZTS{{.*}}5found"{{.*}}"scythe-writes-elsewhere"
// CHECK-NOT: "scythe-writes-elsewhere"
