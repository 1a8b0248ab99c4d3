// In device code, an undecorated pointer is in the generic space: only a cast makes a multi_ptr to another address
// space of it.
#include <sycl/sycl.hpp>

using namespace sycl;

int main() {
  queue q;
  int *data = malloc_shared<int>(1, q);
  q.single_task([=] {
    raw_generic_ptr<int> fine(data);
    raw_global_ptr<int> global(data);
    decorated_local_ptr<int> local(data);
  });
}
