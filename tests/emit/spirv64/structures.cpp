//! emit = "spirv"
//! flags = "--targets=spirv64 -O2"

// Function objects without accessors are passed by value as a whole; ids of all dimensions are those of OpenCL, whose
// first is SYCL's last.
#include <sycl/sycl.hpp>

struct matrix {
  float values[4][4];
  int scale;
};

void fill(sycl::queue &q, float *out, matrix m) {
  q.parallel_for(sycl::range<3>(4, 4, 4), [=](sycl::id<3> i) {
    out[(i[0] * 4 + i[1]) * 4 + i[2]] = m.values[i[1]][i[2]] * static_cast<float>(m.scale);
  });
}

// Destructors run in the entry point; their functions are in no list, since SPIR-V has no function pointers.
struct owner {
  float *out;
  owner(float *out) : out(out) {}
  owner(const owner &) = default;
  ~owner() { out = nullptr; }
};
template <> struct sycl::is_device_copyable<owner> : std::true_type {};

void fill(sycl::queue &q, owner o) {
  q.parallel_for(sycl::range<1>(4), [=](sycl::id<1> i) { o.out[i] = 1; });
}

// CHECK-NOT: llvm.used
// CHECK: OpDecorate %[[M:[0-9]+]] FuncParamAttr ByVal
// CHECK: OpDecorate %[[ID:[0-9]+]] BuiltIn GlobalInvocationId
// CHECK: %[[M]] = OpFunctionParameter
// CHECK-DAG: OpCompositeExtract %{{[0-9]+}} %{{[0-9]+}} 2
// CHECK-DAG: OpCompositeExtract %{{[0-9]+}} %{{[0-9]+}} 1
// CHECK-DAG: OpCompositeExtract %{{[0-9]+}} %{{[0-9]+}} 0
// CHECK: OpFMul
