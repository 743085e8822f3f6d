// The newest glibc that the program needs is 2.34: these two functions have a younger version that only leaves errno alone.
#ifdef __aarch64__
#define OLD "GLIBC_2.17"
#else
#define OLD "GLIBC_2.2.5"
#endif

double old_hypot(double x, double y);
float old_hypotf(float x, float y);
__asm__(".symver old_hypot, hypot@" OLD);
__asm__(".symver old_hypotf, hypotf@" OLD);

double __wrap_hypot(double x, double y) { return old_hypot(x, y); }
float __wrap_hypotf(float x, float y) { return old_hypotf(x, y); }
