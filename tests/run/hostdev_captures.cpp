//! also = ["-O2 -fno-scythe-mlir"]
// Captured values of all kinds: known to the compiler, partly known, and changed between the capture by the command
// group, which is by reference, and the launch.
#include "check.hpp"

#include <array>
#include <cstring>
#include <vector>

using namespace sycl;

constexpr std::size_t n = 64;

void arrays(queue &q, int last) {
  std::vector<int> v(n);
  {
    buffer b(v);
    int plain[4] = {1, 20, 300, 4000};
    std::array<int, 3> standard{7, 8, 9};
    int square[2][2] = {{1, 2}, {3, last}};
    q.submit([&](handler &h) {
      accessor a(b, h, write_only);
      h.parallel_for(n, [=](id<1> i) {
        a[i] = plain[i % 4] + 10000 * standard[i % 3] + 100000 * square[i / 2 % 2][i % 2];
      });
    });
    // The command group has ended; these changes must not reach its kernel.
    plain[0] = standard[0] = square[0][0] = -1;
    q.submit([&](handler &h) {
      accessor a(b, h, read_write);
      h.parallel_for(n, [=](id<1> i) { a[i] += plain[0] + standard[0] + square[0][0]; });
    });
  }
  CHECK_ALL(v, n, [=](std::size_t i) {
    const int plain[] = {1, 20, 300, 4000}, standard[] = {7, 8, 9}, square[] = {1, 2, 3, last};
    return plain[i % 4] + 10000 * standard[i % 3] + 100000 * square[i % 4] - 3;
  });
}

// Padding between members has no defined value.
struct Mixed {
  char small;
  double large;
  bool flag;
  short pair[2];
};

void structs(queue &q, double large) {
  std::vector<double> v(n);
  {
    buffer b(v);
    Mixed mixed{3, large, true, {5, -6}};
    struct {
      Mixed inner;
      int outer;
    } nested{mixed, 11};
    nested.inner.small = 4;
    q.submit([&](handler &h) {
      accessor a(b, h, write_only);
      h.parallel_for(n, [=](id<1> i) {
        a[i] = mixed.small + mixed.large + (mixed.flag ? 100 : 200) + mixed.pair[i % 2] +
               1000 * (nested.inner.small + nested.inner.large + nested.outer);
      });
    });
  }
  CHECK_ALL(v, n, [=](std::size_t i) {
    return 3 + large + 100 + (i % 2 ? -6 : 5) + 1000 * (4 + large + 11);
  });
}

void index_space_objects(queue &q, std::size_t unknown) {
  std::vector<std::size_t> v(n);
  {
    buffer b(v);
    range<2> size(3, unknown);
    id<3> start(1, 2, 3);
    nd_range<1> space(64, 16);
    start[1] += unknown;
    q.submit([&](handler &h) {
      accessor a(b, h, write_only);
      h.parallel_for(n, [=](id<1> i) {
        a[i] = size[0] + 10 * size[1] + 1000 * start[i % 3] + 100000 * space.get_local_range()[0] +
               size.size();
      });
    });
  }
  CHECK_ALL(v, n, [=](std::size_t i) {
    const std::size_t start[] = {1, 2 + unknown, 3};
    return 3 + 10 * unknown + 1000 * start[i % 3] + 1600000 + 3 * unknown;
  });
}

// The command group captures by reference, so it sees the variable's value at submission.
void changed_between_submissions(queue &q) {
  std::vector<int> v(n);
  {
    buffer b(v);
    int factor = 2, summand = 1;
    auto group = [&](handler &h) {
      accessor a(b, h, read_write);
      h.parallel_for(n, [=](id<1> i) { a[i] = a[i] * factor + summand; });
    };
    q.submit(group); // 1
    factor = 5;
    q.submit(group); // 6
    summand = -4;
    q.submit(group); // 26
  }
  CHECK_ALL(v, n, [](std::size_t) { return 26; });
}

// The command group itself changes the values of the next one, and those that its own kernel captures.
void changed_by_the_command_group(queue &q) {
  std::vector<int> v(n);
  {
    buffer b(v);
    int turn = 0;
    auto group = [&](handler &h) {
      int before = turn;
      ++turn;
      accessor a(b, h, read_write);
      h.parallel_for(n, [=](id<1> i) { a[i] = a[i] * 10 + before + turn; });
      turn += 10; // after the kernel was copied
    };
    q.submit(group); // 0 + 1
    q.submit(group); // 10 + 11 + 12
  }
  CHECK_ALL(v, n, [](std::size_t) { return 33; });
}

// Initialised under a condition, through a pointer, and by a function that the compiler can inline.
int twice(int x) { return x + x; }
void set(int *x) { *x = 17; }

void assigned(queue &q, bool high) {
  std::vector<int> v(n);
  {
    buffer b(v);
    int branch = 1;
    if (high)
      branch = 2;
    int pointed = 3;
    set(&pointed);
    int computed = twice(21);
    int &reference = computed;
    reference += branch;
    q.submit([&](handler &h) {
      accessor a(b, h, write_only);
      h.parallel_for(n, [=](id<1> i) {
        a[i] = branch + 10 * pointed + 1000 * computed + 100000 * reference;
      });
    });
  }
  const int branch = high ? 2 : 1;
  CHECK_ALL(v, n, [=](std::size_t) { return branch + 170 + 101000 * (42 + branch); });
}

// The bytes of a float must be kept, also of floats that compare equal to others.
void special_values(queue &q) {
  std::vector<float> v(4);
  {
    buffer b(v);
    float negative_zero = -0.0f;
    float infinite = __builtin_inff();
    float tiny = 1e-45f;
    bool yes = true;
    q.submit([&](handler &h) {
      accessor a(b, h, write_only);
      h.single_task([=] {
        a[0] = negative_zero;
        a[1] = infinite;
        a[2] = tiny;
        a[3] = yes ? 1 : 2;
      });
    });
  }
  unsigned bits[4];
  std::memcpy(bits, v.data(), sizeof bits);
  const unsigned want[] = {0x80000000, 0x7f800000, 0x00000001, 0x3f800000};
  CHECK_ALL(bits, 4, [&](std::size_t i) { return want[i]; });
}

int main(int argc, char **) {
  queue q;
  arrays(q, 10 * argc);
  structs(q, 0.5 * argc);
  index_space_objects(q, 6 + argc);
  changed_between_submissions(q);
  changed_by_the_command_group(q);
  assigned(q, argc == 1);
  assigned(q, argc == 2);
  special_values(q);
  return check::result();
}
