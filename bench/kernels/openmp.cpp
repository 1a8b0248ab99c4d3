#include "harness.hpp"

#include <omp.h>

void bench::start_openmp() {
  // Idle threads sleep at once: spinning ones would take cores from the contender that comes next.
  kmp_set_blocktime(0);
#pragma omp parallel
  {
  }
}
