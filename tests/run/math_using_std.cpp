// `using namespace sycl` beside `using namespace std` and <math.h>, which has std's functions in the
// global namespace: no call is ambiguous, on the host and in kernels.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <math.h>
#include <sycl/sycl.hpp>

using namespace std;
using namespace sycl;

#include "math_calls.hpp"
