#include "scale.hpp"

float sum_of_doubled(sycl::queue &queue, std::vector<float> values) {
  scale(queue, values, 2.0f);
  float sum = 0;
  for (float value : values)
    sum += value;
  return sum;
}
