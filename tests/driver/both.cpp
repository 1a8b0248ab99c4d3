// Runs the header's kernel here and in the other translation unit.
#include "increment.hpp"

#include <cstdio>

int main() {
  std::printf("%d\n", increment_elsewhere(increment(40)));
  return 0;
}
