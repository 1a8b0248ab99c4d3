//! plain_kernels = true

// Deduction of accessor types, and conversions between them.
#include "check.hpp"

#include <unordered_set>
#include <vector>

using namespace sycl;

template <typename Want, typename Got> void is(const Got &) {
  static_assert(std::is_same_v<Want, Got>);
}

int read_one(accessor<const int, 1> a) { return int(a.size()); }
int read_other(accessor<int, 1, access_mode::read> a) { return int(a.size()); }

int main() {
  queue q;
  std::vector<int> v(8, 3);
  buffer b(v);
  buffer<float, 2> m(range(4, 4));
  buffer<const int> c(v.begin(), v.end());
  using read = accessor<int, 1, access_mode::read>;
  using write = accessor<int, 1, access_mode::write>;
  q.submit([&](handler &h) {
    is<accessor<int, 1, access_mode::read_write>>(accessor(b, h));
    is<read>(accessor(b, h, read_only));
    is<write>(accessor(b, h, write_only, no_init));
    is<write>(accessor{b, h, write_only, property_list{no_init}});
    is<accessor<float, 2>>(accessor(m, h, read_write, {no_init}));
    is<accessor<float, 2, access_mode::write>>(accessor(m, h, range(2, 2), write_only));
    is<accessor<float, 2, access_mode::read>>(accessor(m, h, range(2, 2), id(1, 1), read_only));
    is<accessor<float, 2>>(accessor(m, h, {2, 2}, {1, 1}));
    is<accessor<int, 1, access_mode::read, target::host_task>>(
        accessor(b, h, read_only_host_task));
    is<accessor<int, 1, access_mode::write, target::host_task>>(
        accessor(b, h, write_only_host_task));
    is<accessor<int, 1, access_mode::read_write, target::host_task>>(
        accessor(b, h, read_write_host_task));
    is<accessor<const int, 1, access_mode::read>>(accessor(c, h));
    is<read>(accessor(b, read_only));
    is<accessor<int>>(accessor(b));
    is<accessor<int>>(accessor(b, range(2), id(1)));
    is<write>(accessor(b, range(2), write_only));

    accessor both(b, h);
    read r = both;                    // read-write to read-only
    accessor<const int> constant = r; // and between the two read-only forms
    read back = constant;
    accessor<const int> direct = both;
    CHECK(back == r);
    CHECK_EQ(read_one(both) + read_other(direct), 16);
    static_assert(!std::is_convertible_v<read, accessor<int>>);
    static_assert(!std::is_convertible_v<write, read>);
    static_assert(std::is_same_v<read::reference, const int &>);
    static_assert(std::is_same_v<read::value_type, const int>);
    static_assert(std::is_same_v<write::reference, int &>);
    static_assert(std::is_same_v<decltype(both)::const_reference, const int &>);

    accessor again(b, h, no_init);
    CHECK(again.has_property<property::no_init>());
    CHECK(!both.has_property<property::no_init>());
    accessor<int> swapped;
    swapped.swap(both);
    CHECK(both.empty() && swapped.size() == 8);
    std::unordered_set<read> set{r, back};
    CHECK_EQ(set.size(), 1u);
  });
  CHECK_THROWS(errc::invalid, accessor(b, read_only, no_init));
  CHECK_THROWS(errc::invalid, host_accessor(b, read_only, no_init));

  {
    host_accessor h1(b);
    is<host_accessor<int>>(h1);
    host_accessor<int, 1, access_mode::read> h2 = h1;
    host_accessor<const int> h3 = h2;
    CHECK_EQ(h3[2], 3);
  }
  is<host_accessor<int, 1, access_mode::write>>(host_accessor(b, range(2), id(1), write_only));
  is<host_accessor<float, 2, access_mode::read>>(m.get_host_access(read_only));
  is<host_accessor<float, 2, access_mode::write>>(m.get_host_access(write_only, no_init));
  is<host_accessor<float, 2>>(m.get_host_access(range(1, 1), id(2, 2)));
  host_accessor<int, 0> scalar(b);
  scalar = 17;
  CHECK_EQ(scalar + 1, 18);
  return check::result();
}
