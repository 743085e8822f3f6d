import Foundation
import HTTPTypes
import WireFormats

/// The replies seeded by a UI test. They override all stubs, and all other requests are refused.
struct Seeds: Sendable {
    private(set) var stubs: [StubEntry] = []
    private var index = StubIndex()

    init(_ stubs: [StubEntry]) {
        self.stubs = stubs
        for stub in stubs { index.insert(stub) }
    }

    func match(_ facts: RequestFacts) -> StubEntry? {
        index.first(StubSearch(facts, .anyStub))
    }

    /// The pattern of a key: `GET /user/42`, `/user/42`, `https://host/user/42`, `POST https://host/user`.
    static func pattern(_ key: String) -> RequestPattern? {
        let parts = key.split(separator: " ", omittingEmptySubsequences: true)
        guard let target = parts.last, parts.count <= 2 else { return nil }
        var pattern = RequestPattern()
        if parts.count == 2 {
            guard let method = HTTPRequest.Method(parts[0].uppercased()) else { return nil }
            pattern.method = .one(method)
        }
        guard let url = AbsoluteURL(String(target)) else { return nil }
        pattern.scheme = url.scheme
        pattern.host = url.host
        pattern.port = url.port
        pattern.url = .url(url.target)
        return pattern
    }
}

extension DemoManager {
    /// Seeds the replies of a UI test. From then on only they answer: every other request is refused, in every mode.
    ///
    /// - Parameter json: an object with requests as keys: `GET /user/42`, a path with query, or a full URL. Its values
    ///   are replies `{status, headers, body}`, or arrays of replies, given in order; the last one repeats. nil removes
    ///   all seeds.
    /// - Throws: a problem that names the invalid key; nothing is seeded then.
    public func seed(_ json: JSONValue?) throws(Problem) {
        let stubs = try json.map { value throws(Problem) in try Seeds.read(value) }
        let numbers = lock.withLock { state in (stubs ?? []).map { _ in state.nextNumber() } }
        let seeds = stubs.map { stubs in
            Seeds(
                zip(stubs, numbers).map { stub, number in
                    StubEntry(
                        id: StubID(number: number), stub: stub,
                        rank: Rank(source: 0, priority: stub.priority, age: number), kind: .seed)
                })
        }
        change([.stubs, .switches]) { state in
            state.seeds = seeds
            return ((), true)
        }
    }

    /// Seeds the replies that a UI test put into the app's environment (`launchEnvironment`). A variable named like a
    /// request (`/user/42`, `POST /user`, a full URL) contains a JSON body, sent with status 200. `DEMO_SEEDS` contains
    /// an object as in `seed(_:)`.
    ///
    /// - Parameter environment: the environment; by default the app's own.
    /// - Returns: false if it has no seeds; nothing changes then.
    /// - Throws: a problem that names the invalid variable.
    @discardableResult
    public func seed(
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(Problem) -> Bool {
        var seeds = JSONObject()
        for (name, text) in environment.inOrder({ $0.key < $1.key }) {
            let isObject = name == "DEMO_SEEDS"
            guard isObject || Seeds.pattern(name) != nil else { continue }
            let value: JSONValue
            do {
                value = try JSONValue(parsing: text)
            } catch {
                throw Problem("it is not JSON: \(error)", file: name)
            }
            guard isObject else {
                seeds[name] = ["body": value]
                continue
            }
            guard let object = value.objectValue else { throw Problem("it is not an object of replies", file: name) }
            for member in object.members { seeds[member.key] = member.value }
        }
        guard !seeds.isEmpty else { return false }
        try seed(.object(seeds))
        return true
    }

    /// True if replies are seeded.
    package var isSeeded: Bool { lock.withLock { $0.seeds != nil } }
}

extension Seeds {
    fileprivate static func read(_ json: JSONValue) throws(Problem) -> [Stub] {
        let flaws = Flaws()
        let root = Node(value: json, pointer: .root, flaws: flaws)
        let stubs = root.named("the seeds").compactMap { key, node -> Stub? in
            guard let pattern = Seeds.pattern(key) else {
                node.flaw("\"\(key)\" is not a request; write GET /path, /path or a full URL")
                return nil
            }
            if let problem = pattern.problem { node.flaw(problem) }
            let entries = node.value.arrayValue == nil ? [node] : node.items(key) ?? []
            if entries.isEmpty { node.flaw("\"\(key)\" needs at least one reply") }
            return Stub(
                name: key, request: pattern, sequence: entries.compactMap(ReplyReader.seed), origin: .made(by: "seeds"))
        }
        if let flaw = flaws.list.first {
            throw Problem(flaw.message, file: "seeds", pointer: flaw.pointer.description)
        }
        return stubs
    }
}
