// The SYCL 1.2.1 spellings, deprecated but still part of SYCL 2020.
#include "check.hpp"

#include <vector>

using namespace sycl;

int main() {
  queue q{default_selector{}};
  std::vector<float> v(16, 1.0f);
  {
    buffer<float, 1> b(v.data(), range<1>(v.size()));
    q.submit([&](handler &cgh) {
      auto in = b.get_access<access::mode::read>(cgh);
      static_assert(std::is_same_v<decltype(in), accessor<float, 1, access_mode::read>>);
      auto out = b.get_access<access::mode::write, access::target::global_buffer>(cgh);
      CHECK_EQ(in.get_count(), 16u);
      CHECK_EQ(in.get_size(), 64u);
      cgh.parallel_for<class legacy_add>(range<1>(16), [=](id<1> i) { out[i] = in[i] + i[0]; });
    });
    q.submit([&](handler &cgh) {
      auto part = b.get_access<access::mode::read_write>(cgh, range<1>(4), id<1>(8));
      auto constant = b.get_access<access::mode::read, access::target::constant_buffer>(cgh);
      cgh.parallel_for<class legacy_part>(range<1>(4), [=](id<1> i) { part[i] = constant[0] - 5; });
    });
    auto host = b.get_access<access::mode::read>();
    static_assert(
        std::is_same_v<decltype(host), accessor<float, 1, access_mode::read, target::host_buffer>>);
    CHECK_EQ(host[3], 4.0f);
    CHECK_EQ(host[9], -4.0f);
    CHECK_EQ(host.get_count(), 16u);
    CHECK(!host.is_placeholder());
  }
  {
    buffer<float, 1> b(v.data(), range<1>(v.size()));
    auto host = b.get_access<access::mode::discard_write>(range<1>(2), id<1>(14));
    host[0] = 50;
    host[1] = 51;
  }
  CHECK_EQ(v[14], 50.0f);
  CHECK_EQ(v[15], 51.0f);
  {
    buffer<float, 1> b(v.data(), range<1>(v.size()));
    q.submit([&](handler &cgh) {
      accessor<float, 1, access::mode::discard_read_write, access::target::global_buffer,
               access::placeholder::false_t>
          a(b, cgh);
      CHECK(a.has_property<property::no_init>());
      cgh.parallel_for<class legacy_discard>(range<1>(16), [=](id<1> i) { a[i] = 2; });
    });
    q.submit([&](handler &cgh) {
      accessor<float, 1, access::mode::write> a(b, cgh);
      cgh.parallel_for<class legacy_nd>(
          nd_range<1>(range<1>(16), range<1>(4)),
          [=](nd_item<1> i) { a[i.get_global_id(0)] = i.get_group(0); });
    });
  }
  CHECK_ALL(v, 16, [](std::size_t i) { return float(i / 4); });
  return check::result();
}
