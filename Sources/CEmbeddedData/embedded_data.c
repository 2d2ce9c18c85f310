#include "embedded_data.h"
