// The table look-ups of Monte Carlo neutron transport, after XSBench with a unionised grid: a particle's energy is
// searched in the sorted energies of all nuclides; the place says where to look in the table of each nuclide of the
// material that the particle is in.
#pragma once

#include "harness.hpp"

#include <algorithm>

constexpr int channels = 5;

/// A row of a nuclide's table.
struct Point {
  double energy, sections[channels];
};

struct Problem {
  explicit Problem(bool small)
      : points(small ? 100 : 11303), lookups(1 << (small ? 12 : 18)),
        tables(nuclides * points) {
    for (int nuclide = 0; nuclide < nuclides; nuclide++) {
      bench::Values<double> of_nuclide = bench::random_values(points, 0.0, 1.0, 100 + nuclide);
      std::sort(of_nuclide.begin(), of_nuclide.end());
      for (int i = 0; i < points; i++) {
        Point &point = tables[nuclide * points + i];
        point.energy = of_nuclide[i];
        energies.push_back(point.energy);
        for (int channel = 0; channel < channels; channel++)
          point.sections[channel] =
              double(bench::random_bits((nuclide * points + i) * channels + channel) >> 40) / (1 << 24);
      }
    }
    std::sort(energies.begin(), energies.end());
    build_places();
    build_materials();
    particle_energies = bench::random_values(lookups, 0.0, 1.0, 50);
    for (int i = 0; i < lookups; i++)
      particle_materials.push_back(int(bench::random_bits(i) % materials));
  }

  bench::Row row() const { return {"transport", bench::Unit::items, double(lookups)}; }

  /// `out` has a weighted sum of the channels for each look-up.
  std::string check(const bench::Values<double> &out) const {
    return bench::agrees(out, 1e-9, 500, [&](std::size_t i) {
      const double energy = particle_energies[i];
      const int material = particle_materials[i];
      double sum = 0;
      for (int n = starts[material]; n < starts[material + 1]; n++) {
        const Point *table = &tables[members[n] * points];
        int low = 0;
        while (low < points - 2 && table[low + 1].energy <= energy)
          low++;
        const Point &below = table[low], &above = table[low + 1];
        const double share = (above.energy - energy) / (above.energy - below.energy);
        for (int channel = 0; channel < channels; channel++)
          sum += (channel + 1) * densities[n] *
                 (above.sections[channel] -
                  share * (above.sections[channel] - below.sections[channel]));
      }
      return sum;
    });
  }

  static constexpr int nuclides = 68, materials = 12;
  int points; ///< of each nuclide's table
  int lookups;
  bench::Values<Point> tables;    ///< nuclide by nuclide
  bench::Values<double> energies; ///< of all tables, sorted
  bench::Values<int> places;      ///< for each of `energies` where it is in the table of each nuclide
  bench::Values<int> starts;      ///< where the nuclides of each material begin in `members`
  bench::Values<int> members;     ///< nuclides of the materials
  bench::Values<double> densities;
  bench::Values<double> particle_energies;
  bench::Values<int> particle_materials;

private:
  void build_places() {
    int at[nuclides] = {};
    places.reserve(energies.size() * nuclides);
    for (const double energy : energies)
      for (int nuclide = 0; nuclide < nuclides; nuclide++) {
        const Point *table = &tables[nuclide * points];
        // The last point has no upper neighbour.
        while (at[nuclide] < points - 2 && table[at[nuclide] + 1].energy <= energy)
          at[nuclide]++;
        places.push_back(at[nuclide]);
      }
  }

  void build_materials() {
    constexpr int sizes[materials] = {34, 5, 4, 4, 27, 21, 21, 21, 21, 21, 9, 9};
    starts.push_back(0);
    for (int size : sizes) {
      for (int i = 0; i < size; i++)
        members.push_back(int(bench::random_bits(members.size() + 1000) % nuclides));
      starts.push_back(int(members.size()));
    }
    densities = bench::random_values(members.size(), 0.1, 1.0, 60);
  }
};
