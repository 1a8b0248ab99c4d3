// Bodies that attract each other, distributed over MPI ranks: each rank moves its
// part of them, and all ranks exchange all positions in each step.
//
//   OMPI_CXX=scythe++ mpicxx -O2 nbody.cpp -o nbody
//   mpirun -np 4 ./nbody 10000 10             # bodies, steps
#include <sycl/sycl.hpp>

#include "digest.hpp"

#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

struct Body {
  float x, y, z, mass;
};

// Anything that looks random and is the same on every rank.
float noise(unsigned number) {
  number = (number ^ 61u) ^ (number >> 16);
  number *= 9u;
  number = (number ^ (number >> 4)) * 0x27d4eb2du;
  return static_cast<float>((number ^ (number >> 15)) & 0xffffu) / 65536.0f;
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int bodies = argc > 1 ? std::atoi(argv[1]) : 1001;
  const int steps = argc > 2 ? std::atoi(argv[2]) : 5;
  int ranks = 1, rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  // Parts differ by one body at most; some are empty if there are few.
  std::vector<int> counts, firsts;
  for (int other = 0; other < ranks; ++other) {
    const auto first = [&](int index) {
      return static_cast<int>(static_cast<long long>(bodies) * index / ranks);
    };
    firsts.push_back(4 * first(other));
    counts.push_back(4 * first(other + 1) - firsts.back());
  }
  const auto mine = static_cast<std::size_t>(counts[static_cast<std::size_t>(rank)] / 4);
  const auto first = static_cast<std::size_t>(firsts[static_cast<std::size_t>(rank)] / 4);

  sycl::queue queue{sycl::property::queue::in_order{}};
  // MPI writes into it, and kernels read it: host memory that devices see.
  const auto count = static_cast<std::size_t>(bodies);
  Body *all = sycl::malloc_host<Body>(count, queue);
  sycl::float3 *speed = sycl::malloc_device<sycl::float3>(mine + 1, queue);
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<unsigned>(i);
    all[i] = {noise(4 * number), noise(4 * number + 1), noise(4 * number + 2),
              1.0f + noise(4 * number + 3)};
  }
  queue.fill(speed, sycl::float3(0.0f), mine + 1).wait();

  const double start = MPI_Wtime();
  for (int step = 0; step < steps; ++step) {
    constexpr float pause = 1e-3f, softening = 1e-3f;
    if (mine > 0) {
      queue.parallel_for(mine, [=](sycl::id<1> index) {
        const Body self = all[first + index[0]];
        sycl::float3 pull(0.0f);
        for (std::size_t other = 0; other < count; ++other) {
          const Body body = all[other];
          const float x = body.x - self.x, y = body.y - self.y, z = body.z - self.z;
          const float squared = x * x + y * y + z * z + softening;
          const float factor = body.mass / (squared * sycl::sqrt(squared));
          pull += sycl::float3(x * factor, y * factor, z * factor);
        }
        speed[index] += pull * pause;
      });
      queue.parallel_for(mine, [=](sycl::id<1> index) {
        Body &self = all[first + index[0]];
        self.x += speed[index].x() * pause;
        self.y += speed[index].y() * pause;
        self.z += speed[index].z() * pause;
      });
    }
    queue.wait();
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_FLOAT, all, counts.data(), firsts.data(), MPI_FLOAT,
                   MPI_COMM_WORLD);
  }
  const double seconds = MPI_Wtime() - start;

  if (rank == 0) {
    std::printf("%d bodies, %d steps: %016llx\n", bodies, steps,
                static_cast<unsigned long long>(digest(&all[0].x, 4 * count)));
    std::fprintf(stderr, "%d ranks: %.6f s\n", ranks, seconds);
  }
  sycl::free(all, queue);
  sycl::free(speed, queue);
  MPI_Finalize();
}
