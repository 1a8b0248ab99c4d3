//! also = ["-O3 -g", "-O2 -fno-scythe-narrow-work-items", "-O2 -fno-scythe-split-interior", "-O2 -fno-scythe-promote-lanes -fno-scythe-prefetch-streams"]

// Guards on ids: loops inside and outside, in one to three dimensions, in signed and unsigned integers of all sizes,
// with bounds that exclude all, some or none of the work-items.
#include "check.hpp"
#include <climits>

namespace {

/// What a loop of a work-item adds up.
long sum_up(const int *values, int count, long start) {
  long sum = start;
  for (int k = 0; k < count; k++)
    sum = sum * 3 + values[k];
  return sum;
}

struct Fixture {
  sycl::queue queue{sycl::property::queue::in_order{}};
  int count = 13;
  int *values = sycl::malloc_shared<int>(13, queue);
  long *out;
  std::size_t size;

  explicit Fixture(std::size_t size) : out(sycl::malloc_shared<long>(size, queue)), size(size) {
    for (int k = 0; k < count; k++)
      values[k] = k * k - 7;
  }
  Fixture(const Fixture &) = delete;
  ~Fixture() {
    sycl::free(values, queue);
    sycl::free(out, queue);
  }

  /// Runs `launch`, and compares the results with `expected(i)`.
  template <typename Launch, typename Expected>
  void compare(const char *name, Launch launch, Expected expected) {
    for (std::size_t i = 0; i < size; i++)
      out[i] = -1;
    launch();
    queue.wait();
    check::elements(out, size, expected, __FILE__, __LINE__, name);
  }
};

// Every launch is a kernel to compile for every type, so all are tried with `int`, and those in `Launches` with other
// types; the full tests try all with all.
template <typename T, unsigned Launches = 0b1111> void one_dimension(Fixture &f, const char *name, T bound) {
#ifdef SCYTHE_TEST_FULL
  constexpr auto tries = [](int) { return true; };
#else
  constexpr auto tries = [](int launch) { return (Launches >> launch & 1) != 0; };
#endif
  const auto inside = [=](std::size_t i) { return T(i) < bound; };
  const auto around = [=](std::size_t i) { return T(i) > T(1) && T(i) + T(1) < bound; };
  const int *values = f.values;
  long *out = f.out;
  const int count = f.count;
  const auto total = [=](std::size_t i) { return sum_up(values, count, long(i)); };
  if constexpr (tries(0))
    f.compare(name, [&] {
      f.queue.parallel_for(f.size, [=](sycl::id<1> id) {
        if (T(id[0]) < bound)
          out[id] = sum_up(values, count, long(id[0]));
      });
    }, [=](std::size_t i) { return inside(i) ? total(i) : -1L; });
  if constexpr (tries(1))
    f.compare(name, [&] {
      f.queue.parallel_for(sycl::nd_range<1>(f.size, 20), [=](sycl::nd_item<1> item) {
        const T i = T(item.get_group(0) * item.get_local_range(0) + item.get_local_id(0));
        if (i >= bound)
          return;
        out[item.get_global_id(0)] = sum_up(values, count, long(item.get_global_id(0)));
      });
    }, [=](std::size_t i) { return inside(i) ? total(i) : -1L; });
  if constexpr (tries(2))
    f.compare(name, [&] {
      f.queue.parallel_for(f.size, [=](sycl::item<1> item) {
        const T i = T(item[0]);
        if (i > T(1) && i + T(1) < bound && values[item[0] % 13] != 2)
          out[item] = sum_up(values, count, long(item[0]));
      });
    }, [=](std::size_t i) { return around(i) && values[i % 13] != 2 ? total(i) : -1L; });
  if constexpr (tries(3))
    f.compare(name, [&] {
      f.queue.parallel_for(f.size, [=](sycl::item<1> item) {
        long sum = 5;
        if (T(item[0]) < bound)
          sum = sum_up(values, count, long(item[0]));
        out[item] = sum;
      });
    }, [=](std::size_t i) { return inside(i) ? total(i) : 5L; });
}

void several_dimensions(Fixture &f, int first, int width, int height) {
  const int *values = f.values;
  long *out = f.out;
  const int count = f.count;
  const auto total = [=](std::size_t i) { return sum_up(values, count, long(i)); };
  f.compare("two dimensions", [&] {
    f.queue.parallel_for(sycl::range<2>(20, 42), [=](sycl::item<2> item) {
      const int y = item[0], x = item[1];
      if (x < first || y < first || x >= width || y >= height)
        return;
      out[y * 42 + x] = sum_up(values, count, y * 42 + x);
    });
  }, [=](std::size_t i) {
    const int y = int(i) / 42, x = int(i) % 42;
    return x < first || y < first || x >= width || y >= height ? -1L : total(i);
  });
  f.compare("three dimensions", [&] {
    f.queue.parallel_for(sycl::nd_range<3>({4, 10, 21}, {2, 5, 7}), [=](sycl::nd_item<3> item) {
      const unsigned z = item.get_global_id(0), y = item.get_global_id(1);
      const std::size_t x = item.get_global_id(2);
      const std::size_t i = (z * 10 + y) * 21 + x;
      if (z == 2 || y > unsigned(height) || x >= std::size_t(width))
        return;
      out[i] = sum_up(values, count, long(i));
    });
  }, [=](std::size_t i) {
    const unsigned z = unsigned(i / 210), y = unsigned(i / 21 % 10);
    return z == 2 || y > unsigned(height) || i % 21 >= std::size_t(width) ? -1L : total(i);
  });
}

/// Work-items along the diagonal: each row has its own bounds, so they do not form a box.
void triangle(Fixture &f) {
  const int *values = f.values;
  long *out = f.out;
  const int count = f.count;
  f.compare("triangle", [&] {
    f.queue.parallel_for(sycl::range<2>(20, 42), [=](sycl::item<2> item) {
      if (item[1] <= item[0])
        out[item[0] * 42 + item[1]] = sum_up(values, count, long(item[1]));
    });
  }, [=](std::size_t i) { return i % 42 <= i / 42 ? sum_up(values, count, long(i % 42)) : -1L; });
}

/// Guards against out-of-bounds accesses: work-items at the borders take the other branch of one guard or of several.
void borders(Fixture &f, int width, int height) {
  const int *values = f.values;
  long *out = f.out;
  const auto at = [=](int y, int x) { return values[(y * 42 + x) % 13]; };
  const auto stencil = [=](int y, int x) {
    return 4L * at(y, x) - at(y, x - 1) - at(y, x + 1) - at(y - 1, x) - at(y + 1, x);
  };
  f.compare("border", [&] {
    f.queue.parallel_for(sycl::range<2>(20, 42), [=](sycl::id<2> id) {
      const std::size_t y = id[0], x = id[1];
      long sum = 7;
      if (x > 0 && x < std::size_t(width) - 1 && y > 0 && y < std::size_t(height) - 1)
        sum = stencil(int(y), int(x));
      out[y * 42 + x] = sum;
    });
  }, [=](std::size_t i) {
    const std::size_t y = i / 42, x = i % 42;
    const bool inner = x > 0 && x < std::size_t(width) - 1 && y > 0 && y < std::size_t(height) - 1;
    return inner ? stencil(int(y), int(x)) : 7L;
  });
  const auto sum_of = [=](int z, int y, int x) {
    long sum = 0;
    if (x > 0)
      sum += at(y, x - 1);
    if (x < width)
      sum += 2 * at(y, x + 1);
    if (y != 0)
      sum += 3 * at(y - 1, x);
    if (z == 3)
      sum *= at(y, x);
    else
      sum -= at(z, x);
    return sum;
  };
  f.compare("several guards", [&] {
    f.queue.parallel_for(sycl::nd_range<3>({4, 10, 21}, {2, 5, 7}), [=](sycl::nd_item<3> item) {
      const int z = item.get_global_id(0), y = item.get_global_id(1), x = item.get_global_id(2);
      if (y < height)
        out[(z * 10 + y) * 21 + x] = sum_of(z, y, x);
    });
  }, [=](std::size_t i) {
    const int z = int(i / 210), y = int(i / 21 % 10), x = int(i % 21);
    return y < height ? sum_of(z, y, x) : -1L;
  });
}

/// Loops behind guards on data, which neighbours leave together or not; memory that all of them read is read behind
/// the guard only.
void data_guards(Fixture &f, int count) {
  const int *values = f.values;
  long *out = f.out;
  const auto polynomial = [=](std::size_t i) {
    long sum = long(i);
    if (values[i % 13] > 3)
      for (int k = 0; k < count; k++)
        sum = sum * values[i % 13] + values[k];
    return sum;
  };
  f.compare("guard on data", [&] {
    f.queue.parallel_for(f.size, [=](sycl::id<1> i) { out[i] = polynomial(i); });
  }, polynomial);
  const auto until = [=](std::size_t i, long *steps) {
    long sum = 1;
    const int last = values[i % 13];
    if (last > 3) {
      const int *from = count > 0 ? values : nullptr;
      for (int k = 0; k < count; k++) {
        const int value = from[k];
        sum = sum * 3 + value;
        if (value >= last)
          break;
        if (steps)
          steps[i] = sum;
      }
    }
    return sum;
  };
  f.compare("break", [&] {
    f.queue.parallel_for(f.size, [=](sycl::id<1> i) { out[i] = until(i, out); });
  }, [=](std::size_t i) { return until(i, nullptr); });
}

} // namespace

int main() {
  Fixture f(840);
  for (const long bound : {0L, 1L, 19L, 20L, 333L, 839L, 840L, 5000L}) {
    one_dimension<int>(f, "int", int(bound));
    one_dimension<unsigned, 0b0101>(f, "unsigned", unsigned(bound));
    one_dimension<long, 0b1010>(f, "long", bound);
    one_dimension<std::size_t, 0b0110>(f, "size_t", std::size_t(bound));
    one_dimension<short, 0b0001>(f, "short", short(bound));
    // Intel's OpenCL runtime compares the 8 low bits of an id as if they were never negative.
    if (f.queue.get_backend() != sycl::backend::opencl)
      one_dimension<signed char, 0b0100>(f, "char", static_cast<signed char>(bound));
  }
  one_dimension<int>(f, "negative", -3);
  one_dimension<int>(f, "least", INT_MIN);
  one_dimension<unsigned, 0b0101>(f, "largest", UINT_MAX);
  for (const int first : {0, 1, 7})
    for (const int width : {-1, 0, 3, 42, 100}) {
      several_dimensions(f, first, width, 13);
      several_dimensions(f, first, width, 100);
    }
  triangle(f);
  for (const int width : {0, 1, 2, 3, 20, 42})
    for (const int height : {0, 1, 3, 20})
      borders(f, width, height);
  for (const int count : {0, 1, 5, 13})
    data_guards(f, count);
  return check::result();
}
