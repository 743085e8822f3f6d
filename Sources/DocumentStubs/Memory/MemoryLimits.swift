/// How much the demo's memory holds. Where there would be more, what was silent longest goes first: what was only read, since
/// it can be made again; what was written is counted as forgotten.
struct MemoryLimits: Sendable {
    /// Sessions.
    var sessions = 1_000
    /// Paths of one session whose rows are known from reading them alone.
    var readPaths = 250
    /// Rows known from reading them alone, all sessions together.
    var seenRows = 20_000
    /// Paths of one session that were written to.
    var writtenPaths = 10_000
    /// Rows of one path that are added, changed, deleted or seen, of each as many.
    var rows = 10_000
    /// Bytes of one body that is kept as it was put; a longer one is not.
    var keptBytes = 1_000_000
    /// Bytes of all such bodies of one path.
    var pathBytes = 16_000_000
    /// Bytes of all such bodies of one session.
    var sessionBytes = 64_000_000
}
