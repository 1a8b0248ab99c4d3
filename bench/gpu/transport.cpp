#include "sycl.hpp"
#include "transport.hpp"

namespace {

struct Tables {
  const Point *tables;
  const double *energies;
  const int *places, *starts, *members;
  const double *densities;
  int points, nuclides;
};

/// The last of the sorted energies that is not above `energy`, or the first.
int search(const double *energies, int count, double energy) {
  int low = 0, high = count;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    if (energies[middle] > energy)
      high = middle;
    else
      low = middle;
  }
  return low;
}

void look_up(sycl::queue &queue, Tables t, const double *particle_energies,
             const int *particle_materials, double *out, int lookups) {
  queue.parallel_for(sycl::range<1>(lookups), [=](sycl::id<1> i) {
    const double energy = particle_energies[i];
    const int material = particle_materials[i];
    const int *places = t.places + search(t.energies, t.points * t.nuclides, energy) * t.nuclides;
    double sums[channels] = {};
    for (int n = t.starts[material]; n < t.starts[material + 1]; n++) {
      const int nuclide = t.members[n];
      const Point *below = t.tables + nuclide * t.points + places[nuclide], *above = below + 1;
      const double share = (above->energy - energy) / (above->energy - below->energy);
      for (int c = 0; c < channels; c++)
        sums[c] += t.densities[n] *
                   (above->sections[c] - share * (above->sections[c] - below->sections[c]));
    }
    double sum = 0;
    for (int c = 0; c < channels; c++)
      sum += (c + 1) * sums[c];
    out[i] = sum;
  });
}

} // namespace

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    sycl::queue queue = bench::in_order_queue(program);
    const bench::Array<Point> points(queue, problem.tables);
    const bench::Array<double> energies(queue, problem.energies),
        densities(queue, problem.densities), particle_energies(queue, problem.particle_energies),
        out(queue, problem.lookups);
    const bench::Array<int> places(queue, problem.places), starts(queue, problem.starts),
        members(queue, problem.members), particle_materials(queue, problem.particle_materials);
    const Tables tables{points,    energies,       places,          starts, members,
                        densities, problem.points, problem.nuclides};
    program.row(
        problem.row(), queue,
        [&] {
          look_up(queue, tables, particle_energies, particle_materials, out, problem.lookups);
        },
        [&] { return problem.check(out.values()); });
  });
}
