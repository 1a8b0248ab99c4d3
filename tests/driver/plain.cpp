// C++ without SYCL.
#include <cstdio>
#include <string>

#ifndef WHO
#define WHO "world"
#endif

int main(int argc, char **) {
  const std::string greeting = std::string("hello, ") + WHO;
  std::puts(greeting.c_str());
  return argc - 1;
}
