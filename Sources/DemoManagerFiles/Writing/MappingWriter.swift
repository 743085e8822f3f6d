import DemoManager
import Foundation
import HTTPTypes
import WireFormats

/// Writes stubs as WireMock's mappings, for `loadStubs(folder:fixtures:)` and for tools that know the format.
///
/// The output follows WireMock's JSON Schema of mappings; other features are in `metadata."demo-tui"`. A sequence is
/// written there as `sequence`, and its first reply also as `response`. Features without a file format are rejected by
/// name, never omitted: parts of URLs, unnamed header values, closures and errors of stubs in code. The origin of a
/// stub is not written.
package struct MappingWriter: Sendable {
    private let replies: ReplyWriter

    /// - Parameter namesBodies: true if the `bodyFile` of a reply is the name to write; the body is stored elsewhere.
    package init(namesBodies: Bool = false) {
        replies = ReplyWriter(namesBodies: namesBodies)
    }

    /// The text of a stub file, `{"mappings": [...]}`, pretty-printed.
    ///
    /// - Parameter stubs: the stubs in the order to add them: of two that match with the same priority, the later one
    ///   answers.
    /// - Throws: a problem that names the stub and its part that cannot be written.
    package func text(of stubs: [Stub]) throws(Problem) -> String {
        var mappings: [JSONValue] = []
        for stub in stubs { mappings.append(try mapping(of: stub)) }
        let file: JSONValue = ["mappings": .array(mappings)]
        return file.text(.pretty) + "\n"
    }

    /// Writes one stub as a mapping.
    ///
    /// - Throws: a problem that names the stub and its part that cannot be written.
    package func mapping(of stub: Stub) throws(Problem) -> JSONValue {
        if let problem = stub.problem { throw problem }
        do throws(Unwritable) {
            return .object(try object(of: stub))
        } catch {
            throw error.problem(of: stub)
        }
    }

    /// Writes the pattern of a stub as the `request` of its mapping, even if its reply is made by a closure and cannot
    /// be written.
    ///
    /// - Throws: a problem that names the part that cannot be written.
    package func request(of stub: Stub) throws(Problem) -> JSONValue {
        do throws(Unwritable) {
            return try RequestWriter.request(stub.request)
        } catch {
            throw error.problem(of: stub)
        }
    }

    private func object(of stub: Stub) throws(Unwritable) -> JSONObject {
        var own = JSONObject([
            "enabled": stub.isEnabled ? nil : false, "screens": stub.screens.map { .array($0.map { .string($0) }) },
        ])
        let priority = stub.priority == Stub.defaultPriority ? nil : stub.priority
        if let priority, !(1...Int(Int32.max)).contains(priority) {
            throw Unwritable("priority \(priority); it has to be 1 or more")
        }
        let scenario = stub.scenario
        var object = JSONObject([
            "id": stub.uuid.map { .string($0) }, "name": stub.name.map { .string($0) },
            "priority": priority.map { .number($0) }, "request": try RequestWriter.request(stub.request),
            "response": try response(of: stub, own: &own), "scenarioName": scenario.map { .string($0.name) },
            "requiredScenarioState": scenario?.requiredState.map { .string($0) },
            "newScenarioState": scenario?.newState.map { .string($0) },
        ])
        own["scenarioScope"] = scenario?.scope.text.map { .string($0) }
        if !stub.isRemembered { own["remembered"] = false }
        if !stub.takesChaos { own["chaos"] = false }
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

    /// Writes the `response`, and our own keys for what it cannot express.
    private func response(of stub: Stub, own: inout JSONObject) throws(Unwritable) -> JSONValue? {
        guard let first = stub.sequence.first else { return nil }
        let isSingle = stub.sequence.count == 1 && first.count == 1 && stub.sequenceEnd == .repeatLast
        for place in stub.sequence.flatMap(\.checkPlaces) { throw Unwritable("the check at \(place)") }
        guard isSingle else {
            own["sequence"] = .array(try stub.sequence.map { entry throws(Unwritable) in try replies.entry(entry) })
            own["sequenceEnd"] = stub.sequenceEnd == .repeatLast ? nil : .string(stub.sequenceEnd.rawValue)
            return try replies.response(first.reply)
        }
        if let fault = first.reply.fault, !fault.isWireMocks { own["fault"] = .string(fault.rawValue) }
        if first.reply.passesThrough { own["passThrough"] = true }
        try replies.setScripts(of: first.reply, in: &own)
        return try replies.response(first.reply)
    }

    private func metadata(of stub: Stub, _ own: JSONObject) throws(Unwritable) -> JSONValue? {
        guard let metadata = stub.metadata else { return own.isEmpty ? nil : ["demo-tui": .object(own)] }
        guard var object = metadata.objectValue else { throw Unwritable("metadata, which is not an object") }
        object["demo-tui"] = own.isEmpty ? nil : .object(own)
        return object.isEmpty ? nil : .object(object)
    }
}

/// A feature that a mapping cannot express.
package struct Unwritable: Error, Hashable {
    /// Its name, to follow "cannot be written:".
    package let message: String

    init(_ message: String) { self.message = message }

    fileprivate func problem(of stub: Stub) -> Problem {
        stub.problem("\(stub.title) cannot be written as a mapping: \(message)")
    }
}

extension Duration {
    /// The number of milliseconds if it is whole and at most a day, as mappings can express.
    fileprivate var wholeMilliseconds: Int? {
        let (seconds, attoseconds) = components
        guard attoseconds % 1_000_000_000_000_000 == 0, (0...86_400).contains(seconds), attoseconds >= 0 else {
            return nil
        }
        return inMilliseconds <= DelayReader.longest ? inMilliseconds : nil
    }
}

extension JSONObject {
    /// The pause before a message of a script, and its number of repetitions.
    init(after pause: Duration, count: Int) throws(Unwritable) {
        self.init()
        if pause != .zero {
            guard let milliseconds = pause.wholeMilliseconds else { throw Unwritable("a pause of \(pause)") }
            self["after"] = .number(milliseconds)
        }
        if count > 1 { self["repeat"] = .number(count) }
    }
}

extension Fault {
    /// True if WireMock supports the fault; others are written in `metadata."demo-tui"`.
    fileprivate var isWireMocks: Bool { self != .timeout && self != .noNetwork }
}

extension ScenarioScope {
    fileprivate var text: String? {
        switch self {
        case .everyone: nil
        case .screen: "screen"
        case .header(let name): "header:\(name.rawName)"
        }
    }
}

/// Writes a reply as a `response`, or as an entry of a `sequence`.
private struct ReplyWriter: Sendable {
    let namesBodies: Bool

    /// Writes the reply in WireMock's format, which includes only the faults that WireMock supports.
    func response(_ reply: Reply) throws(Unwritable) -> JSONValue {
        var object = try common(reply)
        if let fault = reply.fault, fault.isWireMocks { object["fault"] = .string(fault.rawValue) }
        return .object(object)
    }

    func entry(_ entry: SequenceEntry) throws(Unwritable) -> JSONValue {
        var object = try common(entry.reply)
        object["fault"] = entry.reply.fault.map { .string($0.rawValue) }
        object["passThrough"] = entry.reply.passesThrough ? true : nil
        try setScripts(of: entry.reply, in: &object)
        object["repeat"] = entry.count == 1 ? nil : .number(entry.count)
        return .object(object)
    }

    func setScripts(of reply: Reply, in object: inout JSONObject) throws(Unwritable) {
        object["events"] = try reply.maker?.events.map { events throws(Unwritable) in try events.written() }
        object["webSocket"] = try reply.socketScript.map { script throws(Unwritable) in try script.written() }
    }

    private func common(_ reply: Reply) throws(Unwritable) -> JSONObject {
        if let maker = reply.maker, maker.script == nil {
            throw Unwritable("a reply that a closure makes")
        }
        if let error = reply.error { throw Unwritable("the error \(error); a fault can be written") }
        var object = JSONObject()
        if let base = reply.proxyBase {
            object["proxyBaseUrl"] = .string(base.url)
            object["proxyUrlPrefixToRemove"] = base.removedPrefix.isEmpty ? nil : .string(base.removedPrefix)
            object["additionalProxyRequestHeaders"] = base.addedHeaders.isEmpty ? nil : base.addedHeaders.json
        }
        if reply.webSocket == nil { object["status"] = .number(reply.status) }
        object["statusMessage"] = reply.statusMessage.map { .string($0) }
        if let (key, value) = body(reply) { object[key] = value }
        if reply.delay.fixed != .zero {
            object["fixedDelayMilliseconds"] = try milliseconds(reply.delay.fixed, "delay")
        }
        object["delayDistribution"] = try reply.delay.random.map(distribution)
        switch reply.pacing {
        case .even(let chunks, let duration):
            guard (1...1_000_000).contains(chunks) else { throw Unwritable("a body in \(chunks) chunks") }
            object["chunkedDribbleDelay"] = [
                "numberOfChunks": .number(chunks),
                "totalDuration": try milliseconds(duration, "duration of a paced body"),
            ]
        case .pieces where reply.maker?.events == nil: throw Unwritable("a body in pieces of its own")
        default: break
        }
        object["headers"] = reply.headers.isEmpty ? nil : reply.headers.json
        if let template = reply.maker?.template {
            object["transformers"] = [.string(ResponseTemplate.name)]
            object["transformerParameters"] = template.parameters
        }
        return object
    }

    /// Writes the body under a key that preserves its bytes: JSON if its encoding is equal, else text, else Base64.
    private func body(_ reply: Reply) -> (key: String, value: JSONValue)? {
        if namesBodies, let name = reply.bodyFile { return ("bodyFileName", .string(name)) }
        guard !reply.body.isEmpty, reply.maker?.events == nil else { return nil }
        // In a reply with templates, only Base64 is sent unchanged.
        let isLiteral = reply.maker?.template.map { $0.body == nil } ?? false
        guard !isLiteral, let text = String(utf8: reply.body) else {
            return ("base64Body", .string(Data(reply.body).base64EncodedString()))
        }
        if let json = json(reply.body) { return ("jsonBody", json) }
        return ("body", .string(text))
    }

    /// The body as JSON if it is an object or array that encodes to the same bytes; the schema requires either.
    private func json(_ body: [UInt8]) -> JSONValue? {
        guard let value = try? JSONValue(parsing: body), value.objectValue != nil || value.arrayValue != nil,
            value.bytes() == body
        else { return nil }
        return value
    }

    private func distribution(_ random: Delay.Distribution) throws(Unwritable) -> JSONValue {
        switch random {
        case .uniform(let range):
            return [
                "type": "uniform", "lower": try milliseconds(range.lowerBound, "lower delay"),
                "upper": try milliseconds(range.upperBound, "upper delay"),
            ]
        case .lognormal(let median, let sigma, let maximum):
            guard sigma >= 0, let spread = JSONNumber(sigma) else { throw Unwritable("a delay's sigma of \(sigma)") }
            let most = maximum.flatMap { JSONNumber($0 / .milliseconds(1)) }
            if let maximum, maximum < .zero || maximum != Duration(milliseconds: most?.double ?? -1) {
                throw Unwritable("a maximum delay of \(maximum)")
            }
            return .object([
                "type": "lognormal", "median": try milliseconds(median, "median delay"), "sigma": .number(spread),
                "maxValue": most.map { .number($0) },
            ])
        }
    }

    private func milliseconds(_ duration: Duration, _ what: String) throws(Unwritable) -> JSONValue {
        guard let milliseconds = duration.wholeMilliseconds else {
            throw Unwritable("a \(what) of \(duration); whole milliseconds up to a day can be")
        }
        return .number(milliseconds)
    }
}

extension HTTPFields {
    /// The fields by name; repeated ones as an array, as in WireMock.
    package var json: JSONValue {
        var object = JSONObject()
        for field in self {
            let value = JSONValue.string(field.value)
            switch object[field.name.rawName] {
            case nil: object[field.name.rawName] = value
            case .array(let values)?: object[field.name.rawName] = .array(values + [value])
            case let first?: object[field.name.rawName] = .array([first, value])
            }
        }
        return .object(object)
    }
}
