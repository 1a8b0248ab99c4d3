// address_space_cast knows the address space from the type of a decorated pointer: SYCL 2020 4.7.7.1. The decorations
// exist in the device pass.
#include <sycl/sycl.hpp>

using namespace sycl;
using space = access::address_space;
using access::decorated;

int main() {
  queue q;
  q.submit([&](handler &h) {
    local_accessor<int> tile(4, h);
    h.parallel_for(nd_range<1>(4, 4), [=](nd_item<1>) {
      decorated_local_ptr<int> local = tile;
      (void)address_space_cast<space::local_space, decorated::no>(local.get()); // fine
      (void)address_space_cast<space::global_space, decorated::no>(local.get());
      (void)khr::static_addrspace_cast<space::private_space>(local.get());
    });
  });
}
