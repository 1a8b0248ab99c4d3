//! flags = "-O2 --targets=cpu:sapphirerapids"
// Tiles of AMX are values of a type that cannot be in memory, so they cannot be saved for a work-item.
#include <sycl/sycl.hpp>

#include <immintrin.h>

__attribute__((target("amx-tile"))) static void copy(char *from, char *to) {
  __tile1024i tile{16, 64};
  __tile_loadd(&tile, from, 64);
  __tile_stored(to, 64, tile);
}

void run(sycl::queue &q, char *a, char *b) {
  q.single_task<class kernel>([=] { copy(a, b); });
}
