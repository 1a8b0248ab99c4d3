#include "cuda.hpp"
#include "transport.hpp"

struct Tables {
  const Point *tables;
  const double *energies;
  const int *places, *starts, *members;
  const double *densities;
  int points, nuclides;
};

/// The last of the sorted energies that is not above `energy`, or the first.
__device__ int search(const double *energies, int count, double energy) {
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

__global__ void look_up(Tables t, const double *particle_energies, const int *particle_materials,
                        double *out, int lookups) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= lookups)
    return;
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
}

int main(int argc, char **argv) {
  return bench::main(argc, argv, [](bench::Program &program) {
    const Problem problem(program.small);
    bench::Stream stream(program);
    const bench::Array<Point> points(problem.tables);
    const bench::Array<double> energies(problem.energies), densities(problem.densities),
        particle_energies(problem.particle_energies), out(problem.lookups);
    const bench::Array<int> places(problem.places), starts(problem.starts),
        members(problem.members), particle_materials(problem.particle_materials);
    const Tables tables{points,    energies,       places,          starts, members,
                        densities, problem.points, problem.nuclides};
    program.row(
        problem.row(), stream,
        [&] {
          look_up<<<bench::blocks(problem.lookups), bench::block>>>(
              tables, particle_energies, particle_materials, out, problem.lookups);
        },
        [&] { return problem.check(out.values()); });
  });
}
