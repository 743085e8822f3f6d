/// The commit, its date and the compiler of a release, such as "1a2b3c4d5, 2026-11-23, Swift 6.3.1"; NULL for other builds.
const char *cb_build(void);
