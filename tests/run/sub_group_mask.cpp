//! also = ["-O0"]
// Masks of sub-groups (sycl_ext_oneapi_sub_group_mask): group_ballot in sub-groups of every size,
// short ones among them, and every member, on the host and in kernels.
#include "check.hpp"
#include <sycl/sycl.hpp>

#include <cstdint>
#include <type_traits>

using mask = sycl::ext::oneapi::sub_group_mask;
static_assert(SYCL_EXT_ONEAPI_SUB_GROUP_MASK >= 1);
static_assert(std::is_trivially_copyable_v<mask>);

// The line of the first wrong mask operation; 0 if there is none. For 4 bits and more.
#define REQUIRE(...)                                                                               \
  if (!(__VA_ARGS__))                                                                              \
  return __LINE__
int wrong() {
  mask m;
  const std::size_t size = m.size();
  const std::uint64_t every = ~0ull >> (64 - size);
  REQUIRE(size >= 4 && size <= mask::max_bits);
  REQUIRE(m.none() && !m.any() && !m.all() && m.count() == 0);
  REQUIRE(m.find_low()[0] == size && m.find_high()[0] == size);
  m.set();
  REQUIRE(m.all() && m.any() && !m.none() && m.count() == size);
  REQUIRE(m == mask(~0ull) && m == ~mask());
  m.reset_low();
  m.reset_high();
  REQUIRE(m.find_low()[0] == 1 && m.find_high()[0] == size - 2 && m.count() == size - 2);
  m.reset();
  m.reset_low();
  m.reset_high();
  REQUIRE(m.none());

  m = mask(0b0101);
  REQUIRE(m.test(0) && !m.test(1) && m[2] && !m[3] && !m.test(64) && !m.test(size));
  m[1] = true;
  m[0] = m[3];
  m[2].flip();
  REQUIRE(m == mask(0b0010) && m[1] && ~m[0]);
  m.set(3);
  m.set(1, false);
  m.flip(0);
  REQUIRE(m == mask(0b1001) && m != mask(0b1000));
  m.reset(0);
  m.flip();
  REQUIRE(m == mask(every ^ 0b1000));
  m.set(size);
  REQUIRE(m == mask(every ^ 0b1000));

  const mask a(0b0011), b(0b0110);
  REQUIRE((a & b) == mask(0b0010) && (a | b) == mask(0b0111) && (a ^ b) == mask(0b0101));
  REQUIRE((a << 1) == b && (b >> 1) == a && (a << 64).none() && (a >> 64).none());
  REQUIRE((mask(1) << (size - 1)).find_high()[0] == size - 1 && (mask(1) << size).none());
  m = a;
  m &= b;
  m |= mask(8);
  m ^= a;
  m <<= 1;
  m >>= 2;
  REQUIRE(m == mask((0b1001 << 1 & every) >> 2));

  // Numbers to masks and back.
  m = mask();
  m.insert_bits(std::uint8_t(0xa5), 2);
  std::uint64_t wide = 1;
  m.extract_bits(wide);
  REQUIRE(wide == (0xa5u << 2 & every));
  m.set();
  m.insert_bits(std::int8_t(0), size - 2);
  m.extract_bits(wide);
  REQUIRE(wide == every >> 2);
  m.insert_bits(-1, 64);
  std::uint32_t word = 7;
  m.extract_bits(word, 64);
  REQUIRE(word == 0);
  m.extract_bits(word, 1);
  REQUIRE(word == std::uint32_t(every >> 3));
  const sycl::marray<std::uint16_t, 2> halves(std::uint16_t(0x8421), std::uint16_t(0x7bde));
  mask all(halves);
  sycl::marray<std::uint8_t, 4> bytes;
  all.extract_bits(bytes);
  for (std::size_t i = 0; i < 4; ++i)
    REQUIRE(bytes[i] == ((0x7bde8421u & every) >> (8 * i) & 0xff));
  sycl::marray<std::uint32_t, 4> words;
  all.extract_bits(words, 2);
  REQUIRE(words[0] == (0x7bde8421u & every) >> 2 && words[1] == 0 && words[3] == 0);
  return 0;
}

struct Result {
  std::uint64_t bits, odd;
  std::uint32_t count, size;
  int wrong;
};

struct Kernel {
  Result *out;
  mask of_host;
  void operator()(sycl::nd_item<1> it) const {
    const sycl::sub_group sg = it.get_sub_group();
    const std::uint32_t lane = sg.get_local_linear_id();
    Result &mine = out[it.get_global_id(0)];
    const mask third = sycl::ext::oneapi::group_ballot(sg, lane % 3 == 1);
    third.extract_bits(mine.bits);
    mine.count = sycl::ext::oneapi::group_ballot(sg).count();
    mine.size = third.size();
    sycl::ext::oneapi::group_ballot(sg, of_host.test(lane)).extract_bits(mine.odd);
    mine.wrong = wrong();
  }
};

template <typename Launch> void run(sycl::queue &q, Launch launch) {
  for (std::size_t local : {1, 6, 32, 45}) {
    const std::size_t n = 2 * local;
    Result *out = sycl::malloc_shared<Result>(n, q);
    launch(sycl::nd_range<1>(n, local), Kernel{out, mask(0xaaaaaaaaaaaaaaaa)});
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t size = out[i].size, first = i % local / size * size;
      const std::size_t members = first + size < local ? size : local - first;
      std::uint64_t bits = 0, odd = 0;
      for (std::size_t lane = 0; lane < members; ++lane) {
        bits |= std::uint64_t(lane % 3 == 1) << lane;
        odd |= std::uint64_t(lane % 2 == 1) << lane;
      }
      CHECK_EQ(out[i].wrong, 0);
      CHECK_EQ(out[i].bits, bits);
      CHECK_EQ(out[i].odd, odd);
      CHECK_EQ(out[i].count, members);
    }
    sycl::free(out, q);
  }
}

template <std::uint32_t Size> void sized(sycl::queue &q) {
  run(q, [&](sycl::nd_range<1> range, Kernel kernel) {
    q.parallel_for(range, [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(Size)]] {
       kernel(it);
     }).wait();
  });
}

int main() {
  CHECK_EQ(wrong(), 0);
  sycl::queue q;
  for (std::size_t size : q.get_device().get_info<sycl::info::device::sub_group_sizes>()) {
    if (size == 4)
      sized<4>(q);
    else if (size == 8)
      sized<8>(q);
    else if (size == 16)
      sized<16>(q);
    else if (size == 32)
      sized<32>(q);
  }
  return check::result();
}
