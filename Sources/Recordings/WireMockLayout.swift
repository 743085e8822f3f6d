import DemoManager
import DemoManagerFiles
import WireFormats

/// Stubs in WireMock's layout: mappings in `mappings`, bodies in `__files`. A sequence becomes a scenario, which is
/// WireMock's way to give different replies to one request.
package struct WireMockLayout: Sendable {
    /// The mappings by file name.
    package private(set) var mappings: [String: [UInt8]] = [:]
    /// The bodies by file name.
    package private(set) var bodies: [String: [UInt8]] = [:]
    /// The features that WireMock lacks, by stub.
    package private(set) var problems: [Problem] = []

    /// The maximum length of a sequence, including repetitions, because each reply is a separate mapping.
    static let stepLimit = 100

    package init(of stubs: [Stub]) {
        for (place, stub) in stubs.enumerated() {
            if let gap = stub.gapInWireMock {
                problems.append(
                    Problem(
                        "\(stub.title) is not exported: \(gap)", file: stub.origin.description,
                        severity: stub.isEnabled ? .error : .warning))
                continue
            }
            let stem = "\(String(place + 1).padded(to: 4))-\(RecordingName.slug(stub.title))"
            do throws(Problem) {
                for (step, part) in try steps(of: stub, named: stem).enumerated() {
                    try add(part, as: step == 0 ? stem : "\(stem)-\(step + 1)")
                }
            } catch {
                problems.append(error)
            }
        }
        if let newer = stubs.first(where: \.request.needsWireMock3) {
            let what = "form fields and path templates are of WireMock 3, and an older one does not start with them"
            problems.append(Problem("\(newer.title): \(what)", file: newer.origin.description, severity: .warning))
        }
    }

    /// Writes the layout to a folder, creating it if it is missing.
    ///
    /// - Throws: a problem with the file that cannot be written.
    package func write(to path: String) throws(Problem) {
        do throws(FileFailure) {
            let folder = try ConfinedFolder(creating: path)
            let (mappingFolder, bodyFolder) = (try folder.subfolder("mappings"), try folder.subfolder("__files"))
            for (name, bytes) in bodies { try bodyFolder.write(name, bytes) }
            for (name, bytes) in mappings { try mappingFolder.write(name, bytes) }
        } catch {
            throw Problem(error.message, file: path)
        }
    }

    private mutating func add(_ stub: Stub, as stem: String) throws(Problem) {
        var stub = stub
        (stub.source, stub.kept["recorded"]) = (.file, nil)
        for place in stub.sequence.indices {
            var reply = stub.sequence[place].reply
            reply.bodyFile = RecordingName.body(reply.body, of: stem, contentType: reply.headers[.contentType])
            if let name = reply.bodyFile { bodies[name] = reply.body }
            stub.sequence[place].reply = reply
        }
        let mapping = try MappingWriter(namesBodies: true).mapping(of: stub)
        mappings[stem + ".json"] = Array((mapping.text(.pretty) + "\n").utf8)
    }

    /// The stubs for the steps of a sequence, or the stub itself if a scenario cannot express it.
    private mutating func steps(of stub: Stub, named name: String) throws(Problem) -> [Stub] {
        let replies = stub.sequence.flatMap { repeatElement($0.reply, count: min($0.count, Self.stepLimit)) }
        guard replies.count > 1 else { return [stub] }
        guard stub.scenario == nil, stub.sequenceEnd == .repeatLast || stub.sequenceEnd == .cycle else {
            let why = stub.scenario == nil ? "its end \(stub.sequenceEnd.rawValue)" : "a scenario of its own"
            problems.append(
                stub.problem("WireMock gives only the first reply of \(stub.title): it has a sequence with \(why)"))
            return [stub]
        }
        return replies.prefix(Self.stepLimit).enumerated().map { place, reply in
            var step = stub
            (step.sequence, step.sequenceEnd) = ([SequenceEntry(reply)], .repeatLast)
            let isLast = place == min(replies.count, Self.stepLimit) - 1
            let next = isLast ? (stub.sequenceEnd == .cycle ? ScenarioRule.initialState : nil) : "reply \(place + 2)"
            step.scenario = ScenarioRule(
                name: name, requiredState: place == 0 ? ScenarioRule.initialState : "reply \(place + 1)", newState: next
            )
            return step
        }
    }
}

extension Stub {
    /// The reason why a mapping would do something else in WireMock; nil if it does the same.
    fileprivate var gapInWireMock: String? {
        if !isEnabled { return "it is off, and WireMock's stubs are all on" }
        if screens != nil { return "WireMock has no screens" }
        if let scope = scenario?.scope, scope != .everyone { return "WireMock's scenarios are the same for everyone" }
        return sequence.lazy.compactMap(\.reply.gapInWireMock).first
    }
}

extension Reply {
    fileprivate var gapInWireMock: String? {
        if let fault, [.timeout, .noNetwork].contains(fault) { return "WireMock has no fault \(fault.rawValue)" }
        if webSocket != nil { return "WireMock has no scripts of WebSockets" }
        if isStream { return "WireMock has no scripts of events" }
        return passesThrough ? "it passes through, and a mapping would need the URL of the server" : nil
    }
}

extension RequestPattern {
    fileprivate var needsWireMock3: Bool {
        if case .template = url { return true }
        return !formParameters.isEmpty
    }
}
