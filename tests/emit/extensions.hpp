// A kernel with all properties that SPIR-V has decorations for in extensions only.
#include <sycl/sycl.hpp>

template <typename T>
class [[__sycl_detail__::add_ir_kernel_parameter_attributes("sycl-buffer-location", 3)]] located {
  T *ptr [[__sycl_detail__::add_ir_member_annotation("sycl-buffer-location", "vendor", 4, 5)]];

public:
  located(T *p) : ptr(p) {}
  T &operator[](std::size_t i) const { return ptr[i]; }
};

template <typename T>
class [[__sycl_detail__::add_ir_global_variable_attributes(
    "sycl-host-access", "sycl-init-mode", "sycl-implement-in-csr", "read", "reset", true)]] table {
  T values[4];

public:
  constexpr table(T a, T b, T c, T d) : values{a, b, c, d} {}
  T operator[](std::size_t i) const { return values[i]; }
};

const table<int> constants(3, 1, 4, 1);

void run(sycl::queue &q, int *out) {
  namespace x = sycl::ext::oneapi::experimental;
  struct {
    located<int> inner;
  } deep{out};
  located<int> p(out);
  q.parallel_for(sycl::nd_range<1>(8, 4), x::properties{x::max_work_group_size<4>}, [=](sycl::nd_item<1> i) {
    p[i.get_global_id(0)] = constants[i.get_local_id(0)] + deep.inner[3];
  });
}
