#include "scale.hpp"

#include <cstdio>

int main() {
  sycl::queue queue;
  std::vector<float> values{1, 2, 3, 4, 5};
  const float doubled = sum_of_doubled(queue, values);
  scale(queue, values, 3.0f);
  float tripled = 0;
  for (float value : values)
    tripled += value;
  std::printf("%g %g\n", doubled, tripled);
  return doubled == 30 && tripled == 45 ? 0 : 1;
}
