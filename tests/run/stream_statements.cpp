//! also = ["-O0"]
// Types that can be written to a stream, and the duration of manipulators.
#include "stream_capture.hpp"

#include <sstream>

namespace {

struct point {
  int x, y;
};

const sycl::stream &operator<<(const sycl::stream &os, const point &p) {
  return os << '(' << p.x << ", " << p.y << ')';
}

void write_twice(const sycl::stream &os) { os << 10 << " "; os << 10; }

} // namespace

int main() {
  sycl::queue q;

  CHECK_EQ(check::streamed(q,
                           [](const sycl::stream &out) {
                             const signed char sc = 's';
                             const unsigned char uc = 'u';
                             char text[] = "array";
                             const char *const pointer = "pointer";
                             out << 'c' << sc << uc << " " << text << " " << pointer << " " << true
                                 << false;
                           }),
           "csu array pointer 10");

  // Addresses.
  int *const where = reinterpret_cast<int *>(0x12ab);
  CHECK_EQ(check::streamed(q,
                           [=](const sycl::stream &out) {
                             const void *const nowhere = nullptr;
                             out << where << " " << static_cast<const volatile int *>(where) << " "
                                 << nowhere;
                           }),
           "0x12ab 0x12ab 0");

  // Numbers of 16 bits, and vectors of them.
  CHECK_EQ(check::streamed(q,
                           [](const sycl::stream &out) {
                             using sycl::ext::oneapi::bfloat16;
                             out << sycl::half(0.5) << " " << bfloat16(1.5f) << " "
                                 << sycl::vec<bfloat16, 3>(1, -2.5f, 3);
                           }),
           "0.5 1.5 {1, -2.5, 3}");

  // Manipulators end with their statement, including widths; strings have none.
  CHECK_EQ(check::streamed(q,
                           [](const sycl::stream &out) {
                             out << sycl::hex << sycl::showbase << 255 << "," << sycl::dec << 255;
                             out << "," << 255 << ",";
                             out << sycl::setw(5) << 42 << "," << 'c' << "," << -1.5;
                             out << "," << sycl::setw(0) << 42 << ",";
                             out << sycl::setprecision(3) << 3.14159 << "," << sycl::scientific
                                 << 3.14159 << "," << sycl::defaultfloat << 2.0f;
                             out << "," << sycl::showpos << 1 << "," << sycl::noshowpos << 1 << ",";
                             out << sycl::setw(8) << sycl::hexfloat << 1.5 << ","
                                 << sycl::fixed << 1.5;
                           }),
           "0xff,255,255,   42,    c, -1.5,42,3.14,3.142e+00,2,+1,1,0x1.8p+0,1.500000");

  // User-defined operators and functions: in order, and with the same manipulators.
  CHECK_EQ(check::streamed(q,
                           [](const sycl::stream &out) {
                             out << sycl::hex << 17 << " " << point{18, 19} << " " << 20
                                 << sycl::endl;
                             write_twice(out << "f ");
                             const sycl::stream &same = out << " ";
                             same << 1;
                             const auto &octal = out << sycl::oct << 8;
                             octal << 8 << point{8, 9};
                             static_assert(
                                 std::is_same_v<decltype(out << 8), const sycl::stream &>);
                             same << sycl::hex << 10 << point{10, 11} << 10;
                             out << 10;
                           }),
           "11 (12, 13) 14\nf 10 10 11010(10, 11)a(a, b)a10");

  // All work-items execute the statement concurrently, and each has its own manipulators.
  CHECK_EQ(check::captured([&] {
             q.submit([&](sycl::handler &h) {
                const sycl::stream out(1 << 12, 1 << 10, h);
                h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> it) {
                  out << sycl::hex
                      << sycl::reduce_over_group(it.get_group(), it.get_global_id(0) * 10,
                                                 sycl::plus<>())
                      << " ";
                  out << 60 << " ";
                });
              }).wait();
           }),
           "3c 60 3c 60 3c 60 3c 60 ");

  // The classes of the index space.
  const auto objects = [&](auto space, const auto &body) {
    return check::captured([&] {
      q.submit([&](sycl::handler &h) {
         const sycl::stream out(1 << 12, 1 << 10, h);
         h.parallel_for(space, [=](auto item) { body(out, item); });
       }).wait();
    });
  };
  CHECK_EQ(check::streamed(q,
                           [](const sycl::stream &out) {
                             sycl::float4 v(1, 2.5f, -3, 4);
                             out << v << v.swizzle<3, 1>() << sycl::hex
                                 << sycl::vec<int, 1>(255);
                           }),
           "{1, 2.5, -3, 4}{4, 2.5}{ff}");

  CHECK_EQ(objects(sycl::range<3>(1, 1, 1),
                   [](const sycl::stream &out, sycl::item<3> item) {
                     out << item << " " << item.get_range() << " " << sycl::id<2>(1, 23);
                   }),
           "item(range: {1, 1, 1}, id: {0, 0, 0}, offset: {0, 0, 0}) {1, 1, 1} {1, 23}");
  CHECK_EQ(objects(sycl::nd_range<2>({1, 1}, {1, 1}),
                   [](const sycl::stream &out, sycl::nd_item<2> item) {
                     out << item << " " << item.get_group() << " "
                         << sycl::nd_range<1>(8, 4);
                   }),
           "nd_item(global_id: {0, 0}, local_id: {0, 0}, group: {0, 0}) group(id: {0, 0}, "
           "group_range: {1, 1}, local_range: {1, 1}) nd_range(global_range: {8}, local_range: "
           "{4}, offset: {0})");

  CHECK_EQ(check::captured([&] {
             q.submit([&](sycl::handler &h) {
                const sycl::stream out(1 << 12, 1 << 10, h);
                h.parallel_for_work_group(sycl::range(1), sycl::range(1), [=](sycl::group<1> g) {
                  g.parallel_for_work_item([&](sycl::h_item<1> item) { out << item; });
                });
              }).wait();
           }),
           "h_item(global_id: {0}, local_id: {0}, logical_local_id: {0})");
  // Pointers of every kind are printed like raw ones.
  CHECK_EQ(check::streamed(q,
                           [](const sycl::stream &out) {
                             using sycl::access::address_space;
                             using sycl::access::decorated;
                             sycl::multi_ptr<int, address_space::global_space, decorated::no> no;
                             sycl::multi_ptr<int, address_space::global_space, decorated::yes> yes;
                             sycl::global_ptr<int> legacy;
                             const int *plain = nullptr;
                             no = nullptr;
                             yes = nullptr;
                             legacy = nullptr;
                             out << no << yes << legacy << plain;
                           }),
           "0000");

  return check::result();
}
