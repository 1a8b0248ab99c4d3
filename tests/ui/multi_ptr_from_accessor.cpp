// The multi_ptr types that accessors convert to: SYCL 2020 4.7.7.1.
#include <sycl/sycl.hpp>

using namespace sycl;

void convert(accessor<int, 1, access_mode::read> read, accessor<int> write,
             local_accessor<int> local, local_accessor<const int> constant) {
  raw_global_ptr<const int> fine = read;
  raw_global_ptr<int> a = read;
  raw_local_ptr<int> b = write;
  raw_private_ptr<int> c = write;
  raw_global_ptr<float> d = write;
  raw_global_ptr<int> e = local;
  raw_local_ptr<int> f = constant;
}
