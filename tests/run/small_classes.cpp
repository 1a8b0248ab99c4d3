// Small classes and functions, on the host and in kernels.
#include "check.hpp"
#include <sycl/ext/oneapi/dot_product.hpp>
#include <sycl/sycl.hpp>

#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

// sycl::bit_cast in constant expressions, on the host and in kernels.
namespace bit_casts {

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

void all() {
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
}

} // namespace bit_casts

// sycl::marray, on the host and in kernels.
namespace marrays {

using namespace sycl;

static_assert(sizeof(marray<float, 3>) == 12 && alignof(marray<double, 5>) == alignof(double));
static_assert(std::is_trivially_copyable_v<mint4> && mhalf3::size() == 3);
static_assert(!std::is_convertible_v<float, mfloat2> && std::is_constructible_v<mfloat2, int>);
static_assert(std::is_convertible_v<marray<int, 1>, double> && !std::is_convertible_v<mint2, int>);
static_assert(!std::is_constructible_v<mfloat4, mfloat2, mfloat3>);
static_assert(std::is_same_v<decltype(mfloat2() < 1), mbool2> && std::is_same_v<decltype(mint2() + 1.5), mint2>);
static_assert(std::is_same_v<decltype(marray(1.0, 2.0)), mdouble2>);
constexpr marray<int, 5> constant(1, mint2(2, 3), mint2(4, 5));
static_assert(constant[3] == 4);

template <typename A, typename = void> constexpr bool has_bits = false;
template <typename A> constexpr bool has_bits<A, std::void_t<decltype(~std::declval<A>())>> = true;
static_assert(has_bits<mint2> && !has_bits<mfloat2>);

constexpr int expected[] = {4, 4, 4, /**/ 1, 2, 3, 4, 5, /**/ 6, 9, 12, /**/ 9, 8, 7, /**/ 1, 0, 1,
                            /**/ 1, 0, 0, /**/ 0, 1, 1, /**/ 2, 4, 6, /**/ -2, -3, -4, /**/ 2, 3, 4,
                            /**/ 3, 4, 5, /**/ 7, 7, 7, /**/ 44, 44, /**/ 5, 10};

struct Record {
  int *at;
  template <typename T, std::size_t N> void operator()(const marray<T, N> &array) {
    for (const T &element : array)
      *at++ = static_cast<int>(element);
  }
};

inline void body(Record record) {
  mint3 a(1, 2, 3);
  record(marray<short, 3>(4));
  record(constant);
  record((a + 1) * 3);
  record(10 - a);
  record(a % 2);
  record(a == mint3(1, 3, 2));
  record(!(a < 2) && mbool3(true, true, true));
  record(a << 1);
  record(~a);
  record(++a);
  record((a++) + 1);
  a = 7;
  record(a);
  record(muchar2(200) + 100);
  mdouble2 d(0.5, 1);
  d *= 10;
  record(d);
}

void all() {
  constexpr std::size_t count = std::size(expected);
  queue q;
  int *const results = malloc_shared<int>(2 * count, q);
  body({results});
  CHECK_ALL(results, count, [](std::size_t i) { return expected[i]; });

  int *const on_device = results + count;
  q.single_task([=] { body({on_device}); }).wait();
  CHECK_ALL(on_device, count, [](std::size_t i) { return expected[i]; });
  free(results, q);
}

} // namespace marrays

// dot_acc (sycl_ext_oneapi_dot_accumulate): bytes of either sign in words and in vectors, on the
// host and in kernels, with sums that wrap around.
namespace dot_products {

namespace oneapi = sycl::ext::oneapi;
static_assert(SYCL_EXT_ONEAPI_DOT_ACCUMULATE == 1);
static_assert(oneapi::dot_acc(0x01020304, 0x04030201, 10) == 30);
static_assert(oneapi::dot_acc(-1, -1, 0) == 4 && oneapi::dot_acc(~0u, ~0u, 0) == 4 * 255 * 255);
static_assert(oneapi::dot_acc(-1, ~0u, 0) == -4 * 255 && oneapi::dot_acc(~0u, -1, 1) == 1 - 1020);
static_assert(oneapi::dot_acc_4x8packed(0x7f, 2, 0) == 254 &&
              oneapi::doc_acc_4x8packed(0x80, 2u, 0) == -256);

constexpr std::size_t forms = 8;

void products(std::uint32_t a, std::uint32_t b, std::int32_t c, std::int32_t *out) {
  const auto sa = static_cast<std::int32_t>(a), sb = static_cast<std::int32_t>(b);
  sycl::vec<std::int8_t, 4> va, vb;
  sycl::vec<std::uint8_t, 4> ua, ub;
  for (int i = 0; i < 4; ++i) {
    va[i] = static_cast<std::int8_t>(a >> 8 * i), vb[i] = static_cast<std::int8_t>(b >> 8 * i);
    ua[i] = static_cast<std::uint8_t>(a >> 8 * i), ub[i] = static_cast<std::uint8_t>(b >> 8 * i);
  }
  out[0] = oneapi::dot_acc(sa, sb, c), out[1] = oneapi::dot_acc(va, vb, c);
  out[2] = oneapi::dot_acc(sa, b, c), out[3] = oneapi::dot_acc(va, ub, c);
  out[4] = oneapi::dot_acc(a, sb, c), out[5] = oneapi::dot_acc(ua, vb, c);
  out[6] = oneapi::dot_acc(a, b, c), out[7] = oneapi::dot_acc(ua, ub, c);
}

std::int32_t expected(std::uint32_t a, bool a_signed, std::uint32_t b, bool b_signed,
                      std::int32_t c) {
  long long sum = c;
  for (int i = 0; i < 4; ++i) {
    long long x = a >> 8 * i & 255, y = b >> 8 * i & 255;
    x -= a_signed && x > 127 ? 256 : 0;
    y -= b_signed && y > 127 ? 256 : 0;
    sum += x * y;
  }
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(sum));
}

void all() {
  constexpr std::size_t n = 500;
  sycl::queue q;
  std::uint32_t *in = sycl::malloc_shared<std::uint32_t>(3 * n, q);
  std::int32_t *out = sycl::malloc_shared<std::int32_t>(forms * n, q);
  for (std::size_t i = 0; i < 3 * n; ++i)
    in[i] = static_cast<std::uint32_t>((i + 1) * 0x9e3779b97f4a7c15u >> 23);
  in[2] = 0x7fffffff, in[5] = 0x80000000;
  const auto check = [&] {
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t form = 0; form < forms; ++form)
        CHECK_EQ(out[forms * i + form],
                 expected(in[3 * i], form < 4, in[3 * i + 1], form / 2 % 2 == 0,
                          static_cast<std::int32_t>(in[3 * i + 2])));
  };
  for (std::size_t i = 0; i < n; ++i)
    products(in[3 * i], in[3 * i + 1], static_cast<std::int32_t>(in[3 * i + 2]), out + forms * i);
  check();
  q.fill(out, 0, forms * n).wait();
  q.parallel_for(n, [=](sycl::id<1> i) {
     products(in[3 * i], in[3 * i + 1], static_cast<std::int32_t>(in[3 * i + 2]), out + forms * i);
   }).wait();
  check();
  sycl::free(in, q);
  sycl::free(out, q);
}

} // namespace dot_products

// usm_allocator with standard containers.
namespace allocators {

using namespace sycl;

void all() {
  queue q;
  using shared = usm_allocator<int, usm::alloc::shared>;
  using host64 = usm_allocator<int, usm::alloc::host, 64>;
  {
    std::vector<int, shared> v(100, 1, shared(q));
    for (int i = 0; i < 1000; ++i)
      v.push_back(i);
    CHECK(get_pointer_type(v.data(), q.get_context()) == usm::alloc::shared);
    int *p = v.data();
    q.parallel_for(v.size(), [=](id<1> i) { p[i] += 5; }).wait();
    CHECK_ALL(v, v.size(), [](std::size_t i) { return i < 100 ? 6 : int(i) - 95; });

    std::vector<int, host64> w(17, host64(q.get_context(), q.get_device()));
    CHECK_EQ(reinterpret_cast<std::uintptr_t>(w.data()) % 64, 0u);
    CHECK(get_pointer_type(w.data(), q.get_context()) == usm::alloc::host);
    std::vector<int, shared> copy = v;
    CHECK(copy == v && copy.get_allocator() == v.get_allocator());
  }
  shared a(q), b(q.get_context(), q.get_device());
  CHECK(a == b);
  CHECK(shared(context(q.get_device()), q.get_device()) != a);
  CHECK((a != usm_allocator<int, usm::alloc::shared, 32>(q)));
  usm_allocator<double, usm::alloc::shared> rebound(a);
  double *d = rebound.allocate(8);
  CHECK(d != nullptr);
  rebound.deallocate(d, 8);
  CHECK_THROWS(errc::memory_allocation, a.allocate(std::size_t(1) << 60));
}

} // namespace allocators

// Functions with a second result accept numbers of types that convert, and require the exact pointer type; so do
// relational functions of half.
namespace second_results {

using namespace sycl;

template <typename Float> struct converts {
  Float value;
  operator Float() const { return value; }
};

template <typename Float> void test(queue &q) {
  Float *const floats = malloc_shared<Float>(7, q);
  int *const ints = malloc_shared<int>(5, q);
  q.single_task([=] {
     const auto second =
         address_space_cast<access::address_space::global_space, access::decorated::no>(floats);
     const auto number =
         address_space_cast<access::address_space::generic_space, access::decorated::yes>(ints);
     using SecondT = std::remove_const_t<decltype(second)>;
     using NumberT = std::remove_const_t<decltype(number)>;
     const auto of = [](double value) { return converts<Float>{Float(value)}; };
     floats[1] = sycl::fract<Float *>(of(0.5), floats) + sycl::fract<SecondT>(of(2), second);
     floats[2] = floats[0];
     floats[3] = sycl::frexp<NumberT>(of(8), number);
     ints[1] = ints[0];
     floats[4] = sycl::remquo<NumberT>(of(-1007), Float(2), number);
     ints[2] = ints[0]; // seven bits of 504
     floats[5] = sycl::modf(Float(2.25), second);
     floats[6] = sycl::sincos<SecondT>(of(0), second);
     (void)sycl::frexp<int *>(of(8), ints);
     (void)sycl::remquo<int *>(of(8), of(4), ints);
     (void)sycl::lgamma_r<NumberT>(of(3), number);
     ints[3] = isequal(of(1), of(1)) && !isnan(of(1)) && isless(of(1), of(2)) && !signbit(of(1));
   }).wait();
  const double expected[] = {1, 0.5, 2, 0.5, 1, 0.25, 0};
  for (int i = 0; i < 7; ++i)
    CHECK_EQ(double(floats[i]), expected[i]);
  CHECK_EQ(ints[0], 1); // the sign of a gamma function
  CHECK_EQ(ints[1], 4);
  CHECK_EQ(ints[2], -120);
  CHECK_EQ(ints[3], 1);
  free(floats, q);
  free(ints, q);
}

void all() {
  queue q;
  test<float>(q);
  if (q.get_device().has(aspect::fp64))
    test<double>(q);
  if (q.get_device().has(aspect::fp16))
    test<half>(q);
  // Numbers of several types are converted to the widest.
  CHECK(isequal(half(1), 1.0f) && isgreater(2, half(1)) && isequal(1, 1) && isless(1, 2.0f));
}

} // namespace second_results

int main() {
  bit_casts::all();
  marrays::all();
  dot_products::all();
  allocators::all();
  second_results::all();
  return check::result();
}
