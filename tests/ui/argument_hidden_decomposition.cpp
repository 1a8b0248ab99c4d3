// Only aggregates and closures are decomposed: another class cannot have members that need it, unless it follows the
// protocol itself.
#include <sycl/sycl.hpp>

#include <tuple>

struct handle {
  int value;
  std::tuple<int> sycl_deconstruct() const { return {value}; }
  static handle sycl_reconstruct(int value) { return {value}; }
};
struct aggregate {
  int number;
  handle handles[2];
};
class closed {
public:
  explicit closed(int value) : member_{value, {{1}, {2}}} {}

private:
  aggregate member_;
};
class derived : public handle {
public:
  explicit derived(int value) : handle{value} {}
};
class owns {
public:
  owns() = default;

private:
  handle handle_;
};
struct copies {
  copies() {}
  handle object;
  int number = 0;
  struct counted {
    counted() = default;
    counted(const counted &) {}
  } more;
};
template <> struct sycl::is_device_copyable<copies::counted> : std::true_type {};

void run(sycl::queue &q) {
  closed one(1);
  derived two(2);
  owns three[4];
  copies four;
  aggregate fine{1, {{1}, {2}}};
  q.single_task<class hidden>([=] { (void)one, (void)two, (void)three, (void)four, (void)fine; });
}
