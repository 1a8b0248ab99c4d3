//! emit = "device-ll"
//! flags = "--targets=ptx:sm_90 -O1"

// Properties that nobody knows, in the IR that clang makes: one attribute each, but for those of variables.
#include "../properties.hpp"

// CHECK-LABEL: define {{.*}}@_Z6helperi(i32
// CHECK-SAME:  #[[HELPER:[0-9]+]]
// CHECK-LABEL: define {{.*}}single_task_wrapper{{.*}}clEv(
// CHECK-SAME:  #[[WRAPPER:[0-9]+]]
// CHECK: call ptr{{.*}} @llvm.ptr.annotation
// CHECK-DAG: attributes #[[HELPER]] = { {{.*}}"vendor-function" "vendor-number"="18446744073709551615"
// CHECK-DAG: attributes #[[WRAPPER]] = { {{.*}}"vendor-flag" "vendor-fraction"="3.500000" "vendor-text"="a,b=c" "vendor-valued"="-32"
