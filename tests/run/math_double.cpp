// The accuracy of math functions on double.
#include "math_accuracy.hpp"

int main() {
  sycl::queue q;
  accuracy::trigonometry<double>(q);
  accuracy::powers<double>(q);
  accuracy::others<double>(q);
  return check::result();
}
