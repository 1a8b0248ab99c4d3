// One kernel, launched at several places: with equal values, with others, from instances of a template, from a loop.
// A value that is constant at one place must not be assumed for launches at another.
#include "check.hpp"

#include <vector>

using namespace sycl;

constexpr std::size_t n = 300;

// Equal at all places: the factor. Different: the summand, and the memory.
struct Linear {
  accessor<int, 1, access_mode::read_write> data;
  int factor, summand;
  void operator()(id<1> i) const { data[i] = data[i] * factor + summand; }
};

void launch(queue &q, buffer<int> &b, int summand) {
  q.submit([&](handler &h) { h.parallel_for(n, Linear{accessor(b, h), 3, summand}); });
}

void several_places(queue &q) {
  std::vector<int> v(n, 1), w(n, 2);
  {
    buffer b(v), c(w);
    q.submit([&](handler &h) { h.parallel_for(n, Linear{accessor(b, h), 3, 5}); });        // 8
    q.submit([&](handler &h) { h.parallel_for(n, Linear{accessor(c, h), 3, 7}); });        // 13
    q.submit([&](handler &h) { h.parallel_for(n / 2, Linear{accessor(b, h), 3, 100}); });  // 124
    for (int i = 0; i < 3; ++i)
      launch(q, c, i); // 39, 118, 356
    launch(q, b, 1);   // 373 or 25
  }
  CHECK_ALL(v, n, [](std::size_t i) { return i < n / 2 ? 373 : 25; });
  CHECK_ALL(w, n, [](std::size_t) { return 356; });
}

// The same values everywhere, except at one place that runs last.
void all_but_one(queue &q, int late) {
  struct Add {
    accessor<int, 1, access_mode::read_write> data;
    int times, summand;
    void operator()(id<1> i) const {
      for (int k = 0; k < times; ++k)
        data[i] = data[i] * 2 + summand;
    }
  };
  std::vector<int> v(n);
  {
    buffer b(v);
    q.submit([&](handler &h) { h.parallel_for(n, Add{accessor(b, h), 2, 4}); });    // 12
    q.submit([&](handler &h) { h.parallel_for(n, Add{accessor(b, h), 2, 4}); });    // 60
    q.submit([&](handler &h) { h.parallel_for(n, Add{accessor(b, h), 1, late}); }); // 120 + late
  }
  CHECK_ALL(v, n, [=](std::size_t) { return 120 + late; });
}

// Instances of a template with an unnamed kernel have separate kernels.
template <typename T, int Summand> void of_template(queue &q, std::vector<T> &v, T factor) {
  buffer<T> b(v);
  q.submit([&](handler &h) {
    accessor a(b, h, read_write);
    h.parallel_for(v.size(), [=](id<1> i) { a[i] = T(a[i] * factor + Summand); });
  });
}

// Instances that share a kernel: its type does not depend on the template's argument.
template <int Summand> void sharing(queue &q, buffer<int> &b) {
  int summand = Summand;
  q.submit([&](handler &h) { h.parallel_for(n, Linear{accessor(b, h), Summand, summand}); });
}

void templates(queue &q) {
  std::vector<int> v(n, 1);
  std::vector<double> w(n, 1);
  of_template<int, 1>(q, v, 2);
  of_template<int, 1>(q, v, 3);
  of_template<int, 2>(q, v, 2); // ((1 * 2 + 1) * 3 + 1) * 2 + 2
  of_template<double, 1>(q, w, 0.5);
  CHECK_ALL(v, n, [](std::size_t) { return 22; });
  CHECK_ALL(w, n, [](std::size_t) { return 1.5; });
  {
    buffer b(v);
    sharing<2>(q, b);
    sharing<3>(q, b); // (22 * 2 + 2) * 3 + 3
  }
  CHECK_ALL(v, n, [](std::size_t) { return 141; });
}

// Accessors of one buffer at one place and of two at another.
struct AddThreeTimes {
  accessor<int, 1, access_mode::read_write> to;
  accessor<int, 1, access_mode::read> from;
  void operator()(id<1> i) const {
    for (int k = 0; k < 3; ++k)
      to[i] += from[i];
  }
};

void disjoint_at_one_place(queue &q) {
  std::vector<int> v(n, 1), w(n, 10);
  {
    buffer b(v), c(w);
    q.submit([&](handler &h) {
      h.parallel_for(n, AddThreeTimes{accessor(b, h), accessor(c, h, read_only)}); // 31
    });
    q.submit([&](handler &h) {
      h.parallel_for(n, AddThreeTimes{accessor(b, h), accessor(b, h, read_only)}); // 248
    });
    q.submit([&](handler &h) {
      h.parallel_for(n, AddThreeTimes{accessor(c, h), accessor(b, h, read_only)}); // 754
    });
  }
  CHECK_ALL(v, n, [](std::size_t) { return 248; });
  CHECK_ALL(w, n, [](std::size_t) { return 754; });
}

// One submission in a loop; the values change between iterations.
void loops(queue &q) {
  std::vector<int> v(n);
  {
    buffer b(v);
    int step = 1;
    for (int turn = 0; turn < 6; ++turn, step *= 2)
      q.submit([&](handler &h) {
        accessor a(b, h, read_write);
        h.parallel_for(n, [=](id<1> i) { a[i] = a[i] * 3 + step + turn; });
      });
  }
  int want = 0;
  for (int turn = 0, step = 1; turn < 6; ++turn, step *= 2)
    want = want * 3 + step + turn;
  CHECK_ALL(v, n, [=](std::size_t) { return want; });
}

// Called directly with one value, and through pointers and a virtual function with others.
static void shift(queue &q, buffer<int> &b, int by) {
  q.submit([&](handler &h) {
    accessor a(b, h, read_write);
    h.parallel_for(n, [=](id<1> i) { a[i] += by; });
  });
}

struct Action {
  virtual ~Action() = default;
  virtual void run(queue &q, buffer<int> &b, int by) const = 0;
};

namespace {
struct Doubled : Action {
  void run(queue &q, buffer<int> &b, int by) const override {
    q.submit([&](handler &h) {
      accessor a(b, h, read_write);
      h.parallel_for(n, [=](id<1> i) { a[i] += 2 * by; });
    });
  }
};
} // namespace

void (*volatile shifter)(queue &, buffer<int> &, int) = shift;

void indirect_calls(queue &q) {
  std::vector<int> v(n);
  {
    buffer b(v);
    shift(q, b, 1);
    shifter(q, b, 10);
    const Doubled doubled;
    doubled.run(q, b, 100);
    const Action *volatile action = &doubled;
    action->run(q, b, 1000);
  }
  CHECK_ALL(v, n, [](std::size_t) { return 2211; });
}

int main(int argc, char **) {
  queue q;
  several_places(q);
  all_but_one(q, 1000 * argc);
  templates(q);
  disjoint_at_one_place(q);
  loops(q);
  indirect_calls(q);
  return check::result();
}
