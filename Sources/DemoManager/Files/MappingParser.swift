import JSONText

/// Reads WireMock's mappings from text that does not come from a stub file: what an admin interface is sent.
///
/// The rules are those of stub files (``DemoManager/loadStubs(folder:fixtures:mayBeMissing:)``): a key that is not known makes a mapping
/// unusable.
public struct MappingParser: Sendable {
    private let fixtures: FixtureFolder?

    /// Mappings that cannot be honoured.
    public struct Unusable: Error, Hashable, Sendable, CustomStringConvertible {
        /// Everything wrong, with line and JSON pointer.
        public let problems: [Problem]

        /// The problems, one per line.
        public var description: String { problems.map(\.description).joined(separator: "\n") }
    }

    /// A parser.
    ///
    /// - Parameter fixtures: what `bodyFileName` is confined to; nil allows no body files.
    /// - Throws: a problem if the folder is not there.
    public init(fixtures: String? = nil) throws(Problem) {
        self.fixtures = try fixtures.map { path throws(Problem) in try FixtureFolder(path) }
    }

    /// A parser for what belongs to a folder of stub files: bodies are where those of its files are.
    ///
    /// - Throws: a problem if the folder is not there.
    public init(stubs: String, fixtures: String? = nil) throws(Problem) {
        try self.init(fixtures: StubFolder.bodyFolder(stubs: stubs, fixtures: fixtures ?? stubs))
    }

    /// The stubs of one mapping, or of `{"mappings": [...]}`: all of them or none.
    ///
    /// - Parameters:
    ///   - value: the mappings, as parsed.
    ///   - name: what to call the text in problems.
    ///   - source: who the stubs come from.
    /// - Throws: everything wrong, if anything is.
    public func stubs(in value: JSONValue, named name: String, source: StubSource = .admin) throws(Unusable) -> [Stub] {
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

    /// A request pattern as mappings have it in `request`: what requests are found and counted by.
    ///
    /// - Throws: everything wrong, if anything is.
    public static func pattern(_ value: JSONValue, named name: String) throws(Unusable) -> RequestPattern {
        let flaws = Flaws()
        let pattern = RequestReader.read(Node(value: value, pointer: .root, flaws: flaws))
        guard flaws.errorCount == 0, let pattern else {
            throw Unusable(problems: flaws.problems(of: SourceText(name: name, bytes: value.bytes(), format: .json)))
        }
        return pattern
    }

    /// A delay as WireMock's settings have it in `fixedDelay` and `delayDistribution`.
    ///
    /// - Throws: everything wrong, if anything is.
    public static func delay(fixed: JSONValue?, distribution: JSONValue?, named name: String) throws(Unusable) -> Delay
    {
        let flaws = Flaws()
        var members: [String: Node] = [:]
        for (key, value) in [("fixedDelay", fixed), ("delayDistribution", distribution)] {
            guard let value, !value.isNull else { continue }
            members[key] = Node(value: value, pointer: JSONPointer(tokens: [key]), flaws: flaws)
        }
        let delay = DelayReader.delay(members, fixed: "fixedDelay")
        guard flaws.errorCount == 0 else {
            let problems = flaws.list.map { Problem($0.message, file: name, pointer: $0.pointer.description) }
            throw Unusable(problems: problems)
        }
        return delay
    }
}
