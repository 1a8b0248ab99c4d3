// What a debugger shows of kernels and SYCL's classes. Lines with a comment in capitals are where it stops.
#include <sycl/sycl.hpp>

#include <vector>

class stepping;

int main() {
    sycl::queue q;
    std::vector<int> data{1, 2, 3, 4, 5, 6, 7, 8};
    sycl::buffer<int> b(data.data(), sycl::range<1>(8));
    sycl::buffer<short, 2> square(sycl::range<2>(3, 4));
    q.submit([&](sycl::handler& h) {
        sycl::accessor part(b, h, sycl::range<1>(4), sycl::id<1>(2), sycl::read_write);
        h.parallel_for<stepping>(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> i) {
            sycl::vec<float, 3> v(1.5f, 2, 3);
            sycl::id<1> at = i.get_global_id();
            sycl::range<3> sizes(1, 2, 3);
            if (at[0] < 4) part[at] += static_cast<int>(v[0] + sizes[1]); // IN KERNEL
        });
    });
    q.wait();
    q.parallel_for(sycl::range<2>(2, 3), [=](sycl::item<2> i) {
         volatile size_t column = i[1]; // OVER RANGE
         (void)column;
     }).wait();
    sycl::host_accessor h(b);
    return h[2] != 6; // AT END
}
