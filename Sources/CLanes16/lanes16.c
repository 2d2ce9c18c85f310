#include "lanes16.h"
