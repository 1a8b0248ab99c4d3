// Numbers look as std::ostream prints them: random and odd values in all notations.
#include "stream_capture.hpp"

#include <cstdint>
#include <cstring>
#include <iomanip>
#include <limits>
#include <random>
#include <sstream>

namespace {

struct number {
  double value;
  int precision;
};

std::vector<number> numbers() {
  std::mt19937_64 random(7);
  std::vector<number> all;
  const int precisions[] = {0, 1, 2, 3, 6, 9, 15, 16, 17, 20, 40};
  for (int i = 0; i < 3000; ++i) {
    const std::uint64_t bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (i % 3 == 1)
      value = static_cast<double>(static_cast<std::int64_t>(random())) / 1024;
    if (i % 3 == 2)
      value = static_cast<double>(random() % 20000) / 8; // ties
    all.push_back({value, precisions[random() % std::size(precisions)]});
  }
  using limits = std::numeric_limits<double>;
  for (const double value :
       {0.0, -0.0, 0.5, 1.5, 2.5, 0.125, 9.5, 99.5, 999999.5, 9999995.0, 1e5, 1e6, 1e-4, 1e-5,
        9.9999995e-5, 123456789.0, 1e22, 1e23, limits::max(), -limits::min(),
        limits::denorm_min(), limits::epsilon(), limits::infinity(), -limits::infinity(),
        limits::quiet_NaN(), 3.14159265358979, 2e-308, 0.1f + 0.0, 1e300})
    for (const int precision : precisions)
      all.push_back({value, precision});
  return all;
}

template <typename Manipulate, typename ManipulateHost>
void compare(sycl::queue &q, const std::vector<number> &all, Manipulate manipulate,
             ManipulateHost manipulate_host) {
  const number *const data = all.data();
  const std::size_t count = all.size();
  sycl::buffer<number> buffer(data, sycl::range<1>(count));
  const std::string text = check::captured([&] {
    q.submit([&](sycl::handler &h) {
       sycl::stream out(1 << 22, 1 << 12, h);
       sycl::accessor in(buffer, h, sycl::read_only);
       h.single_task([=] {
         for (std::size_t i = 0; i < count; ++i)
           out << manipulate << sycl::setprecision(in[i].precision) << in[i].value << sycl::endl;
       });
     }).wait();
  });
  const std::vector<std::string> got = check::lines(text);
  CHECK_EQ(got.size(), count);
  for (std::size_t i = 0; i < count && i < got.size(); ++i) {
    std::ostringstream want;
    want << manipulate_host << std::setprecision(all[i].precision) << all[i].value;
    CHECK_EQ(got[i], want.str());
  }
}

template <typename Out, typename Base, typename Show>
void write_integers(Out &out, Base base, Show show) {
  const auto ends = [&](auto zero) {
    using limits = std::numeric_limits<decltype(zero)>;
    for (const auto value : {limits::min(), limits::max(), zero})
      out << base << show << value << " ";
  };
  ends(static_cast<short>(0)), ends(static_cast<unsigned short>(0));
  ends(0), ends(0u), ends(0l), ends(0ul), ends(0ll), ends(0ull);
}

} // namespace

int main() {
  sycl::queue q;
  const std::vector<number> all = numbers();
  compare(q, all, sycl::defaultfloat, std::defaultfloat);
  compare(q, all, sycl::fixed, std::fixed);
  compare(q, all, sycl::scientific, std::scientific);
  compare(q, all, sycl::hexfloat, std::hexfloat);
  compare(q, all, sycl::showpos, std::showpos);

  // Integers of all types at their ends, in all bases.
  const auto both = [&](auto base, auto base_host, auto show, auto show_host) {
    const std::string got = check::streamed(
        q, [=](const sycl::stream &out) { write_integers(out, base, show); });
    std::ostringstream want;
    write_integers(want, base_host, show_host);
    CHECK_EQ(got, want.str());
  };
  both(sycl::dec, std::dec, sycl::noshowbase, std::noshowbase);
  both(sycl::hex, std::hex, sycl::noshowbase, std::noshowbase);
  both(sycl::oct, std::oct, sycl::noshowbase, std::noshowbase);
  both(sycl::dec, std::dec, sycl::showbase, std::showbase);
  both(sycl::hex, std::hex, sycl::showbase, std::showbase);
  both(sycl::oct, std::oct, sycl::showbase, std::showbase);
  return check::result();
}
