//! emit = "device-ll"
//! flags = "--targets=ptx:sm_90 -O1"

// NVPTX's address spaces: 0 generic and private, 1 global, 3 local.
#include "../memories.hpp"

// Variables of namespaces are in global memory.
// CHECK: @_ZL5table = internal addrspace(1) constant

// Accesses use the address space of the pointer's type.
// CHECK: define {{.*}}void @raw_global(ptr addrspace(1) noundef
// CHECK: store i32 1, ptr addrspace(1) %
// CHECK: define {{.*}}void @raw_global_device(ptr addrspace(1) noundef
// CHECK: store i32 1, ptr addrspace(1) %
// CHECK: define {{.*}}void @raw_global_host(ptr addrspace(1) noundef
// CHECK: store i32 1, ptr addrspace(1) %
// CHECK: define {{.*}}void @raw_local(ptr addrspace(3) noundef
// CHECK: store i32 1, ptr addrspace(3) %
// CHECK: define {{.*}}void @raw_private(ptr noundef
// CHECK: store i32 1, ptr %
// CHECK: define {{.*}}void @raw_default(ptr noundef
// CHECK: store i32 1, ptr %

// Conversions are casts if the address spaces have different numbers.
// CHECK-LABEL: @global_to_default(
// CHECK: [[V:%.+]] = load ptr addrspace(1), {{.*}}
// CHECK-NEXT: [[P:%.+]] = addrspacecast ptr addrspace(1) [[V]] to ptr
// CHECK-NEXT: ret ptr [[P]]
// CHECK-LABEL: @local_to_default(
// CHECK: [[V:%.+]] = load ptr addrspace(3), {{.*}}
// CHECK-NEXT: [[P:%.+]] = addrspacecast ptr addrspace(3) [[V]] to ptr
// CHECK-NEXT: ret ptr [[P]]
// CHECK-LABEL: @private_to_default(
// CHECK-NOT: addrspacecast
// CHECK: ret ptr
// CHECK-LABEL: @device_to_global(
// CHECK-NOT: addrspacecast
// CHECK: ret ptr addrspace(1)
// CHECK-LABEL: @host_to_global(
// CHECK-NOT: addrspacecast
// CHECK: ret ptr addrspace(1)
// CHECK-LABEL: @default_to_global(
// CHECK: [[V:%.+]] = load ptr, {{.*}}
// CHECK-NEXT: [[P:%.+]] = addrspacecast ptr [[V]] to ptr addrspace(1)
// CHECK-NEXT: ret ptr addrspace(1) [[P]]
// CHECK-LABEL: @default_to_local(
// CHECK: [[V:%.+]] = load ptr, {{.*}}
// CHECK-NEXT: [[P:%.+]] = addrspacecast ptr [[V]] to ptr addrspace(3)
// CHECK-NEXT: ret ptr addrspace(3) [[P]]
// CHECK-LABEL: @default_to_private(
// CHECK-NOT: addrspacecast
// CHECK: ret ptr
// CHECK-LABEL: @global_to_device(
// CHECK-NOT: addrspacecast
// CHECK: ret ptr addrspace(1)
// CHECK-LABEL: @global_to_host(
// CHECK-NOT: addrspacecast
// CHECK: ret ptr addrspace(1)

// A multi_ptr holds a pointer into its address space, and returns it if it is decorated.
// CHECK-LABEL: @mp_global(
// CHECK: store i32 1, ptr addrspace(1) %
// CHECK-LABEL: @mp_constant(
// CHECK: load i32, ptr addrspace(1) %
// CHECK-LABEL: @mp_local(
// CHECK: store i32 1, ptr addrspace(3) %
// CHECK-LABEL: @mp_private(
// CHECK: store i32 1, ptr %
// CHECK-LABEL: @mp_generic(
// CHECK: store i32 1, ptr %
// CHECK-LABEL: @mp_undecorated(
// CHECK: store i32 1, ptr %

// Variables of functions are private; their addresses are undecorated.
// CHECK-LABEL: @variables(
// CHECK: [[OWN:%.+]] = alloca [4 x i32]
// CHECK: getelementptr inbounds [4 x i32], ptr [[OWN]]
// CHECK: store i32 7, ptr %
// CHECK-LABEL: @address_of_table(
// CHECK: ret ptr addrspacecast (ptr addrspace(1) @_ZL5table to ptr)

// Atomics use the address space that their type states.
// CHECK-LABEL: @atomic_global(
// CHECK: call {{.*}}atomic_operations{{.*}}fetch_add{{.*}}(ptr addrspace(1) 
// CHECK-LABEL: @atomic_local(
// CHECK: call {{.*}}atomic_operations{{.*}}fetch_add{{.*}}(ptr addrspace(3) 
// CHECK-LABEL: @atomic_generic(
// CHECK: call {{.*}}atomic_operations{{.*}}fetch_add{{.*}}(ptr noundef 
// CHECK-LABEL: @atomic_load(
// CHECK: call {{.*}}atomic_operations{{.*}}load{{.*}}(ptr addrspace(3) 
// CHECK-LABEL: @atomic_store(
// CHECK: call {{.*}}atomic_operations{{.*}}store{{.*}}(ptr addrspace(1) 

// Accessors point to global memory, local accessors to local memory. Elements are undecorated.
// CHECK-LABEL: @element(
// CHECK: [[E:%.+]] = getelementptr inbounds nuw i32, ptr addrspace(1) %
// CHECK-NEXT: addrspacecast ptr addrspace(1) [[E]] to ptr
// CHECK-LABEL: @element_2d(
// CHECK: [[E:%.+]] = getelementptr inbounds nuw i32, ptr addrspace(1) %
// CHECK-NEXT: addrspacecast ptr addrspace(1) [[E]] to ptr
// CHECK-LABEL: @through_pointer(
// CHECK: store i32 1, ptr addrspace(1) %
// CHECK-LABEL: @local_element(
// CHECK: [[E:%.+]] = getelementptr inbounds nuw i32, ptr addrspace(3) %
// CHECK-NEXT: addrspacecast ptr addrspace(3) [[E]] to ptr
// CHECK-LABEL: @through_local_pointer(
// CHECK: store i32 1, ptr addrspace(3) %

// The target determines the address space of a generic pointer; private memory is called local there.
// CHECK-DAG: call i1 @llvm.nvvm.isspacep.global(ptr
// CHECK-DAG: call i1 @llvm.nvvm.isspacep.shared(ptr
// CHECK-DAG: call i1 @llvm.nvvm.isspacep.local(ptr
// CHECK-DAG: cmpxchg ptr addrspace(1) %
// CHECK-DAG: declare {{.*}}ptr addrspace(3) @__mux_local_memory(i64
