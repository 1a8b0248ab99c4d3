// Reinterpreted buffers share the memory of the original.
#include "check.hpp"

#include <vector>

using namespace sycl;

int main() {
  queue q;
  std::vector<unsigned> v(24);
  {
    buffer b(v);
    auto bytes = b.reinterpret<unsigned char>(range(96));
    static_assert(std::is_same_v<decltype(bytes), buffer<unsigned char, 1>>);
    auto also_bytes = b.reinterpret<unsigned char, 1>();
    auto shaped = b.reinterpret<int>(range(2, 3, 4));
    auto same = b.reinterpret<float>();
    static_assert(std::is_same_v<decltype(same), buffer<float, 1>>);
    CHECK_EQ(also_bytes.size(), 96u);
    CHECK(shaped.get_range() == range(2, 3, 4));
    CHECK_EQ(same.size(), 24u);

    q.submit([&](handler &h) {
      accessor a(shaped, h, write_only);
      h.parallel_for(shaped.get_range(), [=](id<3> i) {
        a[i] = int(i[0] << 16 | i[1] << 8 | i[2]);
      });
    });
    q.submit([&](handler &h) {
      accessor a(bytes, h);
      h.parallel_for(24, [=](id<1> i) { a[4 * i + 3] = 1; });
    });
    CHECK_THROWS(errc::invalid, b.reinterpret<int>(range(23)));
    CHECK_THROWS(errc::invalid, b.reinterpret<int>(range(5, 5)));
    struct odd { char c[7]; };
    CHECK_THROWS(errc::invalid, (b.reinterpret<odd, 1>()));

    const std::size_t align =
        q.get_device().get_info<info::device::mem_base_addr_align>() / 8 / sizeof(unsigned);
    if (align <= 12) {
      buffer<unsigned> half(b, id(12), range(12));
      auto view = half.reinterpret<unsigned short>(range(24));
      CHECK(view.is_sub_buffer());
      host_accessor read(view, read_only);
      CHECK_EQ(read[0] & 0xff, 0u);
    }
  }
  CHECK_ALL(v, 24, [](std::size_t i) {
    return unsigned(1u << 24 | i / 12 << 16 | i / 4 % 3 << 8 | i % 4);
  });
  return check::result();
}
