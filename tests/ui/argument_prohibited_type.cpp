// Device code has no long double (SYCL 2020 5.5), so kernel arguments cannot contain one.
#include <sycl/sycl.hpp>

#include <array>
#include <complex>
#include <variant>

struct sum {
  double low;
  long double high;
};
union number {
  int integer;
  long double real;
};
struct anonymous {
  union {
    float narrow;
    long double wide;
  };
};

void run(sycl::queue &q) {
  long double number_itself = 1;
  const long double constant = number_itself;
  long double table[2][3] = {};
  std::array<sum, 2> sums{};
  number either{1};
  anonymous unnamed{1};
  std::variant<int, long double> variant;
  std::complex<long double> complex;
  _Complex long double c_complex = 1;
  __float128 quad = 1;
  long double *pointer = &number_itself;
  q.single_task<class everything>([=] {
    (void)number_itself, (void)constant, (void)table, (void)sums, (void)either, (void)unnamed;
    (void)variant, (void)complex, (void)c_complex, (void)quad, (void)pointer;
  });
}
