#ifndef CNCURSES_SHIM_H
#define CNCURSES_SHIM_H
#define _XOPEN_SOURCE_EXTENDED 1
#include <curses.h>
#include <term.h>
#endif
