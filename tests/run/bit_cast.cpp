// sycl::bit_cast in constant expressions, on the host and in kernels.
#include "check.hpp"

#include <array>
#include <cstdint>

using namespace sycl;

static_assert(bit_cast<std::uint32_t>(1.0f) == 0x3f800000u);
static_assert(std::is_same_v<sycl::byte, unsigned char>);
static_assert(noexcept(bit_cast<float>(1)));

struct pair {
  std::uint16_t low, high;
};

template <typename To, typename From, typename = void> struct casts : std::false_type {};
template <typename To, typename From>
struct casts<To, From, std::void_t<decltype(bit_cast<To>(std::declval<const From &>()))>>
    : std::true_type {};
static_assert(casts<float, int>::value && !casts<double, int>::value);

int main() {
  queue q;
  std::array<std::uint32_t, 4> got{};
  {
    buffer b(got);
    q.submit([&](handler &h) {
      accessor a(b, h);
      h.single_task([=] {
        const float source[1] = {-2.0f};
        a[0] = bit_cast<std::uint32_t>(-2.0f);
        a[1] = bit_cast<std::uint32_t>(pair{1, 2});
        a[2] = bit_cast<pair>(a[1]).high;
        a[3] = bit_cast<std::uint32_t>(source);
      });
    });
  }
  CHECK_EQ(got[0], 0xc0000000u);
  CHECK_EQ(got[1], 0x20001u);
  CHECK_EQ(got[2], 2u);
  CHECK_EQ(got[3], 0xc0000000u);
  return check::result();
}
