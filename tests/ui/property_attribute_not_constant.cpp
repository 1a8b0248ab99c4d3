// Clang itself requires constants.
#include <sycl/sycl.hpp>

extern const int elsewhere;
extern const char *const name;

[[__sycl_detail__::add_ir_function_attributes("a", elsewhere)]] void value_is_none() {}
[[__sycl_detail__::add_ir_function_attributes(name, 1)]] void name_is_none() {}
