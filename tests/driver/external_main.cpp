#include "external.hpp"

#include <cstdio>

int main() {
  sycl::queue queue;
  std::printf("%d\n", launch(queue, 7));
}
