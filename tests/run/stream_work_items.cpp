//! also = ["-O0"]
// Output of many work-items: nothing mixes between flushes, nothing is lost, whatever the order.
#include "stream_capture.hpp"

#include <algorithm>
#include <set>

namespace {

// Lines "<id>: <id> <id>" in any order, each id once.
void check_lines(const std::string &text, std::size_t count, const char *what) {
  std::multiset<std::string> want;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string id = std::to_string(i);
    want.insert(id + ": " + id + " " + id);
  }
  const std::vector<std::string> got = check::lines(text);
  CHECK(std::multiset<std::string>(got.begin(), got.end()) == want);
  if (check::failures)
    std::printf("in %s\n", what);
}

} // namespace

int main() {
  sycl::queue q;

  // Several statements per line, one flush at the end.
  const std::size_t many = 5000;
  check_lines(check::captured([&] {
                q.submit([&](sycl::handler &h) {
                   sycl::stream out(1 << 20, 256, h);
                   h.parallel_for(many, [=](sycl::id<1> i) {
                     out << i[0] << ": ";
                     out << i[0];
                     out << " " << i[0] << sycl::endl;
                   });
                 }).wait();
              }),
              many, "range<1>");
  check_lines(check::captured([&] {
                q.submit([&](sycl::handler &h) {
                   sycl::stream out(1 << 20, 256, h);
                   h.parallel_for(sycl::range<3>(7, 11, 13), [=](sycl::item<3> i) {
                     out << i.get_linear_id() << ": ";
                     out << i.get_linear_id() << " ";
                     out << i.get_linear_id() << '\n'; // the end of the kernel flushes
                   });
                 }).wait();
              }),
              7 * 11 * 13, "range<3>");

  // Work-items wait for each other in the middle of their lines.
  for (const std::size_t local : {1, 5, 16, 100})
    check_lines(check::captured([&] {
                  q.submit([&](sycl::handler &h) {
                     sycl::stream out(1 << 20, 256, h);
                     h.parallel_for(sycl::nd_range<1>(local * 20, local), [=](sycl::nd_item<1> it) {
                       const std::size_t i = it.get_global_id(0);
                       out << i << ": ";
                       sycl::group_barrier(it.get_group());
                       out << i;
                       sycl::group_barrier(it.get_group());
                       out << " " << i << sycl::endl;
                     });
                   }).wait();
                }),
                local * 20, "nd_range");

  // Beside a reduction, one work-item runs many items.
  int *const sum = sycl::malloc_shared<int>(1, q);
  *sum = 0;
  check_lines(check::captured([&] {
                q.submit([&](sycl::handler &h) {
                   sycl::stream out(1 << 20, 256, h);
                   h.parallel_for(sycl::range<1>(3000), sycl::reduction(sum, sycl::plus<>()),
                                  [=](sycl::id<1> i, auto &count) {
                                    ++count;
                                    out << i[0] << ": ";
                                    out << i[0] << " " << i[0] << sycl::endl;
                                  });
                 }).wait();
              }),
              3000, "a reduction");
  CHECK_EQ(*sum, 3000);
  sycl::free(sum, q);

  // A line longer than any buffer that a statement may have inside.
  const std::string long_text = check::captured([&] {
    q.submit([&](sycl::handler &h) {
       sycl::stream out(1 << 20, 1 << 12, h);
       h.parallel_for(20, [=](sycl::id<1> i) {
         const char c = static_cast<char>('a' + i[0]);
         for (int k = 0; k < 1000; ++k)
           out << c;
         out << "0123456789012345678901234567890123456789012345678901234567890123456789"
                "0123456789012345678901234567890123456789012345678901234567890123456789"
                "0123456789012345678901234567890123456789012345678901234567890123456789"
                "0123456789012345678901234567890123456789012345678901234567890123456789"
             << sycl::endl;
       });
     }).wait();
  });
  std::vector<std::string> lines = check::lines(long_text);
  std::sort(lines.begin(), lines.end());
  CHECK_EQ(lines.size(), 20u);
  for (std::size_t i = 0; i < lines.size(); ++i)
    CHECK(lines[i].size() == 1280 &&
          lines[i].substr(0, 1000) == std::string(1000, static_cast<char>('a' + i)));
  return check::result();
}
