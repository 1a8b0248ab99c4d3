// SHA-256 of many short messages: each work-item writes a message and its padding to a private block byte by
// byte, reads it as words, and keeps the words of the schedule in a private array. The first word of the hash
// is the result.
#pragma once

#include "../harness.hpp"

#include <cstdint>

namespace hash {

constexpr int block_bytes = 64, length_bytes = 8, rounds = 64, first_words = 16;

constexpr std::uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

constexpr std::uint32_t round_constants[rounds] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

inline std::uint32_t rotated(std::uint32_t value, int right) {
  return value >> right | value << (32 - right);
}

/// The hash of the text `prefix` and a number in hexadecimal.
inline std::uint32_t first_word(const std::uint8_t *prefix, int prefix_bytes,
                                std::uint32_t number) {
  std::uint8_t block[block_bytes];
  for (int i = 0; i < block_bytes; i++)
    block[i] = 0;
  for (int i = 0; i < prefix_bytes; i++)
    block[i] = prefix[i];
  const int bytes = prefix_bytes + 8;
  for (int i = 0; i < 8; i++) {
    const std::uint32_t digit = number >> (28 - 4 * i) & 15;
    block[prefix_bytes + i] = std::uint8_t(digit < 10 ? '0' + digit : 'a' - 10 + digit);
  }
  block[bytes] = 0x80;
  block[block_bytes - 2] = std::uint8_t(bytes * 8 >> 8);
  block[block_bytes - 1] = std::uint8_t(bytes * 8);
  std::uint32_t words[rounds];
  for (int i = 0; i < first_words; i++)
    words[i] = std::uint32_t(block[4 * i]) << 24 | std::uint32_t(block[4 * i + 1]) << 16 |
               std::uint32_t(block[4 * i + 2]) << 8 | std::uint32_t(block[4 * i + 3]);
  for (int i = first_words; i < rounds; i++) {
    const std::uint32_t a = words[i - 15], b = words[i - 2];
    words[i] = words[i - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + words[i - 7] +
               (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
  }
  std::uint32_t state[8];
  for (int i = 0; i < 8; i++)
    state[i] = start[i];
  for (int i = 0; i < rounds; i++) {
    const std::uint32_t e = state[4], a = state[0];
    const std::uint32_t x = state[7] + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) +
                            ((e & state[5]) ^ (~e & state[6])) + round_constants[i] + words[i];
    const std::uint32_t y = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) +
                            ((a & state[1]) ^ (a & state[2]) ^ (state[1] & state[2]));
    for (int k = 7; k > 0; k--)
      state[k] = state[k - 1];
    state[4] += x;
    state[0] = x + y;
  }
  return start[0] + state[0];
}

struct Problem {
  static constexpr const char *name = "hash";
  static constexpr double tolerance = 0;

  explicit Problem(bench::Scale);
  std::string size() const;
  double bytes() const { return double(messages) * sizeof(std::uint32_t); }
  double flops() const { return 0; }

  int messages;
  bench::Values<std::uint8_t> prefix;
};

bench::Values<std::uint32_t> reference(const Problem &);
bench::Contender<std::uint32_t> with_sycl(const Problem &);
bench::Contender<std::uint32_t> with_openmp(const Problem &);
bench::Contender<std::uint32_t> with_opencl(const Problem &);

} // namespace hash
