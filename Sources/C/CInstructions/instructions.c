#include "instructions.h"
#include "lanes16.h"
