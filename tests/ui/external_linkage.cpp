//! flags = "-Werror"
// SYCL_EXTERNAL requires external linkage.
#include <sycl/sycl.hpp>

namespace {
SYCL_EXTERNAL int unnamed_namespace(int x) { return x; }
} // namespace
SYCL_EXTERNAL static int internal(int x) { return x; }
SYCL_EXTERNAL int variable;
int declared_without(int x);
SYCL_EXTERNAL int declared_without(int x);
SYCL_EXTERNAL int main() { return internal(1) + unnamed_namespace(2); }
