//! emit = "spirv"
//! flags = "--targets=spirv64 -O2 -fscythe-spirv-ext=+SPV_INTEL_global_variable_host_access,+SPV_INTEL_global_variable_fpga_decorations"
//! unvalidated = "Debian 12's spirv-val does not know these extensions"

// Decorations of variables, and none that the command line does not allow.
#include "../extensions.hpp"

// CHECK-DAG: OpCapability GlobalVariableHostAccessINTEL
// CHECK-DAG: OpCapability GlobalVariableFPGADecorationsINTEL
// CHECK-DAG: OpExtension "SPV_INTEL_global_variable_host_access"
// CHECK-DAG: OpExtension "SPV_INTEL_global_variable_fpga_decorations"
// CHECK-NOT: {{MaxWorkgroupSize|BufferLocation}}INTEL
// CHECK-NOT: UserSemantic
// CHECK: OpDecorate %[[V:[0-9]+]] HostAccessINTEL 1 "_ZL9constants"
// CHECK: OpDecorate %[[V]] ImplementInRegisterMapINTEL 1
// CHECK: OpDecorate %[[V]] InitModeINTEL 1
// CHECK-NOT: {{MaxWorkgroupSize|BufferLocation}}INTEL
// CHECK-NOT: UserSemantic
// CHECK: %[[V]] = OpVariable
