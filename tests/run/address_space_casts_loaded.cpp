//! also = ["-O0"]
//! skip_device = { opencl = "Intel's runtime says yes to every memory when it cannot see where a pointer is from" }
// The address space of a pointer that is loaded from memory, whose origin no compiler sees.
#include "check.hpp"

using namespace sycl;
using space = access::address_space;

// One bit for each address space.
int leads_to(int *p) {
  return (khr::dynamic_addrspace_cast<space::global_space>(p) ? 1 : 0) |
         (khr::dynamic_addrspace_cast<space::local_space>(p) ? 2 : 0) |
         (khr::dynamic_addrspace_cast<space::private_space>(p) ? 4 : 0);
}

int main() {
  queue q;
  constexpr int items = 64, group = 8;
  int *shared = malloc_shared<int>(items, q);
  int **pointers = malloc_shared<int *>(items, q);
  int *found = malloc_shared<int>(items, q);
  for (int i = 0; i < items; ++i)
    pointers[i] = shared + i;
  q.submit([&](handler &h) {
    local_accessor<int> l(group, h);
    h.parallel_for(nd_range<1>(items, group), [=](nd_item<1> it) {
      const int i = int(it.get_global_id(0));
      int own = i;
      if (i % 3 == 1)
        pointers[i] = &l[it.get_local_id(0)];
      if (i % 3 == 2)
        pointers[i] = &own;
      group_barrier(it.get_group());
      found[i] = leads_to(*static_cast<int *volatile *>(pointers + i));
    });
  });
  q.wait();
  CHECK_ALL(found, items, [](std::size_t i) { return 1 << (i % 3); });
  for (void *memory : {static_cast<void *>(shared), static_cast<void *>(pointers), static_cast<void *>(found)})
    free(memory, q);
  return check::result();
}
