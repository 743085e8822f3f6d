import DemoManager
import DemoManagerFiles
import Recordings
import Terminal

extension DemoControls {
    /// Every stub and scenario.
    ///
    /// - Parameter screen: the screen whose stubs get the marker.
    func stubs(of screen: String?) -> StubList {
        let states = manager.stubs
        return StubList(
            stubs: states.map { StubRow(state: $0, isRecorded: isRecorded($0), prefix: pathPrefix) },
            scenarios: Self.scenarios(of: states, manager.scenarioStates),
            remembered: (manager.memory?.remembered ?? []).map(Self.sentence),
            ofScreen: screen.map(manager.stubIDs) ?? [])
    }

    /// One sentence about active recordings for the start; nil if there are none.
    var recordingsNotice: String? {
        let count = manager.stubs.count(where: isRecorded)
        guard count > 0 else { return nil }
        return
            "\(count == 1 ? "1 recorded reply answers" : "\(count) recorded replies answer") in demo mode; \(key: .showStubs) lists them."
    }

    private func isRecorded(_ state: StubState) -> Bool {
        guard let path = state.stub.origin.path, !recording.folder.isEmpty else { return false }
        return path.hasPrefix(recording.folder + "/")
    }

    private static func sentence(_ resource: RememberedResource) -> String {
        let parts = [
            (resource.added, "added"), (resource.changed, "changed"), (resource.deleted, "deleted"),
            (resource.forgotten, "forgotten"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return "\(resource.path): \(parts.joined(separator: ", "))"
    }

    /// The scenarios of stubs. One with a state per screen or header value appears once for each state that is not the
    /// initial one.
    private static func scenarios(of states: [StubState], _ current: [String: String]) -> [ScenarioRow] {
        var rules: [String: [ScenarioRule]] = [:]
        for state in states {
            if let rule = state.stub.scenario { rules[rule.name, default: []].append(rule) }
        }
        return rules.keys.sorted().flatMap { name -> [ScenarioRow] in
            let own = rules[name] ?? []
            var known = [ScenarioRule.initialState]
            for state in own.flatMap({ [$0.requiredState, $0.newState].compactMap { $0 } })
                + [current[name]].compactMap({ $0 })
            where !known.contains(state) { known.append(state) }
            let isShared = own.contains { $0.scope == .everyone }
            let shared = ScenarioRow(
                id: name, name: name, state: current[name] ?? ScenarioRule.initialState, states: known,
                reason: isShared ? nil : "Each screen or header value has a state of its own; requests move it.")
            let others = current.filter { $0.key.hasPrefix("\(name) (") }.sorted { $0.key < $1.key }
            return [shared]
                + others.map { key, state in
                    ScenarioRow(
                        id: key, name: name, state: state, states: known,
                        reason:
                            "This state is one screen's or header value's own; requests move it, \(key: .resetDemo) begins it again."
                    )
                }
        }
    }

    func lines(of stub: StubNumber) -> [TextLine]? { manager.state(of: stub).map(StubLines.lines) }

    func perform(_ command: StubCommand) -> DemoFact? {
        switch command {
        case .toggle(let id):
            guard let state = manager.state(of: id) else { return nil }
            manager.setEnabled(!state.isEnabled, stub: id)
            return DemoFact(
                "\(state.stub.title) is \(state.isEnabled ? "off" : "on").",
                changes: .demoScreens(manager.screens(ofStub: id)))
        case .reset(let id):
            guard let state = manager.state(of: id) else { return nil }
            manager.reset(stub: id)
            let title = state.stub.title
            let again = state.stub.scenario.map { "\(title) and the scenario \($0.name) start again." }
            return DemoFact(
                again ?? "\(title) starts its replies again.", changes: .demoScreens(manager.screens(ofStub: id)))
        case .resetAll:
            manager.resetAll()
            return DemoFact("Everything starts again: sequences, scenarios and remembered data.", changes: .mode(.demo))
        case .scenario(let name, let state):
            if let state {
                manager.setScenario(name, to: state == ScenarioRule.initialState ? nil : state)
            } else {
                manager.reset(scenario: name)
            }
            let stubs = manager.stubs.filter { $0.stub.scenario?.name == name }
            return DemoFact(
                "The scenario \(name) is in the state \(state ?? ScenarioRule.initialState).",
                changes: .demoScreens(Set(stubs.flatMap { manager.screens(ofStub: $0.id) })))
        }
    }
}

/// A stub in full, as lines to read.
enum StubLines {
    static func lines(_ state: StubState) -> [TextLine] {
        let row = StubRow(state: state)
        let stub = state.stub
        let line = stub.origin.position().map { ", line \($0.line)" } ?? ""
        let hits = "answered \(state.hits.of("time"))"
        var lines = [
            TextLine(row.title, .strong),
            TextLine(
                "\(state.isEnabled ? "on" : "off"), \(hits), priority \(stub.priority)",
                state.isEnabled ? .plain : .warning),
            TextLine("Written in \(stub.origin.path ?? row.origin)\(line)"),
        ]
        if let screens = stub.screens?.joined(separator: ", ") {
            lines.append(TextLine("Only for the screens \(screens)"))
        }
        if !row.scenario.isEmpty { lines.append(TextLine("Scenario \(row.scenario)")) }
        lines += [TextLine(""), TextLine("Matches", .heading), TextLine(row.request)]
        lines += Self.demands(stub.request).map { TextLine($0) }
        lines += [TextLine(""), TextLine(stub.sequence.count > 1 ? "Answers in order" : "Answers", .heading)]
        for (index, entry) in stub.sequence.enumerated() {
            let isNext = state.position == index
            let count = entry.count > 1 ? ", \(entry.count) times" : ""
            let number = stub.sequence.count > 1 ? "\(index + 1). " : ""
            lines.append(TextLine("\(number)\(Self.words(entry.reply))\(count)\(isNext ? "  <- next" : "")"))
        }
        if stub.sequence.count > 1 { lines.append(TextLine("After the last: \(Self.words(stub.sequenceEnd))", .dim)) }
        return lines
    }

    /// The demands of a stub besides method, host and path, without the values of secrets.
    static func demands(_ request: RequestPattern) -> [String] {
        func texts(_ what: String, _ named: [NamedMatcher]) -> [String] {
            named.map { "\(what) \($0.name): \(Redactor.isSecret($0.name) ? "…" : $0.matcher.description)" }
        }
        return texts("path parameter", request.pathParameters) + texts("query", request.queryParameters)
            + texts("header", request.headers) + texts("cookie", request.cookies)
            + texts("field", request.formParameters) + request.body.map { "body: \($0)" }
    }

    private static func words(_ reply: Reply) -> String {
        if reply.passesThrough { return "passed through to the server" }
        var parts = [reply.fault.map { "fault: \($0.title)" } ?? "\(reply.status)"]
        if let file = reply.bodyFile {
            parts.append("body from \(file)")
        } else if reply.fault == nil, !reply.body.isEmpty {
            parts.append("\(TextLayout.grouped(reply.body.count)) bytes")
        }
        if reply.delay.fixed > .zero { parts.append("after \(ExchangeRow.milliseconds(reply.delay.fixed))") }
        return parts.joined(separator: ", ")
    }

    private static func words(_ end: SequenceEnd) -> String {
        switch end {
        case .repeatLast: "the last reply stays"
        case .cycle: "it begins again"
        case .passThrough: "as if there were no stub"
        case .fail: "the request is refused"
        }
    }
}

typealias StubNumber = StubID

/// A stub for the list. Texts are made on demand, because only the visible rows need them.
struct StubRow: Sendable, Identifiable {
    let state: StubState
    var isRecorded = false
    /// The path of the document's server, which the request's path omits.
    var prefix = ""

    var id: StubNumber { state.id }
    var isEnabled: Bool { state.isEnabled }
    var hits: Int { state.hits }
    var title: String { state.stub.name ?? request }
    /// False for stubs of a document, which have the same title in every operation.
    var isTelling: Bool {
        let name = title
        return !isNamed || state.stub.source != .documentExample
            || ["example of ", "sample of "].contains { name.hasPrefix($0) }
    }
    /// `GET /cards`.
    var request: String { ShownPath.text(state.stub.request.description, below: prefix) }
    /// The request with all demands: `GET /cards, query page: "2"`.
    var demands: String { ([request] + StubLines.demands(state.stub.request)).joined(separator: ", ") }
    var isNamed: Bool { state.stub.name != nil }
    /// The stub's location in full: `stubs/cards.yaml#/mappings/0`.
    var origin: String { (isRecorded ? "recorded in " : "") + "\(state.stub.origin)" }
    /// The stub's location for a column: the file's last name, or its maker.
    var place: String {
        let last = origin.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? origin
        switch state.stub.origin {
        case .file where isRecorded: return "recording"
        case .file(let path, _, _): return String(path.split(separator: "/").last ?? "")
        case .code: return last
        case .made: return state.stub.source == .documentExample ? "example" : origin
        }
    }

    /// The next reply of its sequence: `2/3`, `end`; empty for a stub with one reply.
    var position: String {
        guard state.stub.sequence.count > 1 else { return "" }
        return state.position.map { "\($0 + 1)/\(state.stub.sequence.count)" } ?? "end"
    }

    var screens: String { state.stub.screens.map { $0.joined(separator: ", ") } ?? "" }

    var scenario: String {
        guard let rule = state.stub.scenario else { return "" }
        let wanted = rule.requiredState ?? "any state"
        return "\(rule.name): \(wanted)" + (rule.newState.map { " -> \($0)" } ?? "")
    }

    var searchText: String {
        [title, demands, origin, screens, scenario, isEnabled ? "on" : "off"].joined(separator: " ").lowercased()
    }
}

struct ScenarioRow: Hashable, Sendable, Identifiable {
    /// Its name, with the screen or header value that the state belongs to.
    let id: String
    let name: String
    let state: String
    /// The states its stubs name, the initial one first.
    let states: [String]
    let reason: String?
}

struct StubList: Sendable {
    /// Every stub, in the order in which they are tried.
    var stubs: [StubRow] = []
    var scenarios: [ScenarioRow] = []
    /// The remembered changes by resource: `/pets: 1 added, 2 deleted`.
    var remembered: [String] = []
    /// The stubs that may answer the screen the list was opened from.
    var ofScreen: Set<StubNumber> = []
}
