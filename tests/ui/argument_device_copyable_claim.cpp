// The requirements of a class that is declared device copyable (SYCL 2020 3.13.1).
#include <sycl/sycl.hpp>

#include <tuple>

class private_copy {
public:
  private_copy() = default;
  private_copy(private_copy &&) {}

private:
  private_copy(const private_copy &) {}
  friend struct holder;
};
class protected_destructor {
public:
  protected_destructor(const protected_destructor &) = default;

protected:
  ~protected_destructor() {}
  friend struct holder;
};
struct holder {
  holder(const holder &) = default;
  private_copy copy;
  protected_destructor destructor;
  void operator()() const {}
};
struct immovable {
  immovable(const immovable &) = delete;
  immovable &operator=(const immovable &) = delete;
  ~immovable() {}
};
struct rebuilt {
  struct parts {
    immovable part;
  };
  parts sycl_deconstruct() const;
  static rebuilt sycl_reconstruct(const immovable &);
};
struct with_reference {
  int &reference;
  ~with_reference() {}
};
template <> struct sycl::is_device_copyable<private_copy> : std::true_type {};
template <> struct sycl::is_device_copyable<protected_destructor> : std::true_type {};
template <> inline constexpr bool sycl::is_device_copyable_v<immovable> = true;
template <> inline constexpr bool sycl::is_device_copyable_v<with_reference> = true;

void run(sycl::queue &q, const holder &held, rebuilt object, int &value) {
  q.single_task(held);
  q.single_task<class elements>([=] { (void)object; });
  q.single_task<class references>([x = with_reference{value}] { (void)x; });
}
