//! plain_kernels = true
// User-defined classes with unknown properties are ordinary classes: as captures of lambdas and members of function
// objects, beside accessors, whether or not the host sees the attributes.
#include "check.hpp"

template <typename... Properties> struct list {};
template <int Number> struct property {
  static constexpr const char *meta_name = "vendor-property";
  static constexpr int meta_value = Number;
};
struct aligned {
  static constexpr const char *meta_name = "sycl-alignment";
  static constexpr int meta_value = 4;
};
struct apart {
  static constexpr const char *meta_name = "sycl-no-alias";
  static constexpr const char *meta_value = "";
};

// Hidden from the host.
template <typename T, typename List> class pointer;
template <typename T, typename... Properties>
class
#ifdef __SYCL_DEVICE_ONLY__
    [[__sycl_detail__::add_ir_kernel_parameter_attributes(Properties::meta_name...,
                                                          Properties::meta_value...)]]
#endif
    pointer<T, list<Properties...>> {
  T *ptr
#ifdef __SYCL_DEVICE_ONLY__
      [[__sycl_detail__::add_ir_member_annotation(Properties::meta_name...,
                                                  Properties::meta_value...)]]
#endif
      ;

public:
  pointer(T *p) : ptr(p) {}
  T &operator[](std::size_t i) const { return ptr[i]; }
};

// Not hidden, and larger than a register.
struct [[__sycl_detail__::add_ir_kernel_parameter_attributes("vendor-large", 1.5)]] large {
  char tag;
  long values[5];
};

struct base {
  large first{'f', {1, 2, 3, 4, 5}};
};

struct function_object : base {
  function_object(int *out, int factor) : factor(factor), out(out), bits(7) {}
  short factor;
  pointer<int, list<property<1>, aligned>> out;
  unsigned bits : 5;
  large last{'l', {5, 4, 3, 2, 1}};

  [[__sycl_detail__::add_ir_function_attributes("vendor-kernel", true)]]
  void operator()(sycl::id<1> i) const {
    out[i] = factor * int(first.values[i[0] % 5] * 100 + last.values[i[0] % 5]) + int(bits) +
             (first.tag == 'f' && last.tag == 'l');
  }
};

int main() {
  constexpr std::size_t n = 100;
  sycl::queue q;
  int *data = sycl::malloc_shared<int>(n, q);
  q.parallel_for(sycl::range<1>(n), function_object(data, 3)).wait();
  for (std::size_t i = 0; i < n; ++i)
    CHECK_EQ(data[i], 3 * int((i % 5 + 1) * 100 + (5 - i % 5)) + 7 + 1);

  std::vector<int> host(n, 1);
  {
    sycl::buffer<int> buffer(host.data(), sycl::range<1>(n));
    q.submit([&](sycl::handler &h) {
      sycl::accessor acc(buffer, h);
      pointer<int, list<apart, property<2>>> p(data);
      large l{'x', {0, 10, 20, 30, 40}};
      char c = 2;
      h.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) {
        acc[i] += p[i] + int(l.values[i[0] % 5]) + c;
      });
    });
  }
  for (std::size_t i = 0; i < n; ++i)
    CHECK_EQ(host[i], 1 + data[i] + int(i % 5) * 10 + 2);

  // Nested members are part of an argument.
  struct {
    pointer<int, list<property<3>>> p;
    large l;
  } deep{data, {'d', {7, 7, 7, 7, 7}}};
  q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { deep.p[i] = int(deep.l.values[2]); }).wait();
  for (std::size_t i = 0; i < n; ++i)
    CHECK_EQ(data[i], 7);
  sycl::free(data, q);
  return check::result();
}
