//! emit = "device-ll"
//! flags = "-O1"

// Unknown properties in the IR that clang makes: one attribute each.
#include "../properties.hpp"

// CHECK-DAG: @_ZL3dm1 = internal constant %{{[^ ]+}} zeroinitializer, align 4 #[[ALL:[0-9]+]]
// CHECK-DAG: @_ZL6matrix = internal constant [2 x [3 x %{{[^ ]+}}]] zeroinitializer, align 16 #[[TRUE:[0-9]+]]
// CHECK-DAG: @_Z2ofIsE = {{.*}} align 2 #[[CHARACTER:[0-9]+]]
// CHECK-DAG: @_ZN6holder6memberE = {{.*}} align 4 #[[ENUMERATOR:[0-9]+]]
// CHECK-DAG: @_ZL4bare = internal constant %{{[^ ]+}} zeroinitializer, align 4{{$}}
// CHECK-DAG: @[[TEXT:.+]] = private unnamed_addr constant [45 x i8] c"sycl-properties:vendor-flag,vendor-valued=32\00", section "llvm.metadata"

// CHECK-NOT: scythe.properties
// CHECK-DAG: define {{.*}}@_Z6helperi(i32 {{.*}} #[[HELPER:[0-9]+]]
// CHECK-DAG: define {{.*}}@_ZNK19single_task_wrapper{{.*}}clEv({{.*}} #[[WRAPPER:[0-9]+]]
// CHECK: define {{.*}}@_ZNK13annotated_ptr
// CHECK: %[[MEMBER:.+]] = getelementptr inbounds nuw %class.annotated_ptr, ptr %{{.+}}, i32 0, i32 0
// CHECK: %[[ANNOTATED:.+]] = call ptr @llvm.ptr.annotation.p0.p0(ptr %[[MEMBER]], ptr @[[TEXT]], ptr @{{.+}}, i32 {{[0-9]+}}, ptr null)
// CHECK: load ptr, ptr %[[ANNOTATED]]

// CHECK-DAG: attributes #[[ALL]] = { "vendor-flag" "vendor-fraction"="3.500000" "vendor-text"="a,b=c" "vendor-valued"="-32" }
// CHECK-DAG: attributes #[[TRUE]] = { "vendor-valued"="true" }
// CHECK-DAG: attributes #[[CHARACTER]] = { "vendor-valued"="97" }
// CHECK-DAG: attributes #[[ENUMERATOR]] = { "vendor-valued"="200" }
// CHECK-DAG: attributes #[[HELPER]] = { {{.*}}"vendor-function" "vendor-number"="18446744073709551615" }
// CHECK-DAG: attributes #[[WRAPPER]] = { {{.*}}"vendor-flag" "vendor-fraction"="3.500000" "vendor-text"="a,b=c" "vendor-valued"="-32" }
