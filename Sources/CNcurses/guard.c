#define _GNU_SOURCE 1
#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

extern char **environ;

/// How long the program may take to leave after it was asked to, before it is ended: T1 allows one second.
enum { PATIENCE_MILLISECONDS = 750, TAIL = 4096 };

static struct termios saved_modes;
static char restore_bytes[1024];
static int restore_count;
static char program_name[64];
static char log_path[1024];

static int terminal = -1;
static int wake_reader = -1, wake_writer = -1;
static int saved_errors = -1, error_log = -1;
static off_t error_start;

static atomic_int is_up, is_outside, is_dying;
/// The program that has the terminal; 0 while none has.
static atomic_int outside_child;
static char scratch_file[1024], scratch_folder[1024];
static atomic_int has_scratch;
static atomic_int leaving;
static atomic_int continued;

// MARK: Giving the terminal back. Everything up to the handlers is async-signal-safe.

static void write_all(int descriptor, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;
        bytes += written;
        count -= (size_t)written;
    }
}

/// Ends the program that has the terminal, and takes away what it was to edit. What else it left in the folder goes at the
/// next start: nothing that lists a folder is safe here.
static void end_outside(int number) {
    pid_t child = atomic_load(&outside_child);
    if (child > 0) kill(child, number);
    if (atomic_exchange(&has_scratch, 0)) {
        unlink(scratch_file);
        rmdir(scratch_folder);
    }
}

/// Never waits: a terminal that takes no bytes (^S, a dead connection) must not keep the program alive.
static void restore_now(void) {
    if (!atomic_exchange(&is_up, 0) && atomic_load(&outside_child) == 0) return;
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &set, &old);
    struct pollfd ready = {terminal, POLLOUT, 0};
    if (poll(&ready, 1, 0) == 1 && (ready.revents & POLLOUT)) write_all(terminal, restore_bytes, (size_t)restore_count);
    tcsetattr(terminal, TCSANOW, &saved_modes);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

_Noreturn static void die(int number) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigaction(number, &action, NULL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    kill(getpid(), number);
    raise(number);
    _exit(128 + number);
}

static void say(const char *text) { write_all(STDERR_FILENO, text, strlen(text)); }

/// Writes the log's end with everything but printable ASCII and line ends replaced.
static void show_tail(void) {
    static char buffer[TAIL];
    int count = cn_errors_tail(buffer, TAIL);
    for (int i = 0; i < count; i++) {
        unsigned char byte = (unsigned char)buffer[i];
        if (byte != '\n' && (byte < 0x20 || byte > 0x7E)) buffer[i] = '?';
    }
    write_all(STDERR_FILENO, buffer, (size_t)count);
    if (count > 0 && buffer[count - 1] != '\n') say("\n");
}

static void on_crash(int number) {
    if (atomic_exchange(&is_dying, 1)) die(number);
    end_outside(SIGTERM);
    restore_now();
    if (saved_errors >= 0) {
        dup2(saved_errors, STDERR_FILENO);
        show_tail();
    }
    say(program_name);
    const char digits[] = {(char)('0' + number / 10), (char)('0' + number % 10), '\0'};
    say(": crashed, signal ");
    say(number < 10 ? digits + 1 : digits);
    if (log_path[0] != '\0') {
        say("; log: ");
        say(log_path);
    }
    say("\n");
    die(number);
}

/// The time to leave is over; or somebody sent the alarm, which then is a request to end like any other.
static void on_deadline(int number) {
    int asked = atomic_load(&leaving);
    atomic_store(&is_dying, 1);
    end_outside(SIGKILL);
    restore_now();
    die(asked != 0 ? asked : number);
}

/// Tells the program of a signal.
static void on_signal(int number) {
    int error = errno;
    unsigned char byte = (unsigned char)number;
    if (number == SIGCONT) atomic_fetch_add(&continued, 1);
    ssize_t ignored = write(wake_writer, &byte, 1);
    (void)ignored;
    errno = error;
}

/// Asks the program to leave, and ends it if it does not within its time.
static void on_leave(int number) {
    int error = errno;
    int none = 0;
    if ((number == SIGINT || number == SIGQUIT) && atomic_load(&is_outside)) return;
    if (atomic_compare_exchange_strong(&leaving, &none, number)) {
        // A plain system call on Linux and macOS, safe here; no timer exists before somebody asks to leave.
        struct itimerval patience = {{0, 0}, {0, PATIENCE_MILLISECONDS * 1000}};
        setitimer(ITIMER_REAL, &patience, NULL);
        // The program that has the terminal is asked as well; its end is what this one waits for.
        pid_t child = atomic_load(&outside_child);
        if (child > 0) kill(child, number == SIGHUP ? SIGHUP : SIGTERM);
    }
    on_signal(number);
    errno = error;
}

static void on_pipe(int number) { (void)number; }

// MARK: Taking the signals

static void take(int number, void (*handler)(int), int flags) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigfillset(&action.sa_mask);
    sigdelset(&action.sa_mask, SIGALRM);
    sigaction(number, &action, NULL);
}

static int is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// Every signal that would end the program without a word, but for those that nobody can take.
static const int leave[] = {
    SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ,
#ifdef __linux__
    SIGIO, SIGPWR, SIGSTKFLT,
#endif
};

static void take_to_leave(int number) {
    // Who starts a program with a signal ignored (nohup) means it.
    if (!is_ignored(number)) take(number, on_leave, SA_RESTART);
}

static void take_signals(void) {
    const int crash[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};
    const int tell[] = {SIGWINCH, SIGCONT, SIGTSTP};
    for (size_t i = 0; i < sizeof leave / sizeof leave[0]; i++) take_to_leave(leave[i]);
#ifdef SIGRTMIN
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++) take_to_leave(number);
#endif
    for (size_t i = 0; i < sizeof tell / sizeof tell[0]; i++) take(tell[i], on_signal, SA_RESTART);
    for (size_t i = 0; i < sizeof crash / sizeof crash[0]; i++) take(crash[i], on_crash, SA_ONSTACK | SA_NODEFER);
    take(SIGALRM, on_deadline, SA_ONSTACK);
    // A handler, not SIG_IGN: programs started from here inherit what is ignored.
    take(SIGPIPE, on_pipe, SA_RESTART);
}

void cn_guard_thread(void) {
    static _Thread_local int is_done;
    stack_t stack, present;
    if (is_done) return;
    is_done = 1;
    if (sigaltstack(NULL, &present) != 0 || !(present.ss_flags & SS_DISABLE)) return;
    memset(&stack, 0, sizeof stack);
    stack.ss_size = 64 * 1024;
    // Never freed: the thread may crash in its last moment, and there are few such threads.
    stack.ss_sp = malloc(stack.ss_size);
    if (stack.ss_sp != NULL) sigaltstack(&stack, NULL);
}

int cn_guard_start(const char *name) {
    static int is_started;
    int ends[2];
    snprintf(program_name, sizeof program_name, "%s", name);
    if (terminal < 0) terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 10);
    if (terminal < 0 || tcgetattr(STDIN_FILENO, &saved_modes) != 0) return -1;
    restore_count = 0;
    if (is_started) return wake_reader;
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
    wake_reader = ends[0];
    wake_writer = ends[1];
    is_started = 1;
    cn_guard_thread();
    take_signals();
    atexit(restore_now);
    return wake_reader;
}

void cn_guard_add(const char *bytes, int count) {
    if (count > (int)sizeof restore_bytes - restore_count) return;
    memcpy(restore_bytes + restore_count, bytes, (size_t)count);
    restore_count += count;
}

int cn_is_up(void) { return atomic_load(&is_up); }

int cn_guard_up(int up) { return atomic_exchange(&is_up, up); }

void cn_guard_outside(int outside) {
    atomic_store(&is_outside, outside);
    if (outside) {
        signal(SIGTSTP, SIG_DFL);
    } else {
        take(SIGTSTP, on_signal, SA_RESTART);
    }
}

void cn_guard_scratch(const char *file, const char *folder) {
    atomic_store(&has_scratch, 0);
    if (file == NULL || strlen(file) >= sizeof scratch_file || strlen(folder) >= sizeof scratch_folder) return;
    strcpy(scratch_file, file);
    strcpy(scratch_folder, folder);
    atomic_store(&has_scratch, 1);
}

_Noreturn void cn_end_by(int number) {
    restore_now();
    die(number);
}

// MARK: The terminal

int cn_wait_foreground(void) {
    // In an orphaned process group the signal does nothing: give up instead of spinning.
    for (int attempt = 0; attempt < 100; attempt++) {
        pid_t foreground = tcgetpgrp(STDIN_FILENO);
        // 0: the foreground group lives in another PID namespace, and cannot be told from this one.
        if (foreground <= 0 || foreground == getpgrp()) return 0;
        kill(0, SIGTTIN);
        // Another thread may take it, so this one runs on for a moment.
        poll(NULL, 0, 10);
    }
    return -1;
}

int cn_raw_modes(void) {
    struct termios modes = saved_modes;
    modes.c_iflag &= ~(tcflag_t)(IXON | BRKINT | PARMRK | ICRNL | INLCR);
    modes.c_lflag &= ~(tcflag_t)(ICANON | ISIG | IEXTEN | ECHO | ECHONL);
    // A line feed only moves down, as terminfo has it.
    modes.c_oflag &= ~(tcflag_t)(ONLCR | OCRNL | ONLRET);
    modes.c_cc[VMIN] = 1;
    modes.c_cc[VTIME] = 0;
    while (tcsetattr(STDIN_FILENO, TCSADRAIN, &modes) != 0) {
        if (errno != EINTR) return -1;
    }
    return 0;
}

int cn_restore_modes(void) {
    while (tcsetattr(STDIN_FILENO, TCSADRAIN, &saved_modes) != 0) {
        if (errno != EINTR) return -1;
    }
    return 0;
}

void cn_stop(void) {
    int before = atomic_load(&continued);
    signal(SIGTSTP, SIG_DFL);
    kill(0, SIGTSTP);
    // Another thread takes the signal, so this one runs on for a moment. Wait until the program was continued; in an
    // orphaned process group, which nothing can stop, until it is clear that it will not be.
    for (int attempt = 0; attempt < 10 && atomic_load(&continued) == before; attempt++) poll(NULL, 0, 10);
    take(SIGTSTP, on_signal, SA_RESTART);
}

int cn_write(const char *bytes, long count) {
    while (count > 0) {
        ssize_t written = write(terminal, bytes, (size_t)count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return -1;
        bytes += written;
        count -= written;
    }
    return 0;
}

void cn_window_size(int *columns, int *rows) {
    struct winsize size = {0};
    *columns = *rows = 0;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) {
        *columns = size.ws_col;
        *rows = size.ws_row;
    }
}

int cn_pending(int milliseconds) {
    struct pollfd input = {STDIN_FILENO, POLLIN, 0};
    int count = 0;
    int ready;
    do ready = poll(&input, 1, milliseconds);
    while (ready < 0 && errno == EINTR);
    if (ready <= 0) return ready;
    if (input.revents & POLLIN && ioctl(STDIN_FILENO, FIONREAD, &count) == 0 && count > 0) return count;
    return -1;
}

// MARK: Input that is not shown

static const int ends[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
enum { ENDS = sizeof ends / sizeof ends[0] };
static struct sigaction actions_before[ENDS];
static struct termios modes_before;

static void on_end_while_hidden(int number) {
    tcsetattr(STDIN_FILENO, TCSANOW, &modes_before);
    die(number);
}

int cn_hide_input(void) {
    struct termios hidden;
    if (tcgetattr(STDIN_FILENO, &modes_before) != 0) return -1;
    hidden = modes_before;
    hidden.c_lflag &= ~(tcflag_t)ECHO;
    for (int i = 0; i < ENDS; i++) {
        sigaction(ends[i], NULL, &actions_before[i]);
        // A shell that gets the terminal at ^Z would not show what is typed either.
        if (ends[i] == SIGTSTP) signal(SIGTSTP, SIG_IGN);
        else if (!is_ignored(ends[i])) take(ends[i], on_end_while_hidden, 0);
    }
    if (tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden) == 0) return 0;
    cn_show_input();
    return -1;
}

void cn_show_input(void) {
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &modes_before);
    for (int i = 0; i < ENDS; i++) sigaction(ends[i], &actions_before[i], NULL);
}

// MARK: Standard error

int cn_errors_redirect(const char *path) {
    if (saved_errors >= 0 || !isatty(STDERR_FILENO)) return -1;
    log_path[0] = '\0';
    if (path != NULL) {
        error_log = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (error_log >= 0) snprintf(log_path, sizeof log_path, "%s", path);
    } else {
        char name[1024];
        const char *folder = getenv("TMPDIR");
        snprintf(name, sizeof name, "%s/demo-tui-XXXXXX", folder != NULL && *folder != '\0' ? folder : "/tmp");
        error_log = mkostemp(name, O_APPEND | O_CLOEXEC);
        if (error_log >= 0) unlink(name);
    }
    // Without a place for it, what libraries say is lost rather than painted over the screen.
    if (error_log < 0) error_log = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (error_log < 0) return -1;
    error_start = lseek(error_log, 0, SEEK_END);
    saved_errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);
    if (saved_errors >= 0 && dup2(error_log, STDERR_FILENO) >= 0) return 0;
    close(error_log);
    error_log = -1;
    return -1;
}

int cn_errors_tail(char *buffer, int room) {
    struct stat status;
    if (error_log < 0 || fstat(error_log, &status) != 0 || status.st_size <= error_start) return 0;
    off_t from = status.st_size - room > error_start ? status.st_size - room : error_start;
    ssize_t count = pread(error_log, buffer, (size_t)room, from);
    return count > 0 ? (int)count : 0;
}

void cn_errors_restore(void) {
    if (saved_errors < 0) return;
    dup2(saved_errors, STDERR_FILENO);
    close(saved_errors);
    close(error_log);
    saved_errors = error_log = -1;
    log_path[0] = '\0';
}

// MARK: Other programs

int cn_run(char *const arguments[]) {
    posix_spawnattr_t attributes;
    sigset_t all, none;
    pid_t child;
    int status;
    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    int failure = posix_spawnp(&child, arguments[0], NULL, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    if (failure != 0) return 127;
    atomic_store(&outside_child, child);
    // Asked to leave before there was anybody to hand it on to.
    int asked = atomic_load(&leaving);
    if (asked != 0) kill(child, asked == SIGHUP ? SIGHUP : SIGTERM);
    siginfo_t ended;
    while (waitid(P_PID, (id_t)child, &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {}
    // Another thread ends this process and has given the terminal back: nothing may paint over that.
    while (atomic_load(&is_dying)) pause();
    // Before its number is free for another process.
    atomic_store(&outside_child, 0);
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return 127;
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
