import Foundation

/// The built program as a gateway in a process of its own: for what only a whole process shows.
final class GatewayProcess: @unchecked Sendable {
    let pid: pid_t
    /// Where it listens.
    let port: UInt16
    /// What it writes to standard error.
    private let errors: String
    private var status: Int32?

    /// Whether the program and a shell are there.
    static var isAvailable: Bool {
        [Tmux.program, "/bin/bash"].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    }

    struct NotStarted: Error { let errors: String }

    /// Starts it on a free port and returns once it listens.
    ///
    /// - Parameters:
    ///   - arguments: of `demo-tui gateway`.
    ///   - folder: where it may keep things.
    ///   - wrapper: a command that runs the shell, `unshare` for instance.
    ///   - setUp: run by the shell before.
    init(_ arguments: [String], in folder: String, wrapper: [String] = [], after setUp: String = "true") throws {
        // What tests beside this one have open would count for the process.
        let script = """
            for d in /proc/self/fd/*; do n=${d##*/}; [ "$n" -gt 2 ] && eval "exec $n>&-"; done
            \(setUp) && exec "$0" gateway --port 0 "$@"
            """
        errors = "\(folder)/errors-\(UUID())"
        let words = wrapper + ["bash", "-c", script, Tmux.program] + arguments
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw NotStarted(errors: "no pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // Other tests run commands by `system`, which ignores signals meanwhile.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let environment = ["PATH", "HOME", "LD_LIBRARY_PATH"].compactMap { name in
            ProcessInfo.processInfo.environment[name].map { "\(name)=\($0)" }
        }
        var pid: pid_t = 0
        let program = words[0]
        let code = Self.withStrings(words) { words in
            Self.withStrings(environment + ["XDG_DATA_HOME=\(folder)"]) { environment in
                posix_spawnp(&pid, program, &actions, &attributes, words, environment)
            }
        }
        close(ends[1])
        defer { close(ends[0]) }
        guard code == 0 else { throw NotStarted(errors: String(cString: strerror(code))) }
        self.pid = pid
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 4_096)
        // The last line says that all is said.
        while !text.contains("Ctrl-C") {
            let count = read(ends[0], &buffer, buffer.count)
            guard count > 0 else { break }
            text += String(decoding: buffer.prefix(count), as: UTF8.self)
        }
        guard let place = text.firstRange(of: "http://127.0.0.1:"),
            let port = UInt16(text[place.upperBound...].prefix { $0.isNumber })
        else {
            waitpid(pid, nil, 0)
            throw NotStarted(errors: text + (try String(contentsOfFile: errors, encoding: .utf8)))
        }
        self.port = port
    }

    deinit {
        if status == nil { end(SIGKILL) }
    }

    private static func withStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }

    /// Sends a signal and waits for the end.
    /// - Returns: the exit code; of one that a signal ended, 128 and the signal's number.
    @discardableResult
    func end(_ signal: Int32) -> Int32 {
        if let status { return status }
        kill(pid, signal)
        var result: Int32 = 0
        // One that does not end by itself is a fault, but no reason to wait for ever.
        if !eventually({ waitpid(pid, &result, WNOHANG) == pid }) {
            kill(pid, SIGKILL)
            waitpid(pid, &result, 0)
        }
        let code = result & 0x7F == 0 ? (result >> 8) & 0xFF : 128 + result & 0x7F
        status = code
        return code
    }

    /// What it wrote to standard error so far.
    var errorText: String { (try? String(contentsOfFile: errors, encoding: .utf8)) ?? "" }

    /// How many files it has open.
    var openFiles: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count) ?? 0 }

    /// Sockets it has open: what its run makes besides, when it comes to it, are queues and timers.
    var openSockets: Int {
        let folder = "/proc/\(pid)/fd"
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.count { file in
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(file)")
            return target?.hasPrefix("socket:") ?? false
        }
    }

    /// Memory it has now, in bytes.
    var residentBytes: Int {
        let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return (Int(line.filter(\.isNumber)) ?? 0) << 10
    }

    /// Processor time it has used.
    var processorTime: Duration {
        let stat = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        let ticks = [11, 12].compactMap { fields.indices.contains($0) ? Int(fields[$0]) : nil }.reduce(0, +)
        return .milliseconds(ticks * 1_000 / sysconf(Int32(_SC_CLK_TCK)))
    }
}

/// Runs what waits on threads of its own: those of tests are few.
func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    try await withTaskExecutorPreference(OwnThreads()) { try body() }
}

private final class OwnThreads: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Looks again and again, for a minute at most.
/// - Returns: whether it came true.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < deadline {
        if try condition() { return true }
        usleep(5_000)
    }
    return try condition()
}
