#include "increment.hpp"

int increment_elsewhere(int start) { return increment(start); }
