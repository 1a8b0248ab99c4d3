kernel void find_edges(global const float *image, global float *edges) {
  const size_t width = get_global_size(0), height = get_global_size(1);
  const size_t x = get_global_id(0), y = get_global_id(1), i = y * width + x;
  float edge = 0;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    global const float *above = image + i - width, *here = image + i, *below = image + i + width;
    const float gx = above[1] + 2 * here[1] + below[1] - above[-1] - 2 * here[-1] - below[-1];
    const float gy = below[-1] + 2 * below[0] + below[1] - above[-1] - 2 * above[0] - above[1];
    edge = sqrt(gx * gx + gy * gy);
  }
  edges[i] = edge;
}
