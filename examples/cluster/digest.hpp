// One number for an array, so that results of different runs can be compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

// FNV-1a over the bytes: results have to agree in the last bit.
template <typename T> std::uint64_t digest(const T *values, std::size_t count) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i < count; ++i) {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &values[i], sizeof(T));
    for (unsigned char byte : bytes)
      hash = (hash ^ byte) * 0x100000001b3u;
  }
  return hash;
}
