import DemoManager
import HTTPTypes
import SourceTexts
import WireFormats

/// Reads stub files: WireMock's mappings, with our own keys in `metadata."demo-tui"` or, for short, beside `request`.
///
/// A mapping with an unknown key is rejected: a stub that silently matches everything is the worst bug a mock can have.
struct MappingReader {
    let source: SourceText
    let path: String
    let bodies: BodyFiles?

    /// Also read at the top level, as other tools write them; the schema of mappings does not allow them there.
    private static let ownKeys: Set<String> = [
        "enabled", "screens", "fault", "sequence", "sequenceEnd", "passThrough", "scenarioScope", "events",
        "webSocket",
        "insertionIndex", "recorded", "remembered", "chaos",
    ]
    private static let keys = ownKeys.union([
        "id", "uuid", "name", "priority", "request", "response", "scenarioName", "requiredScenarioState",
        "newScenarioState", "persistent", "metadata",
    ])

    private static let limit = 20_000

    func read() -> StubFiles.Content {
        let value: JSONValue
        do throws(Problem) {
            value = try source.parse()
        } catch {
            return StubFiles.Content(stubs: [], problems: [error])
        }
        let flaws = Flaws()
        let root = Node(value: value, pointer: .root, flaws: flaws)
        var stubs: [Stub] = []
        if value.objectValue?.keys.contains("mappings") == true {
            let members = root.members(of: "a stub file", ["mappings", "meta"])
            let mappings = members?["mappings"]?.items("mappings") ?? []
            guard mappings.count <= Self.limit else {
                root.flaw("there are \(mappings.count) mappings, and at most \(Self.limit) are read; split the file")
                return StubFiles.Content(stubs: [], problems: flaws.problems(of: source))
            }
            stubs = mappings.compactMap { stub($0, flaws) }
        } else {
            stubs = [stub(root, flaws)].compactMap(\.self)
        }
        return StubFiles.Content(stubs: stubs, problems: flaws.problems(of: source))
    }

    /// Reads one mapping; nil if it has errors.
    private func stub(_ node: Node, _ flaws: Flaws) -> Stub? {
        // Separate flaws, so that one invalid mapping does not affect the next.
        let own = Flaws()
        defer {
            for flaw in own.list { flaws.add(flaw.message, at: flaw.pointer, severity: flaw.severity) }
            flaws.elsewhere += own.elsewhere
        }
        let node = Node(value: node.value, pointer: node.pointer, flaws: own)
        guard let members = node.members(of: "a mapping", Self.keys) else { return nil }
        guard let request = members["request"] else {
            node.flaw("a mapping needs a request")
            return nil
        }
        guard let pattern = RequestReader.read(request) else { return nil }
        let extras = self.extras(members)
        var stub = Stub(
            name: members["name"]?.text("name"), uuid: uuid(members), source: .file,
            priority: members["priority"]?.integer("priority", in: 1...Int(Int32.max)) ?? Stub.defaultPriority,
            request: pattern, sequence: sequence(members, extras, node, of: pattern),
            scenario: scenario(members, extras, node),
            origin: .file(path: path, name: source.name, pointer: node.pointer), metadata: metadata(members))
        // This condition needs an invalid body.
        if stub.name == Condition.malformed.name { own.elsewhere = [] }
        if let persistent = members["persistent"], persistent.boolean("persistent") != nil {
            stub.kept["persistent"] = persistent.value
        }
        if let place = extras["insertionIndex"], place.integer("insertionIndex", in: Int.min...Int.max) != nil {
            stub.kept["insertionIndex"] = place.value
        }
        if let recorded = extras["recorded"] { read(recorded, into: &stub) }
        if let enabled = extras["enabled"] { stub.isEnabled = enabled.boolean("enabled") ?? true }
        if let remembered = extras["remembered"] { stub.isRemembered = remembered.boolean("remembered") ?? true }
        if let chaos = extras["chaos"] { stub.takesChaos = chaos.boolean("chaos") ?? true }
        if let screens = extras["screens"] {
            stub.screens = screens.items("screens")?.compactMap { $0.text("a screen") }
        }
        if let end = extras["sequenceEnd"] {
            stub.sequenceEnd = end.choice("sequenceEnd", of: SequenceEnd.self) ?? .repeatLast
            if extras["sequence"] == nil { end.flaw("sequenceEnd needs a sequence") }
        }
        // Errors of combined parts: a fault beside `request` and a proxy in the response, for instance.
        if own.errorCount == 0, let problem = stub.problem { node.flaw(problem.message) }
        return own.errorCount == 0 ? stub : nil
    }

    /// Reads `true`, or the recorded request: `{url, contentType, body}`. `false` makes it an ordinary stub.
    private func read(_ recorded: Node, into stub: inout Stub) {
        if recorded.value.objectValue == nil {
            guard recorded.boolean("recorded") == true else { return }
        } else {
            let members = recorded.members(of: "recorded", ["url", "contentType", "body"])
            for (key, node) in members ?? [:] { _ = node.text(key) }
        }
        stub.source = .recording
        stub.kept["recorded"] = recorded.value
    }

    private func uuid(_ members: [String: Node]) -> String? {
        guard let id = members["id"], let alias = members["uuid"] else {
            return members["id"]?.text("id") ?? members["uuid"]?.text("uuid")
        }
        if id.value != alias.value { alias.flaw("uuid is another name for id, and they differ") }
        return id.text("id")
    }

    /// The metadata without our own keys, which are read separately; nil if empty.
    private func metadata(_ members: [String: Node]) -> JSONValue? {
        guard let node = members["metadata"] else { return nil }
        guard var object = node.value.objectValue else {
            node.flaw("metadata must be an object")
            return nil
        }
        object["demo-tui"] = nil
        return object.isEmpty ? nil : .object(object)
    }

    /// Our own keys, in the metadata or beside `request`.
    private func extras(_ members: [String: Node]) -> [String: Node] {
        var extras = members.filter { Self.ownKeys.contains($0.key) }
        guard let metadata = members["metadata"], metadata.value.objectValue?.keys.contains("demo-tui") == true else {
            return extras
        }
        let own = metadata.named("metadata").last { $0.name == "demo-tui" }
        for (key, node) in own?.node.members(of: "metadata.\"demo-tui\"", Self.ownKeys) ?? [:] {
            if extras.updateValue(node, forKey: key) != nil { node.flaw("\"\(key)\" stands twice") }
        }
        return extras
    }

    private func sequence(
        _ members: [String: Node], _ extras: [String: Node], _ node: Node, of request: RequestPattern
    ) -> [SequenceEntry] {
        var path: URLTemplate?
        if case .template(let template) = request.url { path = template }
        // Read even if a sequence replaces it, to report its errors.
        let reader = ResponseReader(isEntry: false, bodies: bodies, path: path)
        var entries = [members["response"].map { reader.read($0) } ?? SequenceEntry(Reply())].compactMap(\.self)
        if let sequence = extras["sequence"] {
            let reader = ResponseReader(isEntry: true, bodies: bodies, path: path)
            entries = (sequence.items("sequence") ?? []).compactMap(reader.read)
            if entries.isEmpty { sequence.flaw("a sequence needs at least one response") }
            for key in ["fault", "passThrough", "events", "webSocket"] {
                extras[key]?.flaw("\(key) stands in an entry of the sequence, where there is one")
            }
        } else if !entries.isEmpty {
            let beside = members["response"]?.value.objectValue.map { Set($0.keys) } ?? []
            if let fault = extras["fault"] {
                if entries[0].reply.fault != nil { fault.flaw("fault stands in the response, too; keep one") }
                entries[0].reply.fault = fault.choice("fault", of: Fault.self)
            }
            if let events = extras["events"] {
                ResponseReader.readEvents(events, beside: beside, into: &entries[0].reply)
            }
            if let socket = extras["webSocket"] {
                ResponseReader.readSocket(
                    socket, beside: beside.union(extras.keys.filter { $0 != "webSocket" }), into: &entries[0].reply)
            }
            if let passes = extras["passThrough"] {
                entries[0].reply.passesThrough = passes.boolean("passThrough") ?? false
            }
        }
        return entries
    }

    private func scenario(_ members: [String: Node], _ extras: [String: Node], _ node: Node) -> ScenarioRule? {
        let required = members["requiredScenarioState"]?.text("requiredScenarioState")
        let next = members["newScenarioState"]?.text("newScenarioState")
        guard let name = members["scenarioName"]?.text("scenarioName") else {
            let states = ["requiredScenarioState", "newScenarioState"].compactMap { members[$0] }
            for state in states + [extras["scenarioScope"]].compactMap(\.self) {
                state.flaw("\(state.pointer.description.split(separator: "/").last ?? "a state") needs a scenarioName")
            }
            return nil
        }
        let scope = extras["scenarioScope"].flatMap(Self.scope) ?? .everyone
        return ScenarioRule(name: name, requiredState: required, newState: next, scope: scope)
    }

    /// Reads `screen`, or `header:` and a name.
    private static func scope(_ node: Node) -> ScenarioScope? {
        let text = node.text("scenarioScope") ?? ""
        if text == "screen" { return .screen }
        if text.hasPrefix("header:"), let name = HTTPField.Name(String(text.dropFirst(7))) { return .header(name) }
        node.flaw("scenarioScope must be screen, or header: and a header's name, as in header:X-User")
        return nil
    }
}

/// Reads WireMock's mappings from other sources than stub files, such as an admin interface.
///
/// The rules are those of stub files (``DemoManager/loadStubs(folder:fixtures:mayBeMissing:)``): a mapping with an
/// unknown key is rejected.
package struct MappingParser: Sendable {
    private let fixtures: FixtureFolder?

    package struct Unusable: Error, Hashable, Sendable, CustomStringConvertible {
        /// All problems, with line and JSON pointer.
        package let problems: [Problem]

        package var description: String { problems.map(\.description).joined(separator: "\n") }
    }

    /// Creates a parser.
    ///
    /// - Parameter fixtures: the folder to which `bodyFileName` is confined; nil allows no body files.
    /// - Throws: a problem if the folder does not exist.
    package init(fixtures: String? = nil) throws(Problem) {
        self.fixtures = try fixtures.map { path throws(Problem) in try FixtureFolder(path) }
    }

    /// Creates a parser for a folder of stub files, with the same folder of bodies as its files.
    ///
    /// - Throws: a problem if the folder does not exist.
    package init(stubs: String, fixtures: String? = nil) throws(Problem) {
        try self.init(fixtures: StubFolder.bodyFolder(stubs: stubs, fixtures: fixtures ?? stubs))
    }

    /// Parses one mapping, or `{"mappings": [...]}`: all stubs or none.
    ///
    /// - Parameters:
    ///   - value: the parsed JSON of the mappings.
    ///   - name: the name of the text in problems.
    ///   - source: the source of the stubs.
    /// - Throws: all problems, if there are any.
    package func stubs(in value: JSONValue, named name: String, source: StubSource = .admin) throws(Unusable) -> [Stub]
    {
        let content = MappingReader(
            source: SourceText(name: name, bytes: value.bytes(), format: .json), path: "",
            bodies: fixtures.map(BodyFiles.init)
        ).read()
        let errors = content.problems.filter { $0.severity == .error }
        guard errors.isEmpty else { throw Unusable(problems: errors) }
        return content.stubs.map { stub in
            var stub = stub
            stub.source = source
            stub.origin = .made(by: source.rawValue)
            return stub
        }
    }
}
