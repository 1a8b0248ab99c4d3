// Functions with a second result take numbers of types that convert, and the pointer's type by name; so do
// relational functions of half.
#include "check.hpp"

using namespace sycl;

template <typename Float> struct converts {
  Float value;
  operator Float() const { return value; }
};

template <typename Float> void test(queue &q) {
  Float *const floats = malloc_shared<Float>(7, q);
  int *const ints = malloc_shared<int>(5, q);
  q.single_task([=] {
     const auto second =
         address_space_cast<access::address_space::global_space, access::decorated::no>(floats);
     const auto number =
         address_space_cast<access::address_space::generic_space, access::decorated::yes>(ints);
     using SecondT = std::remove_const_t<decltype(second)>;
     using NumberT = std::remove_const_t<decltype(number)>;
     const auto of = [](double value) { return converts<Float>{Float(value)}; };
     floats[1] = sycl::fract<Float *>(of(0.5), floats) + sycl::fract<SecondT>(of(2), second);
     floats[2] = floats[0];
     floats[3] = sycl::frexp<NumberT>(of(8), number);
     ints[1] = ints[0];
     floats[4] = sycl::remquo<NumberT>(of(-1007), Float(2), number);
     ints[2] = ints[0]; // seven bits of 504
     floats[5] = sycl::modf(Float(2.25), second);
     floats[6] = sycl::sincos<SecondT>(of(0), second);
     (void)sycl::frexp<int *>(of(8), ints);
     (void)sycl::remquo<int *>(of(8), of(4), ints);
     (void)sycl::lgamma_r<NumberT>(of(3), number);
     ints[3] = isequal(of(1), of(1)) && !isnan(of(1)) && isless(of(1), of(2)) && !signbit(of(1));
   }).wait();
  const double expected[] = {1, 0.5, 2, 0.5, 1, 0.25, 0};
  for (int i = 0; i < 7; ++i)
    CHECK_EQ(double(floats[i]), expected[i]);
  CHECK_EQ(ints[0], 1); // the sign of a gamma function
  CHECK_EQ(ints[1], 4);
  CHECK_EQ(ints[2], -120);
  CHECK_EQ(ints[3], 1);
  free(floats, q);
  free(ints, q);
}

int main() {
  queue q;
  test<float>(q);
  if (q.get_device().has(aspect::fp64))
    test<double>(q);
  if (q.get_device().has(aspect::fp16))
    test<half>(q);
  // Numbers of several types count as the widest.
  CHECK(isequal(half(1), 1.0f) && isgreater(2, half(1)) && isequal(1, 1) && isless(1, 2.0f));
  return check::result();
}
