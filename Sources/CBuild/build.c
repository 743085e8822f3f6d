#include "CBuild.h"

#include <stddef.h>

#ifndef DEMO_TUI_BUILD
#define DEMO_TUI_BUILD NULL
#endif

const char *cb_build(void) { return DEMO_TUI_BUILD; }
