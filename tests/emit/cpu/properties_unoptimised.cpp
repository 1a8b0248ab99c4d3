//! emit = "lowered-ll"
//! flags = "-O0"

// The same without optimisation: the kernel has the properties of its function object, and a parameter for the
// captured object with properties. Annotations of members are removed.
#include "../properties.hpp"

// CHECK-NOT: llvm.ptr.annotation
// CHECK: define {{.*}}wrapped({{.*}}, ptr {{.*}}"vendor-flag" "vendor-valued"="64" %kernel.k.a) {{.*}}#[[K:[0-9]+]]
// CHECK-NOT: llvm.ptr.annotation
// CHECK: attributes #[[K]] = { {{.*}}"vendor-flag" "vendor-fraction"="3.500000" "vendor-text"="a,b=c" "vendor-valued"="-32"
