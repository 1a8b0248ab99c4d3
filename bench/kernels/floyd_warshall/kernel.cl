kernel void start(global const int *from, global int *ways) {
  ways[get_global_id(0)] = from[get_global_id(0)];
}

kernel void through(global int *ways, global int *last, int n, int k) {
  const int y = get_global_id(1), x = get_global_id(0);
  const int length = ways[y * n + k] + ways[k * n + x];
  if (length < ways[y * n + x]) {
    ways[y * n + x] = length;
    last[y * n + x] = k;
  }
}
