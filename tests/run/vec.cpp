// sycl::vec: types, constructors, operators, conversions and memory, on the host
// and in kernels, against the numbers that scalars make.
#include "check.hpp"

#include <type_traits>

using namespace sycl;

static_assert(sizeof(float3) == 16 && alignof(float3) == 16 && sizeof(double16) == 128);
static_assert(alignof(double16) == 128 && alignof(char2) == 2 && sizeof(vec<bool, 3>) == 4);
static_assert(float3::byte_size() == 16 && float3::size() == 3 && half8::byte_size() == 16);
static_assert(std::is_trivially_copyable_v<float4> && is_device_copyable_v<int3>);
static_assert(std::is_same_v<float4::element_type, float> && std::is_same_v<uint2, vec<std::uint32_t, 2>>);
// A number for all elements is an explicit conversion, but for one element.
static_assert(!std::is_convertible_v<float, float4> && std::is_constructible_v<float4, int>);
static_assert(std::is_convertible_v<int, vec<float, 1>> && std::is_convertible_v<vec<float, 1>, double>);
static_assert(!std::is_convertible_v<float2, float> && !std::is_constructible_v<float4, float3>);
static_assert(!std::is_constructible_v<float4, float3, float2> && std::is_constructible_v<float4, float3, char>);
// Relations have integers of the elements' size.
static_assert(std::is_same_v<decltype(double2() < 1), long2> && std::is_same_v<decltype(!half3()), short3>);
static_assert(std::is_same_v<decltype(vec<bool, 4>() == true), char4>);
static_assert(std::is_same_v<decltype(uchar4() + 300), uchar4>);
static_assert(std::is_same_v<decltype(vec(1, 2, 3)), int3>);

template <typename V, typename = void> constexpr bool has_w = false;
template <typename V> constexpr bool has_w<V, std::void_t<decltype(std::declval<V>().w())>> = true;
static_assert(has_w<int4> && !has_w<int3> && !has_w<int8>);
template <typename V, typename = void> constexpr bool has_rest = false;
template <typename V>
constexpr bool has_rest<V, std::void_t<decltype(std::declval<V>() % std::declval<V>())>> = true;
static_assert(has_rest<int4> && !has_rest<float4>);

constexpr float4 constant(float3(1, 2, 3), 4);

// Where elements of vectors go, one after the other.
struct Record {
  float *at;
  template <typename T, int N> void operator()(const vec<T, N> &v) {
    for (int i = 0; i < N; ++i)
      *at++ = static_cast<float>(v[i]);
  }
};

constexpr float expected[] = {
    7, 7, 7, /**/ 1, 2, 3, 4, /**/ 9, 3, 1, 2, /**/ 1, 2, 3, 4, 1, 2, 3, 4, /**/ 5, 6, 7,
    // arithmetic
    3, 6, 9, /**/ -1, 0, 1, /**/ 0, 1, 1, /**/ 1, 0, 1, /**/ 44, 44, /**/ 1.5f, 2.5f, /**/ 2, 1,
    // bits, shifts and bool
    4, 2, /**/ -6, -7, /**/ 20, 24, /**/ -2, -2, /**/ 1, 0, /**/ 1, 1,
    // relations and logic
    0, -1, -1, /**/ -1, 0, 0, /**/ 0, -1, 0, /**/ -1, -1, 0, /**/ -1, 0, 0, /**/ 0, 0,
    // assignments and steps
    12, 13, /**/ 6, 13, /**/ 6, 13, /**/ 7, 6, /**/ 9, 9,
    // conversions
    2, -2, 2, -1, /**/ 2, -2, 2, 0, /**/ 1, -1, 2, 0, /**/ 2, -4, 0, /**/ 2, 4, /**/ -3, /**/
    2, -1, 3, 0, /**/ 1, -2, 2, -1, /**/ 1, 0, /**/ 0x1p24f,
    0x1.000002p24f, 0x1p24f, /**/ 1, 1.0009765625f, /**/ 0, 0, 128, 63,
    // memory
    3, 4, 5, /**/ 9, 9, 9, 3, 4, 5, 9,
    // one element
    8, 3};

inline void body(Record record, float *memory) {
  const float4 a(1, 2, 3, 4);
  const int3 i(1, 2, 3);
  record(vec<short, 3>(7));
  record(constant);
  record(float4(9, float2(3, 1), 2));
  record(float8(a, a));
  record(half3(half(5), 6, 7.0));

  record(i * 2 + i);
  record(i - 2);
  record(i / 2);
  record(i % 2);
  record(uchar2(200) + 100);
  record(half2(1, 2) + 0.5f);
  record(4 / vec<double, 2>(2, 4));

  record(int2(5, 6) & 6 & int2(4, 2));
  record(~int2(5, 6));
  record(int2(5, 6) << 2);
  record(int2(-8, -7) >> int2(2, 2));
  record(vec<bool, 2>(true, false) + vec<bool, 2>(true, false));
  record(~vec<bool, 2>(true, false));

  record(i > 1);
  record(i < int3(2));
  record(2 == i);
  record(int3(1, 1, 0) && i);
  record(int3(1, 0, 0) || int3(0));
  record(float2(0, __builtin_nanf("")) < 0);

  int2 b(2, 3);
  b += 10;
  record(b);
  b /= int2(2, 1);
  record(b);
  record(b--);
  b = int2(6, 5);
  record(++b);
  b = 9;
  record(b);

  const float4 c(1.5f, -1.5f, 2.5f, -0.5f);
  record(c.convert<int, rounding_mode::rte>() + int4(0, 0, 0, -1));
  record(c.convert<int>());
  record(c.convert<int, rounding_mode::rtz>());
  record(vec<double, 3>(2.5, -3.5, 0.49999999999999994).convert<long>());
  record(half2(1.5f, 3.5f).convert<unsigned char>());
  record(vec<float, 1>(-2.75f).convert<short>());
  record(c.convert<int, rounding_mode::rtp>());
  record(c.convert<int, rounding_mode::rtn>());
  record(float2(0.5f, 0).convert<bool>());
  record(vec<int, 1>(0x1000001).convert<float>());
  record(vec<int, 1>(0x1000001).convert<float, rounding_mode::rtp>());
  record(vec<int, 1>(0x1000001).convert<float, rounding_mode::rtz>());
  record(float2(1.0001f, 1.0001f).convert<half, rounding_mode::rtn>() *
         half2(1, float2(1.0001f, 1.0001f).convert<half, rounding_mode::rtp>()[1]));
  record(vec<float, 1>(1).as<uchar4>());

  for (int k = 0; k < 9; ++k)
    memory[k] = static_cast<float>(k);
  float3 loaded;
  loaded.load(1, memory);
  record(loaded);
  for (int k = 0; k < 9; ++k)
    memory[k] = 9;
  loaded.store(
      1, address_space_cast<access::address_space::global_space, access::decorated::no>(memory));
  record(float4(memory[0], memory[1], memory[2], memory[3]));
  record(float3(memory[4], memory[5], memory[6]));

  const vec<int, 1> one = 3;
  record(vec<int, 1>(one + 5));
  record(vec<int, 1>(static_cast<int>(one)));
}

int main() {
  constexpr std::size_t count = std::size(expected);
  queue q;
  float *const results = malloc_shared<float>(2 * count, q);
  float *const memory = malloc_shared<float>(16, q);

  body({results}, memory);
  CHECK_ALL(results, count, [](std::size_t i) { return expected[i]; });

  float *const on_device = results + count;
  q.single_task([=] { body({on_device}, memory); }).wait();
  CHECK_ALL(on_device, count, [](std::size_t i) { return expected[i]; });

  sycl::free(memory, q);
  sycl::free(results, q);
  return check::result();
}
