// Functions that are called implicitly: constructors, destructors of variables, members, bases and temporaries,
// conversions, operators, default arguments, loops over ranges.
#include <sycl/sycl.hpp>

struct fails {
  int value = 0;
  ~fails() noexcept(false) { throw 1; }
};
struct holds {
  fails member;
};
struct initialised {
  int value = initial();
  static int initial() { throw 2; }
};
struct converted {
  operator int() const { throw 3; }
};
struct added {
  friend added operator+(added, added) { throw 4; }
};
struct range {
  int *begin() const { throw 5; }
  int *end() const { return nullptr; }
};
int with_default(int n = initialised().value) { return n; }
int thrown() { throw 6; }
struct literal_like {
  int value;
};
int operator""_bad(unsigned long long) { throw 7; }

void run(sycl::queue &q, int *out) {
  q.single_task<class kernel>([=] {
    holds h;
    out[0] = with_default();
    out[1] = converted();
    added() + added();
    for (int n : range())
      out[2] = n;
    literal_like l{thrown()};
    out[3] = l.value + int(1_bad);
  });
}
