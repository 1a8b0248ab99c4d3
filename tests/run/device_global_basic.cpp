//! also = ["-O0"]
// Device global variables: every kernel of the program sees them, and queues copy to and from them.
#include "check.hpp"

#include <array>
#include <vector>

using namespace sycl::ext::oneapi::experimental;

struct point {
  int x;
  float y;
};

device_global<int> counter;
static device_global<int[4]> numbers;
inline device_global<double> shared_by_units;
namespace inner {
device_global<point> origin;
device_global<short> array[3];
device_global<short> table[2][2];
} // namespace inner
struct holder {
  static device_global<long> defined_outside;
  static inline device_global<unsigned char> defined_inside;
};
device_global<long> holder::defined_outside;
template <typename T> struct family {
  static inline device_global<T> member;
};
template <typename T> device_global<T> variable_template;
device_global<int *> pointer;
device_global<std::array<int, 8>> standard;
device_global<int> never_in_a_kernel;
// Constant to kernels: the host writes it.
device_global<const int[4]> constants;

int main() {
  sycl::queue q;
  const int squares[] = {0, 1, 4, 9};
  q.memcpy(constants, squares).wait();
  int *const sum = sycl::malloc_shared<int>(1, q);
  q.single_task([=] { *sum = constants[1] + constants[2] + constants[3]; }).wait();
  CHECK_EQ(*sum, 14);
  sycl::free(sum, q);
  // Zero before anybody writes.
  int value = -1;
  q.copy(counter, &value).wait();
  CHECK_EQ(value, 0);

  value = 40;
  q.copy(&value, counter).wait();
  q.single_task([] { counter = counter + 1; }).wait();
  q.single_task([] { counter.get() += 1; }).wait();
  value = 0;
  q.copy(counter, &value).wait();
  CHECK_EQ(value, 42);

  // Parts of arrays.
  const int some[] = {7, 8};
  q.copy(some, numbers, 2, 1).wait();
  q.single_task([] {
     numbers[0] = numbers[1] * 10;
     int(&all)[4] = numbers;
     all[3] = 5;
   }).wait();
  int all[4] = {};
  q.copy(numbers, all).wait();
  CHECK_EQ(all[0], 70);
  CHECK_EQ(all[1], 7);
  CHECK_EQ(all[2], 8);
  CHECK_EQ(all[3], 5);
  int last = 0;
  q.memcpy(&last, numbers, sizeof(int), 3 * sizeof(int)).wait();
  CHECK_EQ(last, 5);
  q.memcpy(numbers, &value, sizeof(int), 2 * sizeof(int)).wait();
  q.copy(numbers, all, 1, 2).wait();
  CHECK_EQ(all[0], 42);

  // Structures, members, templates.
  const point there{3, 1.5f};
  q.memcpy(inner::origin, &there).wait();
  q.parallel_for(sycl::range<1>(1), [](sycl::id<1>) {
     inner::origin.get().x *= 2;
     holder::defined_outside = inner::origin.get().x;
     holder::defined_inside = 200;
     family<int>::member = 11;
     family<float>::member = 0.5f;
     variable_template<char> = 'v';
     shared_by_units = 2.5;
   }).wait();
  point back{};
  q.copy(inner::origin, &back).wait();
  CHECK_EQ(back.x, 6);
  CHECK_EQ(back.y, 1.5f);
  long outside = 0;
  q.copy(holder::defined_outside, &outside).wait();
  CHECK_EQ(outside, 6);
  unsigned char inside = 0;
  q.copy(holder::defined_inside, &inside).wait();
  CHECK_EQ(inside, 200);
  int of_ints = 0;
  float of_floats = 0;
  q.copy(family<int>::member, &of_ints).wait();
  q.copy(family<float>::member, &of_floats).wait();
  CHECK_EQ(of_ints, 11);
  CHECK_EQ(of_floats, 0.5f);
  char of_template = 0;
  q.copy(variable_template<char>, &of_template).wait();
  CHECK_EQ(of_template, 'v');
  double shared = 0;
  q.copy(shared_by_units, &shared).wait();
  CHECK_EQ(shared, 2.5);

  // Arrays of such variables: each element is one.
  for (short i = 0; i < 3; ++i) {
    const short initial = static_cast<short>(10 + i);
    q.copy(&initial, inner::array[i]).wait();
  }
  q.single_task([] {
     inner::array[1] = static_cast<short>(inner::array[0] + inner::array[2]);
     inner::table[1][0] = 77;
   }).wait();
  short element = 0;
  q.copy(inner::array[1], &element).wait();
  CHECK_EQ(element, 22);
  q.copy(inner::array[2], &element).wait();
  CHECK_EQ(element, 12);
  q.copy(inner::table[1][0], &element).wait();
  CHECK_EQ(element, 77);
  q.copy(inner::table[0][1], &element).wait();
  CHECK_EQ(element, 0);

  // Pointers and classes with operators.
  int *memory = sycl::malloc_shared<int>(4, q);
  for (int i = 0; i < 4; ++i)
    memory[i] = i;
  q.copy(&memory, pointer).wait();
  q.parallel_for(sycl::range<1>(4), [](sycl::item<1> it) {
     pointer[static_cast<std::ptrdiff_t>(it.get_id(0))] += 100;
     standard[static_cast<std::ptrdiff_t>(it.get_id(0))] = static_cast<int>(it.get_id(0)) * 3;
   }).wait();
  CHECK_ALL(memory, 4, [](std::size_t i) { return static_cast<int>(i) + 100; });
  std::array<int, 8> from_device{};
  q.copy(standard, &from_device).wait();
  CHECK_ALL(from_device, 8, [](std::size_t i) { return i < 4 ? static_cast<int>(i) * 3 : 0; });
  q.single_task([=] {
     auto there = counter.get_multi_ptr<sycl::access::decorated::no>();
     memory[0] = *there.get();
   }).wait();
  CHECK_EQ(memory[0], 42);

  // Command groups and events.
  value = 5;
  sycl::event written = q.submit([&](sycl::handler &h) { h.copy(&value, never_in_a_kernel); });
  int read = 0;
  sycl::event first = q.copy(never_in_a_kernel, &read, 1, 0, written);
  int again = 0;
  q.submit([&](sycl::handler &h) {
     h.depends_on(first);
     h.memcpy(&again, never_in_a_kernel);
   }).wait();
  CHECK_EQ(read, 5);
  CHECK_EQ(again, 5);
  q.memcpy(&again, numbers, sizeof(int), 0, std::vector<sycl::event>{first}).wait();
  CHECK_EQ(again, 70);

  // Accesses that do not exist.
  CHECK_THROWS(sycl::errc::invalid, q.copy(all, numbers, 4, 1));
  CHECK_THROWS(sycl::errc::invalid, q.copy(all, numbers, 5));
  CHECK_THROWS(sycl::errc::invalid, q.memcpy(all, numbers, 4, sizeof all));
  CHECK_THROWS(sycl::errc::invalid, q.copy(all, numbers, 1, static_cast<std::size_t>(-1)));
  q.memcpy(all, numbers, 0, sizeof all).wait();
  sycl::free(memory, q);
  return check::result();
}
