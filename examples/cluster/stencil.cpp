// Heat in a plate, distributed over MPI ranks: each has a tile of the plate and
// exchanges its edges with four neighbours in each step, while the inside of the
// tile is computed.
//
//   OMPI_CXX=scythe++ mpicxx -O2 stencil.cpp -o stencil
//   mpirun -np 4 ./stencil 1000 1500 100      # rows, columns, steps
//
// The edges go through memory that host and device share (malloc_host), so this
// works with any MPI. One that knows about GPUs takes pointers of malloc_device.
#include <sycl/sycl.hpp>

#include "digest.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

enum Side { up, down, left, right, sides };

// The part of `total` that belongs to the place `index` of `count`.
struct Part {
  int first, size;
  Part(int total, int count, int index)
      : first(static_cast<int>(static_cast<long long>(total) * index / count)),
        size(static_cast<int>(static_cast<long long>(total) * (index + 1) / count) - first) {}
};

// A tile with a frame of one cell, row by row.
struct Tile {
  int rows, columns;
  std::size_t stride() const { return static_cast<std::size_t>(columns) + 2; }
  std::size_t cells() const { return stride() * (static_cast<std::size_t>(rows) + 2); }
  int length(int side) const { return side == up || side == down ? columns : rows; }

  // The cell at a place of an edge: the tile's own, or the one beyond it.
  std::size_t at_edge(int side, int place, bool beyond) const {
    const int row = side == up ? 1 - beyond : side == down ? rows + beyond : place + 1;
    const int column = side == left ? 1 - beyond : side == right ? columns + beyond : place + 1;
    return static_cast<std::size_t>(row) * stride() + static_cast<std::size_t>(column);
  }
};

float average(const float *from, std::size_t cell, std::size_t stride) {
  return 0.25f * (from[cell - stride] + from[cell + stride] + from[cell - 1] + from[cell + 1]);
}

// A kernel for each edge that has a length: `work(side, place)`.
template <typename Work> void on_edges(sycl::queue &queue, Tile tile, Work work) {
  for (int side = 0; side < sides; ++side) {
    const int length = tile.length(side);
    if (length > 0)
      queue.parallel_for(static_cast<std::size_t>(length),
                         [=](sycl::id<1> place) { work(side, static_cast<int>(place[0])); });
  }
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int rows = argc > 1 ? std::atoi(argv[1]) : 200;
  const int columns = argc > 2 ? std::atoi(argv[2]) : 300;
  const int steps = argc > 3 ? std::atoi(argv[3]) : 50;

  int ranks = 1, rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::array<int, 2> grid{}, place{}, open{};
  MPI_Dims_create(ranks, 2, grid.data());
  MPI_Comm plate;
  MPI_Cart_create(MPI_COMM_WORLD, 2, grid.data(), open.data(), 0, &plate);
  MPI_Comm_rank(plate, &rank);
  MPI_Cart_coords(plate, rank, 2, place.data());
  std::array<int, sides> neighbour;
  MPI_Cart_shift(plate, 0, 1, &neighbour[up], &neighbour[down]);
  MPI_Cart_shift(plate, 1, 1, &neighbour[left], &neighbour[right]);

  const Part my_rows(rows, grid[0], place[0]), my_columns(columns, grid[1], place[1]);
  const Tile tile{my_rows.size, my_columns.size};
  if (tile.rows < 1 || tile.columns < 1) {
    std::fprintf(stderr, "rank %d has no cell of a plate of %d x %d\n", rank, rows, columns);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }

  // In order: commands need no events between them.
  sycl::queue queue{sycl::property::queue::in_order{}};
  float *now = sycl::malloc_device<float>(tile.cells(), queue);
  float *next = sycl::malloc_device<float>(tile.cells(), queue);
  std::array<float *, sides> out, in;
  for (int side = 0; side < sides; ++side) {
    const auto length = static_cast<std::size_t>(tile.length(side));
    out[side] = sycl::malloc_host<float>(length, queue);
    in[side] = sycl::malloc_host<float>(length, queue);
    // What is beyond the plate stays as it is: hot above, cold elsewhere.
    std::fill_n(in[side], length, side == up ? 1.0f : 0.0f);
  }
  queue.fill(now, 0.0f, tile.cells());
  queue.fill(next, 0.0f, tile.cells());
  queue.wait();

  const double start = MPI_Wtime();
  for (int step = 0; step < steps; ++step) {
    on_edges(queue, tile, [=](int side, int at) { out[side][at] = now[tile.at_edge(side, at, false)]; });
    queue.wait();
    std::array<MPI_Request, 2 * sides> requests;
    for (int side = 0; side < sides; ++side) {
      const int opposite = side ^ 1;
      MPI_Irecv(in[side], tile.length(side), MPI_FLOAT, neighbour[side], opposite, plate,
                &requests[side]);
      MPI_Isend(out[side], tile.length(side), MPI_FLOAT, neighbour[side], side, plate,
                &requests[sides + side]);
    }
    // Cells that need nothing of the neighbours, meanwhile.
    if (tile.rows > 2 && tile.columns > 2) {
      const sycl::range<2> inside(static_cast<std::size_t>(tile.rows) - 2,
                                  static_cast<std::size_t>(tile.columns) - 2);
      queue.parallel_for(inside, [=](sycl::id<2> at) {
        const std::size_t cell = (at[0] + 2) * tile.stride() + at[1] + 2;
        next[cell] = average(now, cell, tile.stride());
      });
    }
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    on_edges(queue, tile, [=](int side, int at) { now[tile.at_edge(side, at, true)] = in[side][at]; });
    on_edges(queue, tile, [=](int side, int at) {
      const std::size_t cell = tile.at_edge(side, at, false);
      next[cell] = average(now, cell, tile.stride());
    });
    std::swap(now, next);
  }
  queue.wait();
  const double seconds = MPI_Wtime() - start;

  // The whole plate, put together by the first rank.
  std::vector<float> mine(tile.cells());
  queue.copy(now, mine.data(), mine.size()).wait();
  if (rank != 0) {
    MPI_Send(mine.data(), static_cast<int>(mine.size()), MPI_FLOAT, 0, 0, plate);
  } else {
    std::vector<float> whole(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
    for (int other = 0; other < ranks; ++other) {
      std::array<int, 2> where;
      MPI_Cart_coords(plate, other, 2, where.data());
      const Part its_rows(rows, grid[0], where[0]), its_columns(columns, grid[1], where[1]);
      const Tile its{its_rows.size, its_columns.size};
      std::vector<float> cells(its.cells());
      if (other == 0)
        cells = mine;
      else
        MPI_Recv(cells.data(), static_cast<int>(cells.size()), MPI_FLOAT, other, 0, plate,
                 MPI_STATUS_IGNORE);
      for (int row = 0; row < its.rows; ++row) {
        const auto from = cells.begin() + static_cast<std::ptrdiff_t>(
                              (static_cast<std::size_t>(row) + 1) * its.stride() + 1);
        std::copy_n(from, its.columns,
                    whole.begin() + static_cast<std::ptrdiff_t>(its_rows.first + row) * columns +
                        its_columns.first);
      }
    }
    std::printf("plate %d x %d, %d steps: %016llx\n", rows, columns, steps,
                static_cast<unsigned long long>(digest(whole.data(), whole.size())));
    std::fprintf(stderr, "%d ranks (%d x %d): %.6f s\n", ranks, grid[0], grid[1], seconds);
  }

  for (float *pointer : {now, next})
    sycl::free(pointer, queue);
  for (int side = 0; side < sides; ++side) {
    sycl::free(out[side], queue);
    sycl::free(in[side], queue);
  }
  MPI_Comm_free(&plate);
  MPI_Finalize();
}
