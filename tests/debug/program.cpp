// Kernels and SYCL's classes for debugger tests. The tests stop at lines with a comment in capitals.
#include <sycl/sycl.hpp>

#include <vector>

class stepping;
class meeting;

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
    int* sums = sycl::malloc_shared<int>(8, q);
    q.submit([&](sycl::handler& h) {
        sycl::local_accessor<int, 1> tile(4, h);
        h.parallel_for<meeting>(sycl::nd_range<2>({2, 4}, {1, 4}), [=](sycl::nd_item<2> i) {
            int l = static_cast<int>(i.get_local_id(1));
            int before = 10 * l + 7;
            int pair[2] = {l, -l};
            tile[l] = before; // BEFORE BARRIER
            i.barrier();
            int behind = tile[l ^ 1];
            int sum = behind; // BEHIND BARRIER
            for (int round = 0; round < 2; ++round) {
                float half = 0.5f * round;
                i.barrier();
                sum += pair[round] + static_cast<int>(half); // IN LOOP
            }
            if (l % 2 == 1) {
                int odd = sum;
                sycl::group_barrier(i.get_sub_group());
                sum = odd + 1; // DIVERGENT
            }
            sums[i.get_global_linear_id()] = sum; // AFTER ALL
        });
    });
    q.wait();
    sycl::host_accessor h(b);
    return h[2] != 6 || sums[2] != 37 || sums[3] != 28; // AT END
}
