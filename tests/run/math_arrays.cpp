// Built-in functions of vec and marray in kernels return, element by element, the results of the scalar functions on
// the host. (Other tests check their accuracy.)
#include "check.hpp"

#include <cmath>
#include <type_traits>

using namespace sycl;

// Results of element after element: of element `i` of an array, or of a number.
struct Record {
  double *at;
  int element;
  template <typename T> void operator()(const T &result) {
    if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, half>)
      *at++ = static_cast<double>(result);
    else
      *at++ = static_cast<double>(result[element]);
  }
};

template <typename X, typename Int> inline void floating(Record record, X x, X y, X z, Int n) {
  using T = decltype(sycl::dot(x, x));
#define ONE(name) record(sycl::name(x));
  ONE(acos) ONE(acospi) ONE(asin) ONE(asinh) ONE(asinpi) ONE(atan) ONE(atanh) ONE(atanpi) ONE(cbrt)
  ONE(ceil) ONE(cos) ONE(cosh) ONE(cospi) ONE(erf) ONE(erfc) ONE(exp) ONE(exp2) ONE(exp10)
  ONE(expm1) ONE(fabs) ONE(floor) ONE(lgamma) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(logb)
  ONE(rint) ONE(round) ONE(rsqrt) ONE(sin) ONE(sinh) ONE(sinpi) ONE(sqrt) ONE(tan) ONE(tanh)
  ONE(tanpi) ONE(tgamma) ONE(trunc) ONE(ilogb) ONE(degrees) ONE(radians) ONE(sign)
#undef ONE
  record(sycl::acosh(x + T(2)));
#define TWO(name) record(sycl::name(x, y));
  TWO(atan2) TWO(atan2pi) TWO(copysign) TWO(fdim) TWO(fmax) TWO(fmin) TWO(fmod) TWO(hypot)
  TWO(maxmag) TWO(minmag) TWO(pow) TWO(powr) TWO(remainder) TWO(max) TWO(min) TWO(step)
#undef TWO
  record(sycl::nextafter(x, y) - x);
  record(sycl::fma(x, y, z));
  record(sycl::mad(x, y, z));
  record(sycl::clamp(x, z, y));
  record(sycl::mix(x, y, z));
  record(sycl::smoothstep(z, y, x));
  record(sycl::ldexp(x, n));
  record(sycl::pown(x, n));
  record(sycl::rootn(x, n));
  // A number for all elements; the second results of some functions.
  const T half_way = static_cast<T>(0.5);
  record(sycl::fmax(x, half_way));
  record(sycl::fmin(x, half_way));
  record(sycl::max(x, half_way));
  record(sycl::min(x, half_way));
  record(sycl::clamp(x, T(0), half_way));
  record(sycl::mix(x, y, half_way));
  record(sycl::step(half_way, x));
  record(sycl::smoothstep(T(0), half_way, x));
  record(sycl::ldexp(x, 3));
  X second;
  Int number;
  record(sycl::fract(x, &second));
  record(second);
  record(sycl::modf(x, address_space_cast<access::address_space::private_space,
                                          access::decorated::no>(&second)));
  record(second);
  record(sycl::sincos(x, &second));
  record(second);
  record(sycl::frexp(x, &number));
  record(number);
  record(sycl::lgamma_r(x, &number));
  record(number);
  record(sycl::remquo(x, y, address_space_cast<access::address_space::private_space,
                                               access::decorated::yes>(&number)));
  record(sycl::bitselect(x, y, z));
  if constexpr (std::is_same_v<T, float>) {
    record(sycl::native::sin(x));
    record(sycl::native::divide(x, y));
    record(sycl::half_precision::rsqrt(x));
  }
}

template <typename X> inline void integers(Record record, X x, X y, X z) {
  record(sycl::abs(x));
  record(sycl::clz(x));
  record(sycl::ctz(x));
  record(sycl::popcount(x));
#define TWO(name) record(sycl::name(x, y));
  TWO(abs_diff) TWO(add_sat) TWO(hadd) TWO(rhadd) TWO(mul_hi) TWO(rotate) TWO(sub_sat) TWO(max)
  TWO(min)
#undef TWO
  record(sycl::clamp(x, z, y));
  record(sycl::mad_hi(x, y, z));
  record(sycl::mad_sat(x, y, z));
  record(sycl::bitselect(x, y, z));
}

constexpr int count = 128;

// `calls(record, i)` runs on the device, and its equivalent `of_numbers(record, element)` on the host.
template <typename Calls, typename OfNumbers>
void compare(queue &q, const char *what, int elements, double tolerance, Calls calls,
             OfNumbers of_numbers) {
  double *const got = malloc_shared<double>(count * elements, q);
  double want[count];
  q.fill(got, 7.25, count * elements).wait();
  q.parallel_for(range<1>(elements), [=](id<1> i) {
     calls(Record{got + count * i[0], static_cast<int>(i[0])});
   }).wait();
  for (int element = 0; element < elements; ++element) {
    std::fill(want, want + count, 7.25);
    of_numbers(Record{want, 0}, element);
    for (int i = 0; i < count; ++i) {
      const double g = got[count * element + i], w = want[i];
      check::report(std::fabs(g - w) <= tolerance * std::fabs(w) || (std::isnan(g) && std::isnan(w)),
                    what, i, "is " + std::to_string(g) + ", expected " + std::to_string(w));
    }
  }
  free(got, q);
}

static_assert(std::is_same_v<decltype(isnan(double2())), long2>);
static_assert(std::is_same_v<decltype(isless(mhalf3(), mhalf3())), mbool3>);
static_assert(std::is_same_v<decltype(isequal(half4(), half4().swizzle<3, 2, 1, 0>())), short4>);
static_assert(std::is_same_v<decltype(any(int4())), int> && std::is_same_v<decltype(all(mbool2())), bool>);
static_assert(std::is_same_v<decltype(upsample(char4(), uchar4())), short4>);
static_assert(std::is_same_v<decltype(nan(ulong2())), double2> && std::is_same_v<decltype(ilogb(mfloat2())), mint2>);
static_assert(std::is_same_v<decltype(sqrt(float4().swizzle<0, 1>())), float2>);
static_assert(std::is_same_v<decltype(dot(half3(), half3())), half>);

int main() {
  queue q;
  const float xs[] = {0.125f, 0.75f, 0.6f, 0.3f}, ys[] = {2, 1.5f, -0.5f, 0.25f},
              zs[] = {0.5f, 0.125f, -1, 0.2f};
  const int ns[] = {1, 3, -3, 5};
  compare(
      q, "vec<float, 4>", 4, 2e-6,
      [=](Record record) {
        floating(record, float4(xs[0], xs[1], xs[2], xs[3]), float4(ys[0], ys[1], ys[2], ys[3]),
                 float4(zs[0], zs[1], zs[2], zs[3]), int4(ns[0], ns[1], ns[2], ns[3]));
      },
      [&](Record record, int i) { floating(record, xs[i], ys[i], zs[i], ns[i]); });
  compare(
      q, "marray<double, 3>", 3, 1e-14,
      [=](Record record) {
        floating(record, mdouble3(xs[0], xs[1], xs[2]), mdouble3(ys[0], ys[1], ys[2]),
                 mdouble3(zs[0], zs[1], zs[2]), mint3(ns[0], ns[1], ns[2]));
      },
      [&](Record record, int i) {
        floating(record, double(xs[i]), double(ys[i]), double(zs[i]), ns[i]);
      });

  const int is[] = {-5, 100, 0x7fffff00, -0x7fffffff}, js[] = {9, -70, 0x7fff, 33},
            ks[] = {1, -100, 7, -20};
  compare(
      q, "vec<int, 3>", 3, 0,
      [=](Record record) {
        integers(record, int3(is[0], is[1], is[2]), int3(js[0], js[1], js[2]),
                 int3(ks[0], ks[1], ks[2]));
      },
      [&](Record record, int i) { integers(record, is[i], js[i], ks[i]); });
  compare(
      q, "marray<unsigned char, 2>", 2, 0,
      [=](Record record) {
        integers(record, muchar2(is[0], is[1]), muchar2(js[0], js[1]), muchar2(ks[0], ks[1]));
      },
      [&](Record record, int i) {
        using byte = unsigned char;
        integers(record, byte(is[i]), byte(js[i]), byte(ks[i]));
      });

  // Relations and geometry.
  float *const f = malloc_shared<float>(16, q);
  int *const r = malloc_shared<int>(24, q);
  q.single_task([=] {
     const float3 x(1, __builtin_nanf(""), __builtin_inff()), y(2, 3, -1);
     isnan(x).store(0, r);
     isless(x, y).store(1, r);
     isunordered(x, x).store(2, r);
     signbit(y).store(3, r);
     r[12] = any(isnan(x)) + 10 * all(isnan(x)) + 100 * all(isfinite(y));
     const mbool2 finite = isfinite(mfloat2(x[1], 5));
     r[13] = finite[0] + 2 * finite[1];
     select(int2(1, 2), int2(3, 4), uint2(1, 0x80000000u)).store(7, r);
     const mint2 chosen = select(mint2(1, 2), mint2(3, 4), finite);
     r[16] = chosen[0] * 10 + chosen[1];
     r[17] = upsample(char2(-1, 1), uchar2(255, 2))[1];
     cross(float4(1, 0, 0, 5), float4(0, 1, 0, 5)).store(0, f);
     f[4] = dot(float3(1, 2, 3), y);
     f[5] = length(float2(3e30f, 4e30f));
     f[6] = length(float2(3e-30f, 4e-30f));
     f[7] = distance(float3(1, 2, 2), float3(0));
     normalize(float2(3, 4)).store(4, f);
     f[10] = fast_length(mfloat2(3, 4));
     f[11] = fast_distance(1.5f, 4.0f);
     f[12] = fast_normalize(float4(0, 0, -3, 0)).z();
     f[13] = normalize(float4(0)).x();
     f[14] = static_cast<float>(length(half2(200, 150)));
     f[15] = nan(uint2(1)).y() != 0 ? 1.0f : 0.0f;
   }).wait();
  const int relations[] = {0, -1, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1, 101, 2, 1, 4, 14, 258};
  CHECK_ALL(r, 18, [&](std::size_t i) { return relations[i]; });
  const float geometry[] = {0, 0, 1, 0, 5, 5e30f, 5e-30f, 3, 0.6f, 0.8f, 5, 2.5f, -1, 0, 250, 1};
  for (int i = 0; i < 16; ++i)
    check::report(std::fabs(f[i] - geometry[i]) <= 1e-6f * std::fabs(geometry[i]), "geometry", i,
                  "is " + std::to_string(f[i]));
  free(f, q);
  free(r, q);
  return check::result();
}
