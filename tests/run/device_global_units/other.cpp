#include "variables.hpp"

device_global<int> common;
SYCL_EXTERNAL device_global<int[2]> marked;

int add_all(int x) { return x + own + in_header + common; }

void work_in_other(sycl::queue &q) {
  q.single_task([] {
     common = common * 2;
     in_header = in_header + 10;
     in_template<int> = in_template<int> * 2;
     own = 2000;
     marked[0] = marked[1];
   }).wait();
}

int own_of_other(sycl::queue &q) {
  int value = -1;
  q.copy(own, &value).wait();
  return value;
}
