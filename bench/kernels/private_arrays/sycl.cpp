#include "../sycl.hpp"
#include "problem.hpp"

namespace private_arrays {

namespace {

void energies(sycl::queue &queue, const Atom *small, const Atom *large, const float *places,
              float *out, int items, int small_count, int large_count) {
  queue.parallel_for(sycl::range<1>(std::size_t(items)), [=](sycl::id<1> id) {
    const int i = int(id[0]), poses = items * poses_per_item;
    sycl::float4 t[poses_per_item][3];
    float energy[poses_per_item];
    for (int p = 0; p < poses_per_item; p++) {
      const int pose = p * items + i;
      const auto place = [=](int degree) { return places[degree * poses + pose]; };
      const float sx = sycl::sin(place(0)), cx = sycl::cos(place(0)), sy = sycl::sin(place(1)),
                  cy = sycl::cos(place(1)), sz = sycl::sin(place(2)), cz = sycl::cos(place(2));
      t[p][0] = {cy * cz, sx * sy * cz - cx * sz, cx * sy * cz + sx * sz, place(3)};
      t[p][1] = {cy * sz, sx * sy * sz + cx * cz, cx * sy * sz - sx * cz, place(4)};
      t[p][2] = {-sy, sx * cy, cx * cy, place(5)};
      energy[p] = 0;
    }
    for (int s = 0; s < small_count; s++) {
      const Atom atom = small[s];
      sycl::float3 at[poses_per_item];
      for (int p = 0; p < poses_per_item; p++)
        for (int c = 0; c < 3; c++)
          at[p][c] = t[p][c].x() * atom.x + t[p][c].y() * atom.y + t[p][c].z() * atom.z + t[p][c].w();
      for (int l = 0; l < large_count; l++) {
        const Atom other = large[l];
        for (int p = 0; p < poses_per_item; p++) {
          const float x = at[p].x() - other.x, y = at[p].y() - other.y, z = at[p].z() - other.z;
          const float overlap = atom.radius + other.radius - sycl::sqrt(x * x + y * y + z * z);
          energy[p] += overlap > 0 ? overlap * 2 : overlap * 0.125f;
        }
      }
    }
    for (int p = 0; p < poses_per_item; p++)
      out[p * items + i] = energy[p];
  });
}

} // namespace

bench::Contender<float> with_sycl(const Problem &problem) {
  sycl::queue queue = bench::in_order_queue();
  const bench::SharedArray<float> small(queue, problem.small_atoms);
  const bench::SharedArray<float> large(queue, problem.large_atoms);
  const bench::SharedArray<float> places(queue, problem.places);
  const bench::SharedArray<float> out(queue, std::size_t(problem.items) * poses_per_item);
  const auto run = [=, &problem]() mutable {
    energies(queue, reinterpret_cast<const Atom *>(small.get()),
             reinterpret_cast<const Atom *>(large.get()), places.get(), out.get(), problem.items,
             problem.small, problem.large);
    queue.wait();
  };
  return {run, [=] { return out.values(); }};
}

} // namespace private_arrays
