// In templates, the instantiation is reported, too.
#include <sycl/sycl.hpp>

template <typename... Properties> struct list {};

struct good {
  static constexpr const char *meta_name = "good";
  static constexpr int meta_value = 1;
};
struct bad {
  static constexpr int meta_name = 0;
  static constexpr int meta_value = 1;
};

template <typename List> class decorated;
template <typename... Properties>
class [[__sycl_detail__::add_ir_kernel_parameter_attributes(Properties::meta_name...,
                                                            Properties::meta_value...)]]
    decorated<list<Properties...>> {};

decorated<list<good>> fine;
decorated<list<good, bad>> wrong;
