// Members of unions in kernel arguments are trivially copyable and not decomposed.
#include <sycl/sycl.hpp>

#include <tuple>

struct assigned {
  assigned() = default;
  assigned(const assigned &) = default;
  assigned &operator=(const assigned &) { return *this; }
  int value;
};
union assignable {
  int number;
  assigned objects[4];
};
struct handle {
  int value;
  std::tuple<int> sycl_deconstruct() const { return {value}; }
  static handle sycl_reconstruct(int value) { return {value}; }
};
union either {
  int number;
  handle object;
};
struct pair {
  handle first, second;
};
struct record {
  int tag;
  union {
    float real;
    pair both[2];
  };
};
class wrapped {
public:
  explicit wrapped(float value) : real_(value) {}

private:
  union {
    float real_;
    handle object_;
  };
};
class closed {
public:
  explicit closed(handle object) : object_(object) {}

private:
  handle object_;
};
union indirect {
  int number;
  closed object;
};

void run(sycl::queue &q) {
  either one{1};
  record two{1, {1}};
  wrapped three(1);
  assignable four{1};
  indirect five{1};
  q.single_task<class unions>([=] { (void)one, (void)two, (void)three, (void)four, (void)five; });
}
