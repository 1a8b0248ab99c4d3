//! emit = "device-ll"
//! flags = "--targets=spirv64 -O1"

// Unknown properties in the IR that clang makes: one attribute each.
#include "../properties.hpp"

// CHECK-DAG: @_ZL3dm1 = internal addrspace(1) constant %{{[^ ]+}} zeroinitializer, align 4 #[[ALL:[0-9]+]]
// CHECK-DAG: @_ZL6matrix = internal addrspace(1) constant [2 x [3 x %{{[^ ]+}}]] zeroinitializer, align 4 #[[TRUE:[0-9]+]]
// CHECK-DAG: define {{.*}}@_Z6helperi(i32 {{.*}} #[[HELPER:[0-9]+]]
// CHECK-DAG: define {{.*}}@_ZNK19single_task_wrapper{{.*}}clEv({{.*}} #[[WRAPPER:[0-9]+]]
// CHECK: call ptr{{.*}} @llvm.ptr.annotation
// CHECK-DAG: attributes #[[ALL]] = { "vendor-flag" "vendor-fraction"="3.500000" "vendor-text"="a,b=c" "vendor-valued"="-32" }
// CHECK-DAG: attributes #[[TRUE]] = { "vendor-valued"="true" }
// CHECK-DAG: attributes #[[HELPER]] = { {{.*}}"vendor-function" "vendor-number"="18446744073709551615"
// CHECK-DAG: attributes #[[WRAPPER]] = { {{.*}}"vendor-flag" "vendor-fraction"="3.500000" "vendor-text"="a,b=c" "vendor-valued"="-32"
