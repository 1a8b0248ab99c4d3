// Copied as bytes by a rule that SYCL 2020 has removed: a warning. A user-provided destructor or copy constructor is
// still an error, and so is a part that cannot be copied.
#include <sycl/sycl.hpp>

#include <string>

struct assigns {
  int value;
  assigns &operator=(const assigns &other) {
    value = other.value;
    return *this;
  }
};
struct destroys : assigns {
  ~destroys() {}
};
struct holds {
  std::string text;
  holds &operator=(const holds &) { return *this; }
};

int main() {
  sycl::queue queue;
  int *out = sycl::malloc_shared<int>(1, queue);
  assigns fine{1};
  queue.single_task<class warned>([=] { *out = fine.value; });
  destroys wrong{};
  queue.single_task<class refused>([=] { *out = wrong.value; });
  holds held{};
  queue.single_task<class refused_part>([=] { *out = held.text.size(); });
}
