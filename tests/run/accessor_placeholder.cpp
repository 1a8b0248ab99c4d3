// Placeholder accessors and handler::require.
#include "check.hpp"

#include <vector>

using namespace sycl;

int main() {
  queue q;
  std::vector<int> v(100);
  std::vector<int> source(100, 4);
  {
    buffer b(v);
    const std::vector<int> &constant = source;
    buffer<int> c(constant);
    accessor out(b, write_only);
    accessor in(c, read_only);
    accessor part(b, range(10), id(90));
    CHECK(out.is_placeholder() && in.is_placeholder() && part.is_placeholder());
    q.submit([&](handler &h) {
      h.require(out);
      h.require(in);
      h.parallel_for(100, [=](id<1> i) { out[i] = in[i] + int(i); });
    });
    // The same placeholder again; it may also be required twice.
    q.submit([&](handler &h) {
      h.require(part);
      h.require(part);
      h.parallel_for(10, [=](id<1> i) { part[i] = -part[i]; });
    });
    // A write to the buffer of the const data, then the old placeholder.
    q.submit([&](handler &h) {
      accessor w(c, h, write_only);
      CHECK(!w.is_placeholder());
      h.parallel_for(100, [=](id<1> i) { w[i] = 1000; });
    });
    q.submit([&](handler &h) {
      h.require(in);
      accessor o(b, h);
      h.require(o); // no effect: it is not a placeholder
      h.parallel_for(10, [=](id<1> i) { o[i] += in[i]; });
    });
    accessor<int, 0> scalar(b);
    q.submit([&](handler &h) {
      h.require(scalar);
      h.single_task([=] { scalar = scalar + 1; });
    });
  }
  CHECK_ALL(v, 100, [](std::size_t i) {
    const int value = 4 + int(i);
    return i == 0 ? value + 1001 : i < 10 ? value + 1000 : i < 90 ? value : -value;
  });
  CHECK_ALL(source, 100, [](std::size_t) { return 4; });
  return check::result();
}
