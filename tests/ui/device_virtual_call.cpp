// Virtual functions cannot be called in device code (SYCL 2020 5.4), unless clang knows the callee.
#include <sycl/sycl.hpp>

struct shape {
  virtual int sides() const { return 0; }
  virtual ~shape() = default;
  int twice() const { return 2 * sides(); }
};
struct square final : shape {
  int sides() const override { return 4; }
};
struct callable {
  virtual int operator()(int) const = 0;
};

void run(sycl::queue &q, int *out, shape *any, square *known, const callable &f) {
  const callable *function = &f;
  q.single_task<class kernel>([=] {
    out[0] = any->sides();
    out[1] = known->sides();
    out[2] = any->shape::sides();
    out[3] = known->twice();
    out[4] = (*function)(1);
    any->~shape();
  });
}
