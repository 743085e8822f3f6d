/// Why the backend did not start. Nothing was changed or lost when one of these is thrown.
public enum SampleBackendError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Something else listens on the port.
    case portTaken(port: Int)
    /// The port cannot be bound for another reason, such as missing rights.
    case portUnavailable(port: Int, why: String)
    /// The database cannot be created or written.
    case databaseUnwritable(path: String, why: String)
    /// The file holds no whole database any more.
    case databaseDamaged(path: String, why: String)
    /// The database was written by a newer version of the program.
    case databaseNewer(path: String, version: Int)
    /// The file is not a database of the sample.
    case databaseForeign(path: String, why: String)

    /// What happened, in one sentence.
    public var cause: String {
        switch self {
        case .portTaken(let port): "Port \(port) is taken by another program."
        case .portUnavailable(let port, let why): "Port \(port) cannot be used: \(why)."
        case .databaseUnwritable(let path, let why): "The sample database \(path) cannot be written: \(why)."
        case .databaseDamaged(let path, let why):
            "The sample database \(path) is damaged: \(why). Move that file away, and a new one is made."
        case .databaseNewer(let path, let version):
            "The sample database \(path) was written by a newer demo-tui: its version is \(version), this program knows "
                + "\(BankStore.schemaVersion)."
        case .databaseForeign(let path, let why):
            "\(path) is not a sample database: \(why). It was left as it is."
        }
    }

    /// One line for who started the backend alone: what happened and what to do.
    public var userMessage: String {
        switch self {
        case .portTaken, .portUnavailable: "\(cause) Choose another with --port, or 0 for a free one."
        case .databaseUnwritable, .databaseForeign: "\(cause) Give another file with --database."
        case .databaseDamaged: "\(cause) Or give another with --database."
        case .databaseNewer: "\(cause) Update demo-tui, or give another file with --database."
        }
    }

    /// The same line, for logs.
    public var description: String { userMessage }
}
