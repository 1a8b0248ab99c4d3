kernel void energies(global const float4 *small_atoms, global const float4 *large_atoms,
                     global const float *places, global float *out, int items, int small_count,
                     int large_count) {
  const int i = get_global_id(0), poses = items * POSES;
  float4 t[POSES][3];
  float energy[POSES];
  for (int p = 0; p < POSES; p++) {
    const global float *place = places + p * items + i;
    const float sx = sin(place[0]), cx = cos(place[0]), sy = sin(place[poses]),
                cy = cos(place[poses]), sz = sin(place[2 * poses]), cz = cos(place[2 * poses]);
    t[p][0] = (float4)(cy * cz, sx * sy * cz - cx * sz, cx * sy * cz + sx * sz, place[3 * poses]);
    t[p][1] = (float4)(cy * sz, sx * sy * sz + cx * cz, cx * sy * sz - sx * cz, place[4 * poses]);
    t[p][2] = (float4)(-sy, sx * cy, cx * cy, place[5 * poses]);
    energy[p] = 0;
  }
  for (int s = 0; s < small_count; s++) {
    const float4 atom = small_atoms[s];
    float at[POSES][3];
    for (int p = 0; p < POSES; p++)
      for (int c = 0; c < 3; c++)
        at[p][c] = t[p][c].x * atom.x + t[p][c].y * atom.y + t[p][c].z * atom.z + t[p][c].w;
    for (int l = 0; l < large_count; l++) {
      const float4 other = large_atoms[l];
      for (int p = 0; p < POSES; p++) {
        const float x = at[p][0] - other.x, y = at[p][1] - other.y, z = at[p][2] - other.z;
        const float overlap = atom.w + other.w - sqrt(x * x + y * y + z * z);
        energy[p] += overlap > 0 ? overlap * 2 : overlap * 0.125f;
      }
    }
  }
  for (int p = 0; p < POSES; p++)
    out[p * items + i] = energy[p];
}
