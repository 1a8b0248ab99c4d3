// Forbidden uses of device global variables in host and device code.
#include <sycl/sycl.hpp>

#include <string>

using namespace sycl::ext::oneapi::experimental;

device_global<int, decltype(properties{host_access_none})> nobody;
device_global<int, decltype(properties{host_access_read})> reader;
device_global<int, decltype(properties{host_access_write})> writer;
device_global<std::string> text;

void copy(sycl::queue &q, int *p) {
  q.copy(p, nobody);
  q.copy(p, reader);
  q.copy(reader, p);
  q.copy(p, writer);
  q.copy(writer, p);
}
