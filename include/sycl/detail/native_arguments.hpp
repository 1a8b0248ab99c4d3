// The arguments that a command group sets for a kernel of a backend.
#pragma once

#include <scythe/runtime.h>

#include <cstring>
#include <memory>
#include <vector>

namespace sycl::inline _V1::detail {

class native_arguments {
public:
  // Bytes are copied; setting an argument again replaces its value.
  void set(std::uint32_t index, std::uint32_t kind, const void *value, std::size_t size) {
    std::unique_ptr<unsigned char[]> copy;
    if (kind == SCYTHE_NATIVE_ARGUMENT_BYTES) {
      copy = std::make_unique<unsigned char[]>(size);
      std::memcpy(copy.get(), value, size);
      value = copy.get();
    }
    std::size_t place = 0;
    while (place < list_.size() && list_[place].index != index)
      ++place;
    if (place == list_.size()) {
      list_.emplace_back();
      copies_.emplace_back();
    }
    scythe_native_argument argument{};
    argument.index = index;
    argument.kind = kind;
    argument.value = value;
    argument.size = size;
    list_[place] = argument;
    copies_[place] = std::move(copy);
  }

  const scythe_native_argument *data() const noexcept { return list_.data(); }
  std::size_t size() const noexcept { return list_.size(); }

private:
  std::vector<scythe_native_argument> list_;
  std::vector<std::unique_ptr<unsigned char[]>> copies_;
};

} // namespace sycl::detail
