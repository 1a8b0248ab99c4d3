// Memory bandwidth: copy, mul, add, triad and dot with SYCL (USM and buffers) beside OpenMP.
//
// All three run in this process, one after the other in every round, so that they meet the same
// machine at the same time; the best round of each counts. Each has arrays of its own, which its
// own threads touch first. Prints GB/s and the ratio to OpenMP; exits with 1 on a wrong result.

#include "stream_omp.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sycl/sycl.hpp>
#include <vector>

namespace {

constexpr std::size_t n = std::size_t{1} << 25;
constexpr int rounds = 20;
constexpr double scalar = 0.4;
constexpr double start_a = 0.1, start_b = 0.2, start_c = 0.0;

enum Loop { copy, mul, add, triad, dot, loops };
constexpr std::array<const char *, loops> names{"copy", "mul", "add", "triad", "dot"};
constexpr std::array<double, loops> arrays_moved{2, 2, 3, 3, 2};

// Dot: each work-item sums one contiguous block, the host adds the blocks' sums.
constexpr std::size_t blocks = 4096;
constexpr std::size_t block = n / blocks;
static_assert(blocks * block == n, "blocks cover the arrays");

/// One way to run the loops.
struct Side {
  virtual ~Side() = default;
  virtual void run(Loop loop) = 0;
  virtual double sum() = 0; // of the last dot
  virtual void result(double &a, double &b, double &c, std::size_t i) = 0;
};

class OpenMp final : public Side {
  struct Free {
    void operator()(double *p) const { std::free(p); }
  };
  using Array = std::unique_ptr<double[], Free>;
  static Array allocate() {
    return Array(static_cast<double *>(std::aligned_alloc(64, n * sizeof(double))));
  }
  Array a = allocate(), b = allocate(), c = allocate();
  double last = 0;

public:
  OpenMp() {
    omp_stream::start();
    omp_stream::init(a.get(), b.get(), c.get(), n, start_a, start_b, start_c);
  }
  void run(Loop loop) override {
    switch (loop) {
    case copy: return omp_stream::copy(a.get(), c.get(), n);
    case mul: return omp_stream::mul(b.get(), c.get(), scalar, n);
    case add: return omp_stream::add(a.get(), b.get(), c.get(), n);
    case triad: return omp_stream::triad(a.get(), b.get(), c.get(), scalar, n);
    case dot: last = omp_stream::dot(a.get(), b.get(), n); return;
    case loops: break;
    }
  }
  double sum() override { return last; }
  void result(double &ra, double &rb, double &rc, std::size_t i) override {
    ra = a[i], rb = b[i], rc = c[i];
  }
};

class Usm final : public Side {
  sycl::queue queue{sycl::property::queue::in_order{}};
  double *a = sycl::malloc_shared<double>(n, queue);
  double *b = sycl::malloc_shared<double>(n, queue);
  double *c = sycl::malloc_shared<double>(n, queue);
  double *partial = sycl::malloc_shared<double>(blocks, queue);
  double last = 0;

public:
  Usm() {
    double *a = this->a, *b = this->b, *c = this->c;
    queue
        .parallel_for(sycl::range<1>(n),
                      [=](sycl::id<1> i) { a[i] = start_a, b[i] = start_b, c[i] = start_c; })
        .wait();
  }
  Usm(const Usm &) = delete;
  ~Usm() override {
    for (double *p : {a, b, c, partial})
      sycl::free(p, queue);
  }
  void run(Loop loop) override {
    double *a = this->a, *b = this->b, *c = this->c, *partial = this->partial;
    const sycl::range<1> all(n);
    switch (loop) {
    case copy: queue.parallel_for(all, [=](sycl::id<1> i) { c[i] = a[i]; }); break;
    case mul: queue.parallel_for(all, [=](sycl::id<1> i) { b[i] = scalar * c[i]; }); break;
    case add: queue.parallel_for(all, [=](sycl::id<1> i) { c[i] = a[i] + b[i]; }); break;
    case triad: queue.parallel_for(all, [=](sycl::id<1> i) { a[i] = b[i] + scalar * c[i]; }); break;
    case dot:
      queue.parallel_for(sycl::range<1>(blocks), [=](sycl::id<1> w) {
        double sum = 0;
        for (std::size_t i = w[0] * block; i < (w[0] + 1) * block; i++)
          sum += a[i] * b[i];
        partial[w] = sum;
      });
      break;
    case loops: break;
    }
    queue.wait();
    if (loop == dot) {
      last = 0;
      for (std::size_t i = 0; i < blocks; i++)
        last += partial[i];
    }
  }
  double sum() override { return last; }
  void result(double &ra, double &rb, double &rc, std::size_t i) override {
    ra = a[i], rb = b[i], rc = c[i];
  }
};

class Buffers final : public Side {
  sycl::queue queue;
  sycl::buffer<double, 1> a{sycl::range<1>(n)}, b{sycl::range<1>(n)}, c{sycl::range<1>(n)};
  sycl::buffer<double, 1> partial{sycl::range<1>(blocks)};
  double last = 0;

public:
  Buffers() {
    queue.submit([&](sycl::handler &h) {
      sycl::accessor xa(a, h, sycl::write_only, sycl::no_init);
      sycl::accessor xb(b, h, sycl::write_only, sycl::no_init);
      sycl::accessor xc(c, h, sycl::write_only, sycl::no_init);
      h.parallel_for(sycl::range<1>(n),
                     [=](sycl::id<1> i) { xa[i] = start_a, xb[i] = start_b, xc[i] = start_c; });
    });
    queue.wait();
  }
  void run(Loop loop) override {
    queue.submit([&](sycl::handler &h) { submit(loop, h); });
    queue.wait();
    if (loop == dot) {
      sycl::host_accessor sums(partial, sycl::read_only);
      last = 0;
      for (std::size_t i = 0; i < blocks; i++)
        last += sums[i];
    }
  }
  double sum() override { return last; }
  void result(double &ra, double &rb, double &rc, std::size_t i) override {
    ra = sycl::host_accessor(a, sycl::read_only)[i];
    rb = sycl::host_accessor(b, sycl::read_only)[i];
    rc = sycl::host_accessor(c, sycl::read_only)[i];
  }

private:
  void submit(Loop loop, sycl::handler &h) {
    const sycl::range<1> all(n);
    switch (loop) {
    case copy: {
      sycl::accessor in(a, h, sycl::read_only);
      sycl::accessor out(c, h, sycl::write_only, sycl::no_init);
      return h.parallel_for(all, [=](sycl::id<1> i) { out[i] = in[i]; });
    }
    case mul: {
      sycl::accessor in(c, h, sycl::read_only);
      sycl::accessor out(b, h, sycl::write_only, sycl::no_init);
      return h.parallel_for(all, [=](sycl::id<1> i) { out[i] = scalar * in[i]; });
    }
    case add: {
      sycl::accessor x(a, h, sycl::read_only), y(b, h, sycl::read_only);
      sycl::accessor out(c, h, sycl::write_only, sycl::no_init);
      return h.parallel_for(all, [=](sycl::id<1> i) { out[i] = x[i] + y[i]; });
    }
    case triad: {
      sycl::accessor x(b, h, sycl::read_only), y(c, h, sycl::read_only);
      sycl::accessor out(a, h, sycl::write_only, sycl::no_init);
      return h.parallel_for(all, [=](sycl::id<1> i) { out[i] = x[i] + scalar * y[i]; });
    }
    case dot: {
      sycl::accessor x(a, h, sycl::read_only), y(b, h, sycl::read_only);
      sycl::accessor out(partial, h, sycl::write_only, sycl::no_init);
      return h.parallel_for(sycl::range<1>(blocks), [=](sycl::id<1> w) {
        double sum = 0;
        for (std::size_t i = w[0] * block; i < (w[0] + 1) * block; i++)
          sum += x[i] * y[i];
        out[w] = sum;
      });
    }
    case loops: break;
    }
  }
};

bool close(double found, double expected) {
  return std::abs(found - expected) <= 1e-8 * std::abs(expected);
}

/// What the arrays hold after all rounds, computed on one element.
bool verify(const char *name, Side &side) {
  double a = start_a, b = start_b, c = start_c;
  for (int round = 0; round < rounds; round++) {
    c = a;
    b = scalar * c;
    c = a + b;
    a = b + scalar * c;
  }
  bool right = close(side.sum(), a * b * double(n));
  for (std::size_t i : {std::size_t{0}, n / 3, n / 2, n - 1}) {
    double ra, rb, rc;
    side.result(ra, rb, rc, i);
    right = right && close(ra, a) && close(rb, b) && close(rc, c);
  }
  if (!right)
    std::printf("%s: wrong result\n", name);
  return right;
}

} // namespace

int main() {
  OpenMp openmp;
  Usm usm;
  Buffers buffers;
  const std::array<Side *, 3> sides{&openmp, &usm, &buffers};
  double best[3][loops];
  for (auto &row : best)
    std::fill(std::begin(row), std::end(row), 1e30);

  for (int round = 0; round < rounds; round++)
    for (int loop = 0; loop < loops; loop++)
      for (std::size_t turn = 0; turn < sides.size(); turn++) {
        // The order rotates, so that none always follows the same neighbour.
        const std::size_t s = (turn + round) % sides.size();
        const auto start = std::chrono::steady_clock::now();
        sides[s]->run(Loop(loop));
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        best[s][loop] = std::min(best[s][loop], time.count());
      }

  std::printf("%zu doubles, best of %d rounds, GB/s\n", n, rounds);
  std::printf("%-8s%10s%10s%8s%10s%8s\n", "", "OpenMP", "USM", "ratio", "buffers", "ratio");
  for (int loop = 0; loop < loops; loop++) {
    const double bytes = arrays_moved[loop] * double(n) * sizeof(double);
    const auto rate = [&](int side) { return bytes / best[side][loop] * 1e-9; };
    std::printf("%-8s%10.2f%10.2f%8.2f%10.2f%8.2f\n", names[loop], rate(0), rate(1),
                rate(1) / rate(0), rate(2), rate(2) / rate(0));
  }
  bool right = verify("OpenMP", openmp);
  right = verify("USM", usm) && right;
  right = verify("buffers", buffers) && right;
  return right ? 0 : 1;
}
