// sycl::vec, on the host and in kernels.
//! also = ["-O0"]
#include "check.hpp"


#include <type_traits>
#include <vector>

// sycl::vec: types, constructors, operators, conversions and memory, on the host and in kernels, compared with scalar
// results.
namespace values {

using namespace sycl;

static_assert(sizeof(float3) == 16 && alignof(float3) == 16 && sizeof(double16) == 128);
static_assert(alignof(double16) == 128 && alignof(char2) == 2 && sizeof(vec<bool, 3>) == 4);
static_assert(float3::byte_size() == 16 && float3::size() == 3 && half8::byte_size() == 16);
static_assert(std::is_trivially_copyable_v<float4> && is_device_copyable_v<int3>);
static_assert(std::is_same_v<float4::element_type, float> && std::is_same_v<uint2, vec<std::uint32_t, 2>>);
// A number for all elements is an explicit conversion, except for vectors of one element.
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

// Stores the elements of vectors, one after the other.
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

void all() {
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
}

} // namespace values

// Numbers and lists in braces as operands of vec and marray: nothing narrows, and a list on the right is an array
// like the one on the left.
namespace braces {

using namespace sycl;

template <typename V> struct Results {
  V assigned, sum, difference, product, quotient, rest, both, either, one, left, right;
};

template <typename V> Results<V> integers(V start, int a, long b) {
  Results<V> r;
  r.assigned = {a, b};
  r.sum = r.difference = r.product = r.quotient = r.rest = r.both = r.either = r.one = r.left = r.right = start;
  r.sum += {a, b};
  r.difference -= {a, b};
  r.product *= {a, b};
  r.quotient /= {a, b};
  r.rest %= {a, b};
  r.both &= {a, b};
  r.either |= {a, b};
  r.one ^= {a, b};
  r.left <<= {a, b};
  r.right >>= {a, b};
  return r;
}
template <typename V> void check_integers(const Results<V> &r, const int *v) {
  const int by[2] = {3, 2};
  for (int i = 0; i < 2; ++i) {
    CHECK_EQ(int(r.assigned[i]), by[i]);
    CHECK_EQ(int(r.sum[i]), v[i] + by[i]);
    CHECK_EQ(int(r.difference[i]), v[i] - by[i]);
    CHECK_EQ(int(r.product[i]), v[i] * by[i]);
    CHECK_EQ(int(r.quotient[i]), v[i] / by[i]);
    CHECK_EQ(int(r.rest[i]), v[i] % by[i]);
    CHECK_EQ(int(r.both[i]), v[i] & by[i]);
    CHECK_EQ(int(r.either[i]), v[i] | by[i]);
    CHECK_EQ(int(r.one[i]), v[i] ^ by[i]);
    CHECK_EQ(int(r.left[i]), v[i] << by[i]);
    CHECK_EQ(int(r.right[i]), v[i] >> by[i]);
  }
}

struct Floats {
  float made[12];
};
Floats floats(int i, double d, long long l) {
  const vec<float, 1> a{i}, b{d}, c{l};
  const float2 pair{d, i};
  const marray<float, 1> e{i}, f{d};
  const marray<float, 2> g{d, l};
  const vec<int, 1> whole = vec<float, 1>{d}.convert<int, rounding_mode::rtn>();
  float4 view{1, 2, 3, 4};
  view.hi() += {i, d};
  view.lo() = {d, i};
  const vec<half, 1> h{d};
  return {a[0], b[0], c[0], pair[0], pair[1], e[0], f[0], g[1], float(whole[0]), view[1], view[2], float(h)};
}
void check_floats(const Floats &made) {
  const float want[12] = {3, -2.5f, 7, -2.5f, 3, 3, -2.5f, 7, -3, 3, 6, -2.5f};
  CHECK_ALL(made.made, 12, [&](std::size_t i) { return want[i]; });
}

template <typename V, typename = void> constexpr bool takes_rest = false;
template <typename V>
constexpr bool takes_rest<V, std::void_t<decltype(std::declval<V &>() %= {1, 2})>> = true;
static_assert(takes_rest<int2> && !takes_rest<float2> && takes_rest<marray<int, 2>> && !takes_rest<marray<float, 2>>);
static_assert(std::is_convertible_v<int, vec<float, 1>> && !std::is_convertible_v<int, marray<float, 1>>);
static_assert(std::is_same_v<decltype(vec<float, 1>() + 1), vec<float, 1>>);

void all() {
  queue q;
  const int values[2] = {90, 41};
  check_integers(integers(int2(90, 41), 3, 2), values);
  check_integers(integers(marray<int, 2>(90, 41), 3, 2), values);
  check_integers(integers(vec<short, 2>(90, 41), 3, 2), values);
  check_floats(floats(3, -2.5, 7));

  auto *vectors = malloc_shared<Results<int2>>(1, q);
  auto *arrays = malloc_shared<Results<marray<int, 2>>>(1, q);
  auto *made = malloc_shared<Floats>(1, q);
  const int three = 3;
  q.single_task([=] {
     *vectors = integers(int2(90, 41), three, 2);
     *arrays = integers(marray<int, 2>(90, 41), three, 2);
     *made = floats(three, -2.5, 7);
   }).wait();
  check_integers(*vectors, values);
  check_integers(*arrays, values);
  check_floats(*made);
  free(vectors, q);
  free(arrays, q);
  free(made, q);
}

} // namespace braces

// Vectors in buffers, local memory, group functions, reductions and arguments.
namespace in_kernels {

using namespace sycl;

void all() {
  constexpr std::size_t n = 256, group_size = 16;
  queue q;

  std::vector<float4> x(n);
  std::vector<short3> y(n, short3(1, 2, 3));
  std::vector<double8> z(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = float4(static_cast<float>(i), 1, 2, 3);
  float4 sum(100);
  {
    buffer<float4> bx(x.data(), n);
    buffer<short3> by(y.data(), n);
    buffer<double8> bz(z.data(), n);
    buffer<float4> bs(&sum, 1);
    const float4 factor(1, 2, 3, 4);
    q.submit([&](handler &h) {
      accessor ax(bx, h);
      accessor ay(by, h);
      accessor az(bz, h, write_only, no_init);
      local_accessor<float4> neighbours(group_size, h);
      h.parallel_for(nd_range<1>(n, group_size), [=](nd_item<1> item) {
        const std::size_t i = item.get_global_id(0), local = item.get_local_id(0);
        neighbours[local] = ax[i] * factor;
        group_barrier(item.get_group());
        ax[i] = neighbours[group_size - 1 - local];
        ay[i].swizzle<0, 2>() += static_cast<short>(i);
        // The first work-item's vector, for all.
        const float4 first = group_broadcast(item.get_group(), ax[i]);
        az[i] = double8(first.convert<double>(), double4(0));
        az[i].s7() = ay[i].z();
      });
    });
    q.submit([&](handler &h) {
      accessor ax(bx, h, read_only);
      h.parallel_for(range<1>(n), reduction(bs, h, float4(0), plus<float4>()),
                     [=](id<1> i, auto &total) { total += ax[i]; });
    });
  }
  bool ok = true;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t mirrored = i / group_size * group_size + group_size - 1 - i % group_size;
    const std::size_t first = i / group_size * group_size + group_size - 1;
    ok = ok && x[i][0] == static_cast<float>(mirrored) && x[i][3] == 12;
    ok = ok && y[i][0] == static_cast<short>(1 + i) && y[i][1] == 2 &&
         y[i][2] == static_cast<short>(3 + i);
    ok = ok && z[i][0] == static_cast<double>(first) && z[i][3] == 12 && z[i][6] == 0 &&
         z[i][7] == static_cast<double>(3 + i);
  }
  CHECK(ok);
  CHECK_EQ(sum[0], 100 + n * (n - 1) / 2);
  CHECK_EQ(sum[3], 100 + 12 * n);

  // Elements with a stricter alignment than malloc's.
  double16 *const wide = malloc_shared<double16>(4, q);
  CHECK_EQ(reinterpret_cast<std::uintptr_t>(wide) % alignof(double16), 0);
  const double16 argument(2.5);
  q.parallel_for(range<1>(4), [=](id<1> i) { wide[i] = argument * static_cast<double>(i[0]); })
      .wait();
  CHECK_EQ(wide[3][15], 7.5);
  free(wide, q);

  // A true relation is -1 in numbers of every kind.
  double *const truth = malloc_shared<double>(8, q);
  q.parallel_for(range<1>(4), [=](id<1> i) {
     const int4 larger = float4(static_cast<float>(i[0])) > 1;
     truth[i] = larger.y();
     truth[4 + i[0]] = -static_cast<int>(i[0] > 1);
   }).wait();
  CHECK_ALL(truth, 8, [](std::size_t i) { return i % 4 > 1 ? -1 : 0; });
  free(truth, q);
}

} // namespace in_kernels

int main() {
  values::all();
  braces::all();
  in_kernels::all();
  return check::result();
}
