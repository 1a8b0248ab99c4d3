constant uint start[8] = START;
constant uint round_constants[64] = ROUND_CONSTANTS;

uint rotated(uint value, uint right) { return rotate(value, 32 - right); }

kernel void hashes(global const uchar *prefix, global uint *out, int prefix_bytes) {
  const uint number = get_global_id(0);
  uchar block[64];
  for (int i = 0; i < 64; i++)
    block[i] = 0;
  for (int i = 0; i < prefix_bytes; i++)
    block[i] = prefix[i];
  const int bytes = prefix_bytes + 8;
  for (int i = 0; i < 8; i++) {
    const uint digit = number >> (28 - 4 * i) & 15;
    block[prefix_bytes + i] = (uchar)(digit < 10 ? '0' + digit : 'a' - 10 + digit);
  }
  block[bytes] = 0x80;
  block[62] = (uchar)(bytes * 8 >> 8);
  block[63] = (uchar)(bytes * 8);
  uint words[64];
  for (int i = 0; i < 16; i++)
    words[i] = (uint)block[4 * i] << 24 | (uint)block[4 * i + 1] << 16 |
               (uint)block[4 * i + 2] << 8 | (uint)block[4 * i + 3];
  for (int i = 16; i < 64; i++) {
    const uint a = words[i - 15], b = words[i - 2];
    words[i] = words[i - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + words[i - 7] +
               (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
  }
  uint state[8];
  for (int i = 0; i < 8; i++)
    state[i] = start[i];
  for (int i = 0; i < 64; i++) {
    const uint e = state[4], a = state[0];
    const uint x = state[7] + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +
                   ((e & state[5]) ^ (~e & state[6])) + round_constants[i] + words[i];
    const uint y = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) +
                   ((a & state[1]) ^ (a & state[2]) ^ (state[1] & state[2]));
    for (int k = 7; k > 0; k--)
      state[k] = state[k - 1];
    state[4] += x;
    state[0] = x + y;
  }
  out[number] = start[0] + state[0];
}
