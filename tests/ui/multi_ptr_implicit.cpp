// Conversions between multi_ptr types that are not implicit: SYCL 2020 4.7.7.1.
#include <sycl/sycl.hpp>

using namespace sycl;

void convert(raw_generic_ptr<int> generic, raw_global_ptr<int> global, raw_local_ptr<int> local,
             raw_private_ptr<int> mine, global_ptr<void, access::decorated::no> nothing,
             raw_global_ptr<const int> constant, int *raw) {
  // From generic memory.
  raw_global_ptr<int> a = generic;
  raw_local_ptr<int> b = generic;
  raw_private_ptr<int> c = generic;
  local = generic;
  // Between disjoint memories.
  raw_global_ptr<int> d = local;
  raw_local_ptr<int> e = global;
  decorated_private_ptr<int> f = global;
  mine = local;
  // Other pointees.
  raw_global_ptr<int> g = nothing;
  raw_global_ptr<int> h = constant;
  global_ptr<void, access::decorated::no> i = constant;
  raw_global_ptr<float> j = global;
  // From a pointer.
  raw_generic_ptr<int> k = raw;
}
