// Property lists report errors in them.
#include <sycl/sycl.hpp>

using namespace sycl::ext::oneapi::experimental;

properties twice{sub_group_size<4>, sub_group_size<8>};
auto absent = properties{sub_group_size<4>}.get_property<device_has_key>();
properties number{1};
auto none = work_group_size<1, 2, 3, 4>;
auto zero = work_group_size<0>;
auto odd = sycl::ext::oneapi::alignment_v<3>;

struct kernel {
  void operator()() const {}
  auto get(properties_tag) const { return properties{sub_group_size<8>}; }
};
void launch(sycl::queue &q) { q.single_task(properties{sub_group_size<4>}, kernel{}); }
