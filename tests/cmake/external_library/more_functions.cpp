#include "functions.hpp"

int more(int value) { return value + 1; }
