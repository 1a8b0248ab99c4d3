// Device code has no type information at run time (SYCL 2020 5.4).
#include <sycl/sycl.hpp>

#include <typeinfo>

struct base {
  virtual ~base() = default;
};
struct derived : base {
  int value = 1;
};

void run(sycl::queue &q, int *out, base *object) {
  q.single_task<class kernel>([=] {
    if (auto *d = dynamic_cast<derived *>(object))
      out[0] = d->value;
    derived known;
    out[1] = dynamic_cast<base *>(&known) != nullptr;
    out[2] = typeid(*object) == typeid(derived);
  });
}
