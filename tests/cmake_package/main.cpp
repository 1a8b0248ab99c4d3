// Plain C++, compiled by the project's own compiler.
#include <cstdio>

int doubled(int value);
int plus_one(int value);

#ifdef SYCL_LANGUAGE_VERSION
const bool by_scythe = true;
#else
const bool by_scythe = false;
#endif

int main() { std::printf("%d %s\n", plus_one(doubled(4)), by_scythe ? "scythe++" : "another"); }
