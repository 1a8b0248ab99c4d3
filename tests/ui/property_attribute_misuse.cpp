// Errors in the arguments of the attributes for properties are reported at the attribute.
#include <sycl/sycl.hpp>

struct pair {
  int a, b;
};
inline constexpr pair two{1, 2};
inline constexpr int number = 3;

struct [[__sycl_detail__::add_ir_kernel_parameter_attributes("a", "b", 1)]] odd {};

struct [[__sycl_detail__::add_ir_global_variable_attributes(number, 1)]] number_as_name {};

struct [[__sycl_detail__::add_ir_global_variable_attributes("", 1)]] nameless {};

struct member {
  int *pointer [[__sycl_detail__::add_ir_member_annotation("a", two)]];
};

[[__sycl_detail__::add_ir_function_attributes("a", L"wide")]] void wide() {}

// DPC++'s names are equivalent.
[[__sycl_detail__::add_ir_attributes_function("a", nullptr)]] void alias() {}
