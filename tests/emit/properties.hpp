// Classes with properties that Scythe does not know, hidden from the host pass where programs of this kind hide them.
#include <sycl/sycl.hpp>

template <typename... Properties> struct property_list {};

enum class colour : unsigned char { red, blue = 200 };

struct flag {
  static constexpr const char *meta_name = "vendor-flag";
  static constexpr const char *meta_value = "";
};
template <auto Value> struct valued {
  static constexpr const char *meta_name = "vendor-valued";
  static constexpr auto meta_value = Value;
};
struct text {
  static constexpr const char meta_name[] = "vendor-text";
  static constexpr const char meta_value[] = "a,b=c";
};
struct fraction {
  static constexpr const char *meta_name = "vendor-fraction";
  static constexpr double meta_value = 3.5;
};

template <typename T, typename List = property_list<>> class variable;
template <typename T, typename... Properties>
class
#ifdef __SYCL_DEVICE_ONLY__
    [[__sycl_detail__::add_ir_global_variable_attributes(Properties::meta_name...,
                                                         Properties::meta_value...)]]
#endif
    variable<T, property_list<Properties...>> {
  T value{};

public:
  T get() const { return value; }
};

template <typename T, typename List = property_list<>> class argument;
template <typename T, typename... Properties>
class
#ifdef __SYCL_DEVICE_ONLY__
    [[__sycl_detail__::add_ir_kernel_parameter_attributes(Properties::meta_name...,
                                                          Properties::meta_value...)]]
#endif
    argument<T, property_list<Properties...>> {
  T value;

public:
  argument(T value) : value(value) {}
  T get() const { return value; }
};

template <typename Kernel, typename List> class single_task_wrapper;
template <typename Kernel, typename... Properties>
class single_task_wrapper<Kernel, property_list<Properties...>> {
  Kernel k;

public:
  single_task_wrapper(Kernel k) : k(k) {}
#ifdef __SYCL_DEVICE_ONLY__
  [[__sycl_detail__::add_ir_function_attributes(Properties::meta_name...,
                                                Properties::meta_value...)]]
#endif
  void operator()() const { k(); }
};

template <typename T, typename List = property_list<>> class annotated_ptr;
template <typename T, typename... Properties> class annotated_ptr<T, property_list<Properties...>> {
  T *ptr
#ifdef __SYCL_DEVICE_ONLY__
      [[__sycl_detail__::add_ir_member_annotation(Properties::meta_name...,
                                                  Properties::meta_value...)]]
#endif
      ;

public:
  annotated_ptr(T *p) : ptr(p) {}
  T &operator*() const { return *ptr; }
};

using all = property_list<flag, valued<-32>, text, fraction>;

constexpr variable<int, all> dm1;
const variable<int, property_list<valued<true>>> matrix[2][3] = {};
template <typename T> inline constexpr variable<T, property_list<valued<'a'>>> of;
struct holder {
  static constexpr variable<int, property_list<valued<colour::blue>>> member{};
};
constexpr variable<int> bare;

// The attribute applies to any function, on its definition or an earlier declaration.
[[__sycl_detail__::add_ir_function_attributes("vendor-function", "vendor-number", "", 18446744073709551615u)]]
SYCL_EXTERNAL int helper(int x) {
  // Not a kernel argument: ignored.
  argument<int, all> local(x);
  return local.get();
}

void run(sycl::queue &q, int *out) {
  argument<int *, property_list<flag, valued<64>>> a(out);
  argument<int> without(1);
  annotated_ptr<int, property_list<flag, valued<32>>> p(out);
  int n = 5;
  auto kernel = [=] {
    *a.get() = dm1.get() + matrix[1][2].get() + of<short>.get() + holder::member.get() + bare.get() +
               helper(n) + without.get() + *p;
  };
  q.submit([&](sycl::handler &h) {
    h.single_task<class wrapped>(single_task_wrapper<decltype(kernel), all>(kernel));
  });
}
