// Numbers and lists in braces where vec and marray stand: nothing narrows, and a list on the right is an
// array like that on the left.
#include "check.hpp"

#include <type_traits>

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

int main() {
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
  return check::result();
}
