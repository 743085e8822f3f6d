import SourceTexts
import WireFormats

@testable import DemoManager
@testable import DemoManagerFiles

/// A manager in demo that lets nothing leave.
func demoManager(unmatched: UnmatchedPolicy = .error) -> DemoManager {
    let manager = DemoManager(configuration: .init(unmatched: unmatched))
    manager.isEnabled = true
    return manager
}

extension DemoManager {
    /// Describes operations: their ids, and their methods and paths.
    func describe(_ operations: KeyValuePairs<String, String>, screens: [ScreenDescription] = []) {
        let described = operations.map { id, route in
            let parts = route.split(separator: " ").map(String.init)
            return OperationDescription(id: id, method: HTTPRequest.Method(parts[0])!, pathTemplate: parts[1])
        }
        describe(screens: screens, operations: described)
    }

    /// Decides an attempt of a new call.
    func decide(
        _ request: HTTPRequest, body: String? = nil, screen: String? = nil, operation: String? = nil
    ) -> Decision {
        decide(request, body: body.map { Array($0.utf8) }, call: beginCall(screen: screen, operation: operation))
    }

    /// The body a GET of `path` is answered with, else the refusal's or pass-through's reason.
    func answer(_ path: String, screen: String? = nil) -> String { decide(.get(path), screen: screen).text }

    /// Adds a stub for the path whose body is `body`.
    @discardableResult
    func addPath(_ path: String, _ body: String, _ change: (inout Stub) -> Void = { _ in }) throws -> StubID {
        var stub = Stub(
            request: RequestPattern(method: .one(.get), url: .path(path)), replies: [Reply(body: Array(body.utf8))])
        change(&stub)
        return try add(stub)
    }
}

extension Decision {
    /// The answered body, else the reason.
    var text: String { reply.map { String(decoding: $0.body, as: UTF8.self) } ?? reason }
    /// The stubbed reply.
    var reply: StubReply? { if case .stub(let reply, _) = action { reply } else { nil } }
    /// The status of the stubbed reply.
    var status: Int? { reply?.status.code }
    /// The stub that answered.
    var ref: StubRef? { if case .stub(_, let ref) = action { ref } else { nil } }
    /// Why it was refused.
    var refusal: Refusal.Kind? { if case .refuse(let refusal) = action { refusal.kind } else { nil } }
    /// Why it passes through.
    var passed: PassThroughReason? { if case .passThrough(let reason) = action { reason } else { nil } }
}

extension Answer {
    /// The request that is to be sent.
    var sent: HTTPRequest? { if case .send(let request) = self { request } else { nil } }
}

/// A mapping file's text.
func mapping(_ path: String, _ body: String) -> String {
    "request: {method: GET, urlPath: \(path)}\nresponse: {body: \(body)}\n"
}

/// The stubs and problems of one mapping file's text.
func mappings(_ text: String, name: String = "stubs/test.yaml") -> StubFiles.Content {
    MappingReader(source: SourceText(name: name, bytes: Array(text.utf8)), path: "/\(name)", bodies: nil).read()
}

/// True if a mapping's `request` (YAML) matches.
func request(_ yaml: String, matches request: HTTPRequest, body: String? = nil) throws -> Bool {
    let text = "request:\n" + yaml.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    let content = mappings(text)
    guard let stub = content.stubs.first else { throw content.problems.first ?? Problem("no stub", file: text) }
    let entry = StubEntry(id: StubID(number: 1), stub: stub, rank: Rank(source: 0, priority: 5, age: 1))
    return entry.matches(RequestFacts(request, body: body.map { Array($0.utf8) }))
}

extension Stub {
    /// The stub without its file, whose time is another in each run.
    var undated: Stub {
        var stub = self
        stub.origin = .made(by: "test")
        return stub
    }

    /// Everything about it but where it stands, to compare stubs by.
    var everything: String {
        var copy = undated
        var text = kept.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text())\n" }.joined()
        copy.kept = [:]
        dump(copy, to: &text)
        // Where Foundation keeps its objects is not part of it.
        return text.split(separator: "\n").filter { !$0.contains("0x") }.joined(separator: "\n")
    }
}
