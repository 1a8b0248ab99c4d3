// Sizes, limits, copies, several streams, and when the output is there.
#include "stream_capture.hpp"

#include <functional>

int main() {
  sycl::queue q;

  // What exceeds the stream's size is dropped, whoever wrote it.
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
  // Flushes without text can take all the room: text is lost then, but no harm is done.
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

  // A single character each is as good as one string.
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

  // The output is there when the event is complete, also for an in-order queue that goes on, and a
  // command group that is not submitted prints nothing.
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
  return check::result();
}
