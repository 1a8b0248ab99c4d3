// What is passed to a kernel must be device copyable (SYCL 2020 3.13.1), each part of it.
#include <sycl/sycl.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

struct person {
  std::string name;
  int age;
};
class account {
public:
  explicit account(int balance) : balance_(balance) {}
  int balance() const { return balance_; }

private:
  int balance_;
  std::vector<int> history_;
};
struct copied {
  copied() = default;
  copied(const copied &) {}
};
struct destroyed {
  ~destroyed() {}
};
struct shape {
  virtual float area() const { return 0; }
};
struct circle : virtual shape {};
void run(sycl::queue &q) {
  std::string text;
  person people[1000];
  account money(1);
  copied copy;
  destroyed destroy;
  shape abstract;
  circle round;
  std::shared_ptr<int> shared;
  std::function<int()> function;
  std::pair<int, std::string> pair;
  q.single_task<class everything>([=] {
    (void)text, (void)people, (void)money, (void)copy, (void)destroy, (void)abstract, (void)round;
    (void)shared, (void)function, (void)pair;
  });
  auto inner = [text] { return text.size(); };
  q.single_task<class nested>([=] { (void)inner; });
}
