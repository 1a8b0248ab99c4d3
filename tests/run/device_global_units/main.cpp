//! also = ["-O0"]
// Device global variables in a program of several translation units.
#include "../check.hpp"
#include "variables.hpp"

template <typename V> int read(sycl::queue &q, const V &variable) {
  int value = -1;
  q.copy(variable, &value).wait();
  return value;
}

int main() {
  sycl::queue q;
  const int start = 5;
  q.copy(&start, common).wait();
  q.single_task([] {
     common = common + 1;
     in_header = 10;
     in_template<int> = 100;
     own = 1000;
     hidden = 1001;
     marked[1] = 7;
   }).wait();
  work_in_other(q);
  CHECK_EQ(read(q, common), 12);
  CHECK_EQ(read(q, in_header), 20);
  CHECK_EQ(read(q, in_template<int>), 200);
  CHECK_EQ(read(q, own), 1000);
  CHECK_EQ(read(q, hidden), 1001);
  CHECK_EQ(own_of_other(q), 2000);
  int both[2] = {};
  q.copy(marked, both).wait();
  CHECK_EQ(both[0], 7);
  CHECK_EQ(both[1], 7);

  // A kernel that is completed at link time, with a function of the other unit.
  int *result = sycl::malloc_shared<int>(2, q);
  q.single_task([=] {
     own = own + 1;
     hidden = hidden + 1;
     result[0] = add_all(own);
     result[1] = common;
   }).wait();
  CHECK_EQ(result[0], 1001 + 2000 + 20 + 12);
  CHECK_EQ(result[1], 12);
  CHECK_EQ(read(q, own), 1001);
  CHECK_EQ(read(q, hidden), 1002);
  sycl::free(result, q);
  return check::result();
}
