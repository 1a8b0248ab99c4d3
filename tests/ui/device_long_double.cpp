// Devices have no long double (SYCL 2020 5.5); a constant may be written with its suffix.
#include <sycl/sycl.hpp>

#include <cmath>

struct wide {
  long double value;
};
double halved(long double n) { return double(n / 2); }

void run(sycl::queue &q, double *out, wide *w) {
  q.single_task<class kernel>([=] {
    out[0] = 0.5L;
    long double sum = out[0];
    sum += 1;
    out[1] = halved(out[0]);
  });
  q.single_task<class member>([=] { out[2] = double(w->value); });
}
