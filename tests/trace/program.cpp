// A program with commands of all kinds, whose trace the tests read. Kernels are named by what they do.
#include <sycl/sycl.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace oneapi = sycl::ext::oneapi::experimental;

constexpr size_t size = 10000;

class first;
class second;
class ordered;
class in_graph;
class after_graph;
class of_thread;
class never;

// Out of order: a chain through a buffer, beside a host task.
static void buffers(sycl::queue& q) {
    std::vector<int> data(size, 1);
    sycl::buffer<int> b(data.data(), sycl::range<1>(size));
    q.submit([&](sycl::handler& h) {
        sycl::accessor a(b, h, sycl::read_write);
        h.parallel_for<first>(sycl::range<1>(size), [=](sycl::id<1> i) { a[i] += 1; });
    });
    q.submit([&](sycl::handler& h) {
        sycl::accessor a(b, h, sycl::read_write);
        h.parallel_for<second>(sycl::nd_range<1>(size, 100), [=](sycl::nd_item<1> i) { a[i.get_global_id()] *= 2; });
    });
    sycl::event task = q.submit([&](sycl::handler& h) { h.host_task([] { std::puts("a host task"); }); });
    sycl::host_accessor a(b);
    if (a[size - 1] != 4) std::exit(1);
    // A task that runs when the program ends may complete too late for the trace.
    task.wait();
}

// In order: every command comes after the one before.
static void in_order(sycl::device d) {
    sycl::queue q(d, sycl::property::queue::in_order());
    int* p = sycl::malloc_shared<int>(size, q);
    q.fill(p, 1, size);
    for (int round = 0; round < 3; ++round)
        q.parallel_for<ordered>(sycl::range<2>(100, size / 100), [=](sycl::id<2> i) { p[i[0] * (size / 100) + i[1]] += 1; });
    std::vector<int> back(size);
    q.memcpy(back.data(), p, size * sizeof(int)).wait();
    if (back[size - 1] != 4) std::exit(1);
    sycl::free(p, q);
}

static void graph(sycl::queue& q) {
    int* p = sycl::malloc_device<int>(size, q);
    q.fill(p, 0, size).wait();
    oneapi::command_graph g(q.get_context(), q.get_device());
    auto a = g.add([&](sycl::handler& h) { h.parallel_for<in_graph>(sycl::range<1>(size), [=](sycl::id<1> i) { p[i] += 1; }); });
    g.add([&](sycl::handler& h) { h.parallel_for<after_graph>(sycl::range<1>(size), [=](sycl::id<1> i) { p[i] *= 2; }); },
          {oneapi::property::node::depends_on(a)});
    auto final = g.finalize();
    for (int round = 0; round < 2; ++round) q.ext_oneapi_graph(final).wait();
    sycl::free(p, q);
}

static void threads(sycl::device d) {
    auto work = [=] {
        sycl::queue q(d);
        int* p = sycl::malloc_shared<int>(1, q);
        for (int round = 0; round < 4; ++round) q.single_task<of_thread>([=] { *p = round; }).wait();
        sycl::free(p, q);
    };
    std::thread a(work), b(work);
    a.join();
    b.join();
}

// A host task that throws, and a command that does not run because of that.
static void failures(sycl::device d) {
    int seen = 0;
    sycl::queue q(d, [&](sycl::exception_list list) { seen += static_cast<int>(list.size()); });
    int* p = sycl::malloc_shared<int>(1, q);
    *p = 0;
    auto wrong = q.submit([&](sycl::handler& h) { h.host_task([] { throw std::runtime_error("on purpose"); }); });
    q.submit([&](sycl::handler& h) {
        h.depends_on(wrong);
        h.single_task<never>([=] { *p = 1; });
    });
    q.wait_and_throw();
    if (seen == 0 || *p != 0) std::exit(1);
    sycl::free(p, q);
}

int main(int argc, char** argv) {
    sycl::queue q;
    const char* how = argc > 1 ? argv[1] : "";
    buffers(q);
    if (!std::strcmp(how, "exit")) std::exit(0);
    if (!std::strcmp(how, "_exit")) {
        usleep(300000);
        _exit(0);
    }
    if (!std::strcmp(how, "fork")) {
        if (fork() == 0) {
            in_order(q.get_device());
            std::exit(0);
        }
        int status = 1;
        wait(&status);
        return status;
    }
    in_order(q.get_device());
    graph(q);
    threads(q.get_device());
    failures(q.get_device());
}
