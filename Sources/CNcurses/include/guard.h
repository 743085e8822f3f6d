#ifndef CNCURSES_GUARD_H
#define CNCURSES_GUARD_H

// Gives the terminal back however the program ends. In C because this runs inside signal handlers: Swift code may
// allocate, take locks and call its runtime at any point, and none of that is allowed there.

/// Waits until the program is in the terminal's foreground: a program started with `&` stops here until `fg`. Returns 0,
/// or -1 if it cannot get there, because nobody controls its jobs.
int cn_wait_foreground(void);

/// Remembers the terminal's modes as they are now and which bytes leave the screen, and takes the signals. The handlers
/// are set here, after the Swift runtime's, whose own report of a crash would hold the terminal for 30 s.
/// `name` is the program's, for its last line. Returns a descriptor that gives one byte, its number, for each signal; or -1.
int cn_guard_start(const char *name);

/// Gives the calling thread a stack for the handlers of crashes: an overflow of its own leaves them none. The main queue
/// moves between threads, so call it often; only the first call on a thread costs anything.
void cn_guard_thread(void);

/// Adds bytes that are written when the terminal is given back, at most 1 KB in all.
void cn_guard_add(const char *bytes, int count);

/// Says that the screen is shown (1) or not (0). Returns what was said before.
int cn_guard_up(int up);

/// 1 while the screen is shown.
int cn_is_up(void);

/// While 1, SIGINT and SIGQUIT belong to another program that has the terminal, and ^Z stops both.
void cn_guard_outside(int outside);

/// Names the file that another program edits, with its folder: both are removed if a signal ends this one. NULL for none.
/// Not for more than one file at a time.
void cn_guard_scratch(const char *file, const char *folder);

/// Sets the modes of the screens: every key at once, none shown and none a signal. Returns 0, or -1 if the terminal is gone.
int cn_raw_modes(void);

/// Sets the modes that `cn_guard_start` found. Returns 0, or -1 if the terminal is gone.
int cn_restore_modes(void);

/// Stops showing what is typed, until `cn_show_input`; a signal that ends the program shows it again first. Its modes are
/// kept here and not in Swift, whose globals a signal handler may not share. Returns 0, or -1 without a terminal.
int cn_hide_input(void);

/// Shows what is typed again, and gives the signals back.
void cn_show_input(void);

/// Sends standard error, if it is a terminal, into a file until `cn_errors_restore`: the file at `path` (appended to), or
/// one without a name if `path` is NULL. Returns 0, or -1 if it stays as it is.
int cn_errors_redirect(const char *path);

/// Sets standard error back.
void cn_errors_restore(void);

/// Reads the end of what was written to standard error meanwhile. Returns the bytes read, at most `room`.
int cn_errors_tail(char *buffer, int room);

/// Stops the process group as ^Z does. Returns when it is continued.
void cn_stop(void);

/// Ends the process by a signal, so that whoever waits sees that signal; the terminal is given back first.
_Noreturn void cn_end_by(int signal);

/// Writes everything to the terminal. Returns 0, or -1 if it is gone.
int cn_write(const char *bytes, long count);

/// The terminal's size by ioctl; 0 for what it does not know.
void cn_window_size(int *columns, int *rows);

/// Bytes that can be read from standard input now: -1 if it ended, 0 if there are none within `milliseconds`.
int cn_pending(int milliseconds);

/// Runs a program in the foreground with default signals and waits for it. `arguments` ends with NULL; `arguments[0]` is
/// looked up in PATH. Returns its exit status, 128 + n if a signal ended it, 127 if it cannot be started.
int cn_run(char *const arguments[]);

#endif
