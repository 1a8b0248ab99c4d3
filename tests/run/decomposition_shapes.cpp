//! also = ["-O0"]
//! flags = "-std=c++20"

// Objects with the decomposition protocol in all places where they can be.
#include "check.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <tuple>

// Marks reconstructed objects, so that merely copied bytes are detected.
struct box {
  box() = default;
  explicit box(int value) : v(value) {}
  box(const box &other) : v(other.v) {}
  ~box() {}
  std::tuple<int> sycl_deconstruct() const { return {v}; }
  static box sycl_reconstruct(int v) { return box(v + 1000); }
  int v = 0;
};

struct empty {};
struct base : empty, box {
  int extra;
};

// Yields objects that are decomposed themselves, in a class that is no tuple.
struct pair_of_boxes {
  struct parts {
    box first;
    struct {
      box inner;
      short plain;
    } second;
  };
  parts sycl_deconstruct() const { return {box(a), {box(b), c}}; }
  static pair_of_boxes sycl_reconstruct(box first, decltype(parts::second) second, int extra = 7) {
    return {first.v, second.inner.v, second.plain, extra};
  }
  int a, b;
  short c;
  int d;
};

// Yields a reference to an array, and one that cannot be copied.
struct table {
  const int (&sycl_deconstruct() const)[3] { return values; }
  static table sycl_reconstruct(int a, int b, long c) { return {{a + 1, b + 1, int(c) + 1}}; }
  int values[3];
};
struct only_moved {
  struct result {
    result(int first, std::array<char, 3> second) : a(first), b(second) {}
    result(result &&) = default;
    int a;
    const std::array<char, 3> b;
  };
  result sycl_deconstruct() { return {a, {'x', 'y', 'z'}}; }
  static only_moved sycl_reconstruct(int a, const std::array<char, 3> &b) {
    return {a + b[0] + b[1] + b[2]};
  }
  int a;
};
struct nothing {
  std::tuple<> sycl_deconstruct() const { return {}; }
  static nothing sycl_reconstruct() { return nothing(42); }
  explicit nothing(int value) : v(value) {}
  int v;
};

struct alignas(256) wide {
  char c[256];
};
struct mixed {
  char before;
  box boxes[2][3];
  alignas(64) double aligned;
  wide w;
  const box fixed;
  [[no_unique_address]] empty e1;
  [[no_unique_address]] base shared; // Other objects may follow its data.
  char in_padding;
  unsigned bits : 3;
  unsigned more_bits : 17;
  box last;
};
// Only the decomposed parts are passed of this.
struct all_parts {
  box a;
  struct {
    box b[2];
  } inner;
};

struct member {
  box b{5};
  int factor = 3;
  void run(sycl::queue &q, int *out) {
    q.single_task([=, *this] { *out = b.v * factor; }).wait();
  }
};

template <typename T> void in_template(sycl::queue &q, T value, int *out) {
  q.single_task([=] { *out = value.v; }).wait();
}

struct throwing {
  explicit throwing(bool now) : now(now) {}
  std::tuple<bool> sycl_deconstruct() const {
    if (now)
      throw std::runtime_error("not now");
    return {now};
  }
  static throwing sycl_reconstruct(bool now) { return throwing(now); }
  bool now;
};

int main() {
  sycl::queue q;
  int *out = sycl::malloc_shared<int>(32, q);

  // Closures in closures, generic ones, and structured bindings.
  box b(1);
  auto [x, y] = std::pair(box(2), 3);
  auto inner = [b, x = x, n = 4](auto add) { return b.v + x.v + n + add; };
  q.single_task([=] { *out = inner(100); }).wait();
  CHECK_EQ(*out, 1001 + 1002 + 4 + 100);
  q.parallel_for(sycl::range<1>(4), [=](auto index) { out[index] = x.v + y + int(index[0]); }).wait();
  CHECK_ALL(out, 4, [](std::size_t n) { return 1002 + 3 + int(n); });

  base with_base{{}, box(20), 21};
  q.single_task([=] {
     out[0] = with_base.v;
     out[1] = with_base.extra;
   }).wait();
  CHECK_EQ(out[0], 1020);
  CHECK_EQ(out[1], 21);

  pair_of_boxes pairs{1, 2, 3, 0};
  q.single_task([=] {
     out[0] = pairs.a;
     out[1] = pairs.b;
     out[2] = pairs.c;
     out[3] = pairs.d;
   }).wait();
  CHECK_EQ(out[0], 1001);
  CHECK_EQ(out[1], 1002);
  CHECK_EQ(out[2], 3);
  CHECK_EQ(out[3], 7);

  table t{{1, 2, 3}};
  only_moved m{1};
  nothing none(0);
  q.single_task([=] {
     out[0] = t.values[0] + 10 * t.values[1] + 100 * t.values[2];
     out[1] = m.a;
     out[2] = none.v;
   }).wait();
  CHECK_EQ(out[0], 2 + 30 + 400);
  CHECK_EQ(out[1], 1 + 'x' + 'y' + 'z');
  CHECK_EQ(out[2], 42);

  mixed mix{'b', {{box(1), box(2), box(3)}, {box(4), box(5), box(6)}}, 2.5, {}, box(7), {}, {{}, box(8), 9},
            'p', 5, 77777, box(10)};
  for (int i = 0; i < 256; ++i)
    mix.w.c[i] = char(i);
  q.single_task([=, tail = 11] {
     int n = 0;
     out[n++] = mix.before;
     for (auto &row : mix.boxes)
       for (auto &one : row)
         out[n++] = one.v;
     out[n++] = int(mix.aligned * 2);
     out[n++] = mix.w.c[200];
     out[n++] = mix.fixed.v;
     out[n++] = mix.shared.v;
     out[n++] = mix.shared.extra;
     out[n++] = mix.in_padding;
     out[n++] = mix.bits;
     out[n++] = mix.more_bits;
     out[n++] = mix.last.v;
     out[n++] = tail;
     out[n++] = reinterpret_cast<std::uintptr_t>(&mix.w) % 256 == 0;
     out[n++] = reinterpret_cast<std::uintptr_t>(&mix.aligned) % 64 == 0;
   }).wait();
  const int expected[] = {'b',  1001, 1002, 1003, 1004, 1005,  1006, 5,  char(200), 1007,
                          1008, 9,    'p',  5,    77777, 1010, 11,   1,  1};
  CHECK_ALL(out, std::size(expected), [&](std::size_t n) { return expected[n]; });

  all_parts all{box(1), {{box(2), box(3)}}};
  q.single_task([=] { *out = all.a.v + all.inner.b[0].v * 2 + all.inner.b[1].v * 3; }).wait();
  CHECK_EQ(*out, 1001 + 2004 + 3009);

  member().run(q, out);
  CHECK_EQ(*out, 1005 * 3);
  in_template(q, box(6), out);
  CHECK_EQ(*out, 1006);
  in_template(q, nothing(0), out);
  CHECK_EQ(*out, 42);

  // Function objects, arrays of accessors, accessors in classes that are not aggregates.
  sycl::buffer<int> data(64);
  class functor {
  public:
    functor(sycl::accessor<int> first, sycl::accessor<int> second, int add)
        : accessors_{first, second}, add_(add) {}
    void operator()(sycl::item<1> it) const {
      accessors_[it.get_linear_id() % 2][it.get_linear_id() / 2] = int(it.get_linear_id()) + add_;
    }

  private:
    sycl::accessor<int> accessors_[2];
    int add_;
  };
  q.submit([&](sycl::handler &h) {
    sycl::accessor low(data, h, sycl::range<1>(32));
    sycl::accessor high(data, h, sycl::range<1>(32), sycl::id<1>(32));
    h.parallel_for(sycl::range<1>(64), functor(low, high, 500));
  });
  {
    sycl::host_accessor host(data);
    CHECK_ALL(host, 64, [](std::size_t n) { return int(n < 32 ? 2 * n : 2 * n - 63) + 500; });
  }

  // An exception of `sycl_deconstruct` leaves the launch function, and nothing is launched.
  *out = 1;
  throwing refuses(true), agrees(false);
  bool caught = false;
  try {
    q.submit([&](sycl::handler &h) { h.single_task([=] { *out = refuses.now + 2; }); });
  } catch (const std::runtime_error &e) {
    caught = std::string(e.what()) == "not now";
  }
  q.wait();
  CHECK(caught);
  CHECK_EQ(*out, 1);
  q.single_task([=] { *out = agrees.now + 3; }).wait();
  CHECK_EQ(*out, 3);

  sycl::free(out, q);
  return check::result();
}
