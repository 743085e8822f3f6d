import APIDocument
import AppCore
import DemoManager
import Foundation
import HTTPTypes
import SourceTexts
import WireFormats

/// Calls counted by operation, over one run or several.
struct Coverage: Hashable, Sendable {
    /// The calls of an operation, or of a method and a path without one.
    struct Calls: Hashable, Sendable {
        var count = 0
        /// By status; `none` without a reply.
        var statuses: [String: Int] = [:]
        /// By name: query parameters, and declared headers and cookies.
        var parameters: [String: Int] = [:]
        /// By the media type of the request's body.
        var bodies: [String: Int] = [:]
        /// By session, else by the program of `User-Agent`.
        var clients: [String: Int] = [:]

        fileprivate static let tables: [(name: String, path: any WritableKeyPath<Calls, [String: Int]> & Sendable)] = [
            ("statuses", \.statuses), ("parameters", \.parameters), ("bodies", \.bodies), ("clients", \.clients),
        ]
    }

    /// Clients choose names; beyond these they are counted as `others`.
    private static let limit = (operations: 5_000, names: 200)
    static let others = "others"

    /// By operation id, or by method and path.
    private(set) var operations: [String: Calls] = [:]

    /// Counts an exchange that has ended.
    ///
    /// - Parameters:
    ///   - headers: the declared header parameters of its operation.
    mutating func count(_ exchange: Exchange, headers: [String] = []) {
        var calls = Calls(count: 1)
        calls.statuses = [exchange.sentStatus.map(String.init) ?? "none": 1]
        // Clients choose these: they may be secrets, or long.
        func plain(_ text: some StringProtocol) -> String { String(exchange.redactor.text(String(text)).prefix(100)) }
        let query = exchange.sentPath.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        for item in query.split(separator: "&") {
            let name = item.prefix { $0 != "=" }
            calls.parameters[plain(name.removingPercentEncoding ?? String(name))] = 1
        }
        for name in headers where HTTPField.Name(name).map({ exchange.request.headerFields[$0] != nil }) == true {
            calls.parameters[name] = 1
        }
        if exchange.requestBody?.isEmpty == false, let type = exchange.request.headerFields[.contentType] {
            calls.bodies = [plain(type.prefix { $0 != ";" }.lowercased()): 1]
        }
        calls.clients = [plain(exchange.client): 1]
        add(calls, to: exchange.kind)
    }

    /// The operation that a name counts, and the path that its document was served below if there were several:
    /// `listPets@/shop`.
    static func parts(of name: String) -> (operation: String, path: String) {
        // A name of method and path contains a blank, and has no operation.
        guard !name.contains(" "), let path = name.firstRange(of: "@/") else { return (name, "") }
        return (String(name[..<path.lowerBound]), String(name[path.lowerBound...].dropFirst()))
    }

    /// The counts of a document's operations. Calls below another document's path are left out, unless there are no others:
    /// then the document was served below a path of another name.
    ///
    /// - Parameter path: its base path.
    func counts(below path: String) -> Coverage {
        let counted = operations.map { name, calls in (parts: Self.parts(of: name), calls: calls) }
        let own = counted.filter { $0.parts.path.hasSuffix(path) && $0.parts.path.isEmpty == path.isEmpty }
        let isServedThere = own.contains { !$0.parts.operation.contains(" ") }
        var sum = Coverage()
        for (parts, calls) in isServedThere ? own : counted { sum.add(calls, to: parts.operation) }
        return sum
    }

    func adding(_ other: Coverage) -> Coverage {
        var sum = self
        for (name, calls) in other.operations { sum.add(calls, to: name) }
        return sum
    }

    private mutating func add(_ new: Calls, to name: String) {
        let isKnown = operations[name] != nil || operations.count < Self.limit.operations
        var calls = operations[isKnown ? name : Self.others] ?? Calls()
        calls.count += new.count
        for (_, table) in Calls.tables {
            for (key, count) in new[keyPath: table] {
                let isKnown = calls[keyPath: table][key] != nil || calls[keyPath: table].count < Self.limit.names
                calls[keyPath: table][isKnown ? key : Self.others, default: 0] += count
            }
        }
        operations[isKnown ? name : Self.others] = calls
    }
}

extension Coverage {
    var json: JSONValue {
        let members = operations.sorted { $0.key < $1.key }.map { name, calls in
            var object = JSONObject(["calls": .number(calls.count)])
            for (key, table) in Calls.tables {
                let counts = calls[keyPath: table].sorted { $0.key < $1.key }
                object[key] = .object(JSONObject(counts.map { .init(key: $0.key, value: .number($0.value)) }))
            }
            return JSONObject.Member(key: name, value: .object(object))
        }
        return ["coverage": 1, "operations": .object(JSONObject(members))]
    }

    /// Reads a file of an earlier run.
    ///
    /// - Returns: Nil if there is no file.
    /// - Throws: The fault, with the file and its line.
    static func read(_ path: String) throws(Problem) -> Coverage? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        let source = try SourceText(file: path)
        let root = Node(value: try source.parse(), pointer: .root, flaws: Flaws())
        guard root.value["coverage"] == 1, root.value["operations"] != nil,
            let members = root.members(of: "the file", ["coverage", "operations"])
        else {
            throw Problem("it is not a coverage file; choose another name, or remove it", file: source.name, path: path)
        }
        let possible = 0...1 << 53
        var coverage = Coverage()
        for (name, node) in members["operations"]?.named("operations") ?? [] {
            let parts = node.members(of: "an operation", Set(Calls.tables.map(\.name) + ["calls"])) ?? [:]
            var calls = Calls(count: (parts["calls"] ?? node).integer("calls", in: possible) ?? 0)
            for (key, table) in Calls.tables {
                for (name, node) in parts[key]?.named(key) ?? [] {
                    calls[keyPath: table][name] = node.integer("the count of \(name)", in: possible)
                }
            }
            coverage.operations[name] = calls
        }
        if let problem = root.flaws.problems(of: source).first { throw problem }
        return coverage
    }
}

extension Exchange {
    /// The status that the client got.
    fileprivate var sentStatus: Int? { outcome?.sent.status }

    fileprivate var client: String {
        if call.isNumberedByApp { return "demo-tui" }
        if let session = call.session { return session }
        let program = request.headerFields[.userAgent]?.prefix { $0 != "/" && $0 != " " } ?? ""
        return program.isEmpty ? "unknown" : String(program)
    }
}

/// Counts the calls of this run.
final class CoverageCounter: Sendable {
    private struct State: Sendable {
        var coverage = Coverage()
        var headers: [String: [String]] = [:]
        var onCount: (@Sendable () -> Void)?
    }

    private let state = Lock(State())

    init(of manager: DemoManager) { manager.onFinish = { [weak self] in self?.count($0) } }

    var coverage: Coverage { state.withLock { $0.coverage } }

    /// Counts the header parameters that the documents declare.
    func use(_ parts: [CoverageReport.Part]) {
        let headers = parts.flatMap { part in
            part.document.operations.map { operation in
                let names = operation.parameters.filter { $0.location == .header }.map(\.name)
                return (part.names.operation(operation.id), names)
            }
        }
        state.withLock { $0.headers = Dictionary(headers, uniquingKeysWith: { first, _ in first }) }
    }

    /// - Parameter body: called after each count.
    func onCount(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.onCount = body } }

    private func count(_ exchange: Exchange) {
        guard exchange.call.callback == nil else { return }
        let onCount = state.withLock { state in
            state.coverage.count(exchange, headers: exchange.call.operation.flatMap { state.headers[$0] } ?? [])
            return state.onCount
        }
        onCount?()
    }
}
