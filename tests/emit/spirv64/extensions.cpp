//! emit = "spirv"
//! flags = "--targets=spirv64 -O2 -fscythe-spirv-ext=all,-SPV_INTEL_global_variable_host_access -fscythe-spirv-ext=-SPV_INTEL_global_variable_fpga_decorations"
//! disassembled = true

// Decorations that need an extension that the command line allows, in LLVM's text and in the binary form; others are
// omitted. Unknown properties are user decorations.
#include "../extensions.hpp"

// CHECK-DAG: OpCapability KernelAttributesINTEL
// CHECK-DAG: OpCapability FPGABufferLocationINTEL
// CHECK-DAG: OpExtension "SPV_INTEL_kernel_attributes"
// CHECK-DAG: OpExtension "SPV_INTEL_fpga_buffer_location"
// CHECK-DAG: OpExtension "SPV_GOOGLE_hlsl_functionality1"
// CHECK: OpExecutionMode %{{[0-9]+}} MaxWorkgroupSizeINTEL 4 1 1
// CHECK-NOT: HostAccessINTEL
// CHECK-NOT: InitModeINTEL
// CHECK: OpDecorate %[[P:[0-9]+]] BufferLocationINTEL 3
// CHECK: OpDecorate %[[M:[0-9]+]] BufferLocationINTEL 4
// CHECK: OpDecorate %[[M]] UserSemantic "sycl-properties:vendor=5"
// CHECK-NOT: {{HostAccess|InitMode}}INTEL
// CHECK: %[[P]] = OpFunctionParameter

// DIS-DAG: OpCapability KernelAttributesINTEL
// DIS-DAG: OpCapability FPGABufferLocationINTEL
// DIS-DAG: OpExtension "SPV_INTEL_kernel_attributes"
// DIS-DAG: OpExtension "SPV_INTEL_fpga_buffer_location"
// DIS-DAG: OpExtension "SPV_GOOGLE_hlsl_functionality1"
// DIS: OpExecutionMode %{{[0-9]+}} MaxWorkgroupSizeINTEL 4 1 1
// DIS: OpDecorate %[[P:[0-9]+]] BufferLocationINTEL 3
// DIS: OpDecorate %[[M:[0-9]+]] BufferLocationINTEL 4
// DIS: OpDecorate %[[M]] UserSemantic "sycl-properties:vendor=5"
// DIS: %[[P]] = OpFunctionParameter
