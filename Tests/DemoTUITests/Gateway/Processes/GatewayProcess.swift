import Foundation
import LoopbackPorts
import Synchronization
import TestSupport

/// The built program as a gateway in a process of its own: for what only a whole process shows.
final class GatewayProcess: @unchecked Sendable {
    let pid: pid_t
    /// The port it listens on.
    let port: UInt16
    /// The file of its standard error.
    private let errors: String
    private var status: Int32?

    /// True if the program and a shell exist.
    static var isAvailable: Bool {
        [Tmux.program, "/bin/bash"].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    }

    struct NotStarted: Error { let errors: String }

    /// Starts it on a free port and returns once it listens.
    ///
    /// - Parameters:
    ///   - arguments: of `demo-tui gateway`.
    ///   - folder: where it may keep files.
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
            var status: Int32 = 0
            waitpid(pid, &status, 0)
            let log = try String(contentsOfFile: errors, encoding: .utf8)
            throw NotStarted(errors: "\(text)\(log) (wait status \(status))")
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

    /// Its standard error so far.
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

/// A folder of a test's own, with stubs to answer by.
final class GatewayFolder: Sendable {
    let folder: Folder

    /// - Parameter bodies: the body of every path below a name: `["big": ...]` answers `/big/1`, `/big/2` ...
    init(_ bodies: [String: [UInt8]] = [:]) throws {
        // What begins and does not end while a test runs.
        folder = try Folder([
            "stubs/mappings/slow.json": """
            {"request": {"urlPathPattern": "/slow/.*"}, "response": {"body": "0123456789",
             "chunkedDribbleDelay": {"numberOfChunks": 10, "totalDuration": 6000000}}}
            """
        ])
        try FileManager.default.createDirectory(atPath: path + "/stubs/__files", withIntermediateDirectories: true)
        for (name, body) in bodies {
            try folder.write("stubs/__files/\(name)", Data(body))
            try folder.write(
                "stubs/mappings/\(name).json",
                #"{"request": {"urlPathPattern": "/\#(name)/.*"}, "response": {"bodyFileName": "\#(name)"}}"#)
        }
    }

    var path: String { folder.path }
    var stubs: String { path + "/stubs" }

    /// A gateway that answers by them.
    func server() throws -> GatewayProcess { try GatewayProcess(["--stubs", stubs, "--quiet"], in: path) }
}

/// The bytes that the other sides of connections have taken.
private final class SentBytes: Sendable {
    private let atomic = Atomic(0)

    var count: Int { atomic.load(ordering: .relaxed) }

    /// Sends a head and zeros. The head goes with the first of them: alone it would be waited for.
    /// - Returns: false if the other side left.
    @discardableResult
    func send(_ head: String, zeros: Int, to descriptor: Int32) -> Bool {
        let piece = [UInt8](repeating: 0, count: 256 << 10)
        var left = zeros - min(zeros, piece.count)
        var bytes = (Array(head.utf8) + piece.prefix(zeros))[...]
        while !bytes.isEmpty {
            let part = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard part > 0 else { return false }
            atomic.add(part, ordering: .relaxed)
            bytes = bytes.dropFirst(part)
            if bytes.isEmpty {
                bytes = piece.prefix(left)
                left -= bytes.count
            }
        }
        return true
    }
}

private func contentLength(_ lines: [String]) -> Int {
    let line = lines.first { $0.lowercased().hasPrefix("content-length:") }
    return line.flatMap { Int($0.dropFirst(15).filter(\.isNumber)) } ?? 0
}

/// A client's end of a connection, with the calls of the system.
final class ClientSocket {
    private var descriptor: Int32
    private let upload = SentBytes()

    struct Failure: Error { let code: Int32 }

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        // Little is kept for who does not read, so that large replies are still on their way when their client leaves.
        var room: Int32 = 4_096
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(code: errno) }
    }

    deinit { close() }

    /// Asks for a path; the connection stays.
    ///
    /// - Parameter headers: lines with their ends.
    func get(_ path: String, headers: String = "") {
        let bytes = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\r\n".utf8)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Asks for a path and takes the reply.
    func ask(_ path: String, headers: String = "") -> (status: Int, body: [UInt8])? {
        get(path, headers: headers)
        return reply()
    }

    /// Sends a body of zeros on a thread of its own, as fast as it is taken.
    func post(_ path: String, zeros count: Int) {
        let head = "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(count)\r\n\r\n"
        Thread.detachNewThread { [descriptor, upload] in upload.send(head, zeros: count, to: descriptor) }
    }

    /// How many bytes of a body have left so far, its head among them.
    var sent: Int { upload.count }

    /// Takes bytes and keeps none, until so many have come or the end.
    /// - Returns: how many came.
    func count(until enough: Int) -> Int {
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        var count = 0
        while count < enough {
            let part = recv(descriptor, &buffer, buffer.count, 0)
            guard part > 0 else { return count }
            count += part
        }
        return count
    }

    /// The next bytes; empty at the end, and after a minute without any.
    func receive() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer.prefix(count)) : []
    }

    /// One reply with a `Content-Length`; nil where none came whole.
    func reply() -> (status: Int, body: [UInt8])? {
        var bytes: [UInt8] = []
        while true {
            if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
                let length = contentLength(head.components(separatedBy: "\r\n"))
                let body = bytes[end.upperBound...]
                if body.count >= length {
                    return (Int(head.dropFirst(9).prefix(3)) ?? 0, Array(body.prefix(length)))
                }
            }
            let more = receive()
            guard !more.isEmpty else { return nil }
            bytes += more
        }
    }

    /// True if bytes or the end arrived.
    var hasNews: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }

    /// Ends the connection.
    func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// Ends it so that the other side sees a reset.
    func abort() {
        var off = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &off, socklen_t(MemoryLayout<linger>.size))
        close()
    }
}

/// A server that receives and sends bodies of any length and keeps nothing. `GET /down/N` answers N bytes. `POST` answers
/// the number of received bytes; it begins to read after `take()`.
final class BulkServer: Sendable {
    let port: UInt16
    private let descriptor: Int32
    private let gate = DispatchSemaphore(value: 0)
    private let replies = SentBytes()

    struct Failure: Error { let code: Int32 }

    init() throws {
        let socket = try BoundSocket()
        descriptor = socket.descriptor
        guard listen(descriptor, 16) == 0 else { throw Failure(code: errno) }
        port = UInt16(socket.number)
        let thread = Thread { [descriptor, gate, replies] in
            while true {
                let client = accept(descriptor, nil, nil)
                guard client >= 0 else { return }
                // Each on a thread: a connection may be kept while the next is opened.
                Thread.detachNewThread { Self.serve(client, gate, replies) }
            }
        }
        thread.start()
    }

    /// Begins to take the body of one request.
    func take() { gate.signal() }

    /// How many bytes of replies have left.
    var sent: Int { replies.count }

    /// Takes nobody more; `accept` returns.
    func stop() {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    private static let piece = 256 << 10

    /// Answers requests until the client leaves.
    private static func serve(_ client: Int32, _ gate: DispatchSemaphore, _ replies: SentBytes) {
        defer { close(client) }
        var buffer = [UInt8](repeating: 0, count: piece)
        var pending: [UInt8] = []
        while true {
            guard let end = pending.firstRange(of: Array("\r\n\r\n".utf8)) else {
                let count = recv(client, &buffer, piece, 0)
                guard count > 0 else { return }
                pending += buffer.prefix(count)
                continue
            }
            let lines = String(decoding: pending[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            let length = contentLength(lines)
            var taken = pending[end.upperBound...].count
            pending = []
            if length > 0 { gate.wait() }
            while taken < length {
                let count = recv(client, &buffer, piece, 0)
                guard count > 0 else { return }
                taken += count
            }
            let path = lines[0].split(separator: " ")[1]
            let count = path.hasPrefix("/down/") ? Int(path.dropFirst(6)) ?? 0 : nil
            let answer = count == nil ? "\(taken)" : ""
            let reply = "HTTP/1.1 200 OK\r\nContent-Length: \(count ?? answer.utf8.count)\r\n\r\n\(answer)"
            guard replies.send(reply, zeros: count ?? 0, to: client) else { return }
        }
    }
}
