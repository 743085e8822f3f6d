import JSONText

/// Writes stubs as WireMock's mappings: what `loadStubs(folder:fixtures:)` reads, and tools that know the format.
///
/// What is written follows WireMock's JSON Schema of mappings; what the format has no word for stands in
/// `metadata."demo-tui"`. Replies in a sequence stand there as a `sequence`, and
/// `response` is the first of them. What cannot be written at all is refused by name, never left out:
/// parts of URLs, header values of any name, closures and errors of stubs in code. Where a stub came from is not written.
public struct MappingWriter: Sendable {
    private let replies: ReplyWriter

    /// A writer.
    ///
    /// - Parameter fixtures: the folder of body files. Bodies that were read from a file below it, and still are what the
    ///   file holds, are written as `bodyFileName`, all others in full.
    /// - Throws: a problem if the folder is not there.
    public init(fixtures: String? = nil) throws(Problem) {
        replies = ReplyWriter(fixtures: try fixtures.map { path throws(Problem) in try FixtureFolder(path) })
    }

    /// A writer for replies whose `bodyFile` is the name to write.
    package init(naming replies: ReplyWriter) {
        self.replies = replies
    }

    /// The text of a stub file, `{"mappings": [...]}`, pretty-printed.
    ///
    /// - Parameter stubs: in the order they are to be added: of two that match and have the same priority, the later one
    ///   answers.
    /// - Throws: a problem that names the stub and what of it cannot be written.
    public func text(of stubs: [Stub]) throws(Problem) -> String {
        var mappings: [JSONValue] = []
        for stub in stubs { mappings.append(try mapping(of: stub)) }
        let file: JSONValue = ["mappings": .array(mappings)]
        return file.text(.pretty) + "\n"
    }

    /// One stub as a mapping.
    ///
    /// - Throws: a problem that names the stub and what of it cannot be written.
    public func mapping(of stub: Stub) throws(Problem) -> JSONValue {
        if let problem = stub.problem { throw problem }
        do throws(Unwritable) {
            return .object(try object(of: stub))
        } catch {
            throw stub.problem("\(stub.title) cannot be written as a mapping: \(error.message)")
        }
    }

    /// What a stub matches, as the `request` of its mapping: known also where its reply is made anew each time and cannot be
    /// written.
    ///
    /// - Throws: a problem that names what of it cannot be written.
    public func request(of stub: Stub) throws(Problem) -> JSONValue {
        do throws(Unwritable) {
            return try RequestWriter.request(stub.request)
        } catch {
            throw stub.problem("\(stub.title) cannot be written as a mapping: \(error.message)")
        }
    }

    private func object(of stub: Stub) throws(Unwritable) -> JSONObject {
        var own = JSONObject()
        own["enabled"] = stub.isEnabled ? nil : false
        own["screens"] = stub.screens.map { .array($0.map { .string($0) }) }
        var object = JSONObject()
        object["id"] = stub.uuid.map { .string($0) }
        object["name"] = stub.name.map { .string($0) }
        if stub.priority != Stub.defaultPriority {
            guard (1...Int(Int32.max)).contains(stub.priority) else {
                throw Unwritable("priority \(stub.priority); it has to be 1 or more")
            }
            object["priority"] = .number(JSONNumber(stub.priority))
        }
        object["request"] = try RequestWriter.request(stub.request)
        object["response"] = try response(of: stub, own: &own)
        if let scenario = stub.scenario {
            object["scenarioName"] = .string(scenario.name)
            object["requiredScenarioState"] = scenario.requiredState.map { .string($0) }
            object["newScenarioState"] = scenario.newState.map { .string($0) }
            own["scenarioScope"] = scenario.scope.text.map { .string($0) }
        }
        if !stub.isRemembered { own["remembered"] = false }
        for (key, value) in stub.kept.sorted(by: { $0.key < $1.key }) {
            switch (key, value) {
            case ("persistent", .bool): object[key] = value
            case ("insertionIndex", .number), ("recorded", .bool), ("recorded", .object): own[key] = value
            default: throw Unwritable("\"\(key)\", which is no key of a mapping")
            }
        }
        object["metadata"] = try metadata(of: stub, own)
        return object
    }

    /// The `response`; where that cannot say everything, our own keys say the rest.
    private func response(of stub: Stub, own: inout JSONObject) throws(Unwritable) -> JSONValue? {
        guard let first = stub.sequence.first else { return nil }
        let isSingle = stub.sequence.count == 1 && first.count == 1 && stub.sequenceEnd == .repeatLast
        for check in stub.sequence.flatMap(\.checks) { throw Unwritable("the check at \(check.place)") }
        guard isSingle else {
            own["sequence"] = .array(try stub.sequence.map { entry throws(Unwritable) in try replies.entry(entry) })
            own["sequenceEnd"] = stub.sequenceEnd == .repeatLast ? nil : .string(stub.sequenceEnd.rawValue)
            return try replies.response(first.reply)
        }
        if let fault = first.reply.fault, !fault.isWireMocks { own["fault"] = .string(fault.rawValue) }
        if first.reply.passesThrough { own["passThrough"] = true }
        return try replies.response(first.reply)
    }

    private func metadata(of stub: Stub, _ own: JSONObject) throws(Unwritable) -> JSONValue? {
        guard let metadata = stub.metadata else { return own.isEmpty ? nil : ["demo-tui": .object(own)] }
        guard var object = metadata.objectValue else { throw Unwritable("metadata, which is not an object") }
        object["demo-tui"] = own.isEmpty ? nil : .object(own)
        return object.isEmpty ? nil : .object(object)
    }
}

/// What a mapping has no word for.
package struct Unwritable: Error, Hashable {
    /// Its name, to stand behind "cannot be written:".
    package let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension ScenarioScope {
    /// As the reader reads it; nil is everyone.
    fileprivate var text: String? {
        switch self {
        case .everyone: nil
        case .screen: "screen"
        case .header(let name): "header:\(name.rawName)"
        }
    }
}
