// Streams: limits, and output of many work-items.
//! also = ["-O0"]
#include "stream_capture.hpp"


#include <algorithm>
#include <functional>
#include <set>

// Sizes, limits, copies, several streams, and the time of the output.
namespace limits {

void all() {
  sycl::queue q;

  // Text beyond the stream's size is dropped, from any work-item.
  const auto letters = [&](std::size_t total, std::size_t per_item, std::size_t items) {
    return check::captured([&] {
      q.submit([&](sycl::handler &h) {
         sycl::stream out(total, per_item, h);
         h.parallel_for(items, [=](sycl::id<1>) {
           out << "ab";
           out << "cdefgh" << sycl::flush;
         });
       }).wait();
    });
  };
  CHECK_EQ(letters(100, 100, 2), "abcdefghabcdefgh");
  CHECK_EQ(letters(11, 100, 2), "abcdefghabc");
  CHECK_EQ(letters(0, 100, 3), "");
  CHECK_EQ(letters(1000, 5, 2), "abcdeabcde");
  CHECK_EQ(letters(1000, 0, 2), "");
  CHECK_EQ(letters(1000, 1000, 100000).size(), 1000u);
  // Flushes without text can use all the space: text is lost then, but nothing else goes wrong.
  CHECK(check::streamed(
            q,
            [](const sycl::stream &out) {
              for (int i = 0; i < 100000; ++i)
                out << sycl::flush;
              for (int i = 0; i < 100000; ++i)
                out << "0123456789";
            },
            50, 1000000)
            .size() <= 50);

  // Single characters are equivalent to one string.
  CHECK_EQ(check::streamed(
               q,
               [](const sycl::stream &out) {
                 for (int i = 0; i < 1000; ++i)
                   out << 'x';
               },
               1000, 1000),
           std::string(1000, 'x'));

  // Copies are the same stream.
  const std::string text = check::captured([&] {
    q.submit([&](sycl::handler &h) {
       sycl::stream out(200, 100, h), other(300, 50, h);
       sycl::stream copy = out;
       CHECK(copy == out && !(copy != out) && out != other);
       CHECK_EQ(std::hash<sycl::stream>()(copy), std::hash<sycl::stream>()(out));
       CHECK_EQ(copy.size(), 200u);
       CHECK_EQ(copy.get_size(), 200u);
       CHECK_EQ(copy.get_work_item_buffer_size(), 100u);
       CHECK_EQ(copy.get_max_statement_size(), 100u);
       copy = other;
       CHECK(copy == other);
       copy = out;
       h.single_task([=] {
         out << "one ";
         copy << "two ";
         other << "three ";
         out << copy.size() << " ";
         const sycl::stream inner = copy;
         inner << (inner == out) << (inner == other) << " ";
       });
     }).wait();
  });
  CHECK_EQ(text, "one two 200 10 three ");

  // The output is printed before the event is complete, also for an in-order queue that continues, and a command
  // group that is not submitted prints nothing.
  sycl::queue in_order{sycl::property::queue::in_order()};
  CHECK_EQ(check::captured([&] {
             for (int i = 0; i < 10; ++i)
               in_order.submit([&](sycl::handler &h) {
                 sycl::stream out(100, 100, h);
                 h.single_task([=] { out << i << " "; });
               });
             in_order.wait();
             try {
               q.submit([&](sycl::handler &h) {
                 sycl::stream out(100, 100, h);
                 h.single_task([=] { out << "never"; });
                 throw 1;
               });
             } catch (int) {
             }
             q.wait();
           }),
           "0 1 2 3 4 5 6 7 8 9 ");
}

} // namespace limits

// Output of many work-items: text between flushes is not mixed, and nothing is lost, in any order.
namespace work_items {

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

void all() {
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

  // Work-items wait for each other within their lines.
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

  // A line longer than any internal buffer.
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
}

} // namespace work_items

int main() {
  limits::all();
  work_items::all();
  return check::result();
}
