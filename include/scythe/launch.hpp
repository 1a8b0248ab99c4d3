// For functions that programs in other languages call to launch kernels; the Rust crate `scythe` declares them with
// `kernels!`.
//
//   extern "C" scythe_status scale(const scythe::launch_site *site, scythe_event **event, float factor,
//                                  scythe::span<float> values) {
//     return scythe::launch(site, event, [&](sycl::queue &queue) {
//       return queue.parallel_for(values.size, [=](sycl::id<1> i) { values.data[i] *= factor; });
//     });
//   }
#pragma once

#include <sycl/sycl.hpp>

namespace scythe {

// Where to launch: an in-order queue of the caller.
struct launch_site {
  const scythe_device *device;
  scythe_queue *queue;
};

// Memory that the device of the queue can access.
template <typename ValueT> struct span {
  ValueT *data;
  std::size_t size;

  ValueT &operator[](std::size_t index) const { return data[index]; }
};

// Calls `function` with the queue, and passes the event that it returns to the caller. Nothing is
// thrown: errors become a status, and scythe_error_message has the text.
template <typename Function>
scythe_status launch(const launch_site *site, scythe_event **event, const Function &function) noexcept {
  namespace detail = sycl::detail;
  const auto failed = [](int code, const char *message) {
    scythe_set_error(message);
    return static_cast<scythe_status>(code ? code : static_cast<int>(sycl::errc::runtime));
  };
  *event = nullptr;
  try {
    const sycl::device device = detail::device_access::make(site->device);
    sycl::queue queue =
        detail::queue_access::make_borrowed(device, site->queue, SCYTHE_QUEUE_IN_ORDER);
    const sycl::event last = function(queue);
    if (const scythe_event *handle = detail::event_access::handle(last)) {
      scythe_event_retain(handle);
      *event = const_cast<scythe_event *>(handle);
    }
    return 0;
  } catch (const sycl::exception &error) {
    return failed(error.code().value(), error.what());
  } catch (const std::exception &error) {
    return failed(0, error.what());
  } catch (...) {
    return failed(0, "an exception of an unknown type");
  }
}

} // namespace scythe
