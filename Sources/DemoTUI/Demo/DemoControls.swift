import APIDocument
import APIModel
import AppCore
import DemoManager
import DocumentStubs
import WireFormats

/// Connects the keys to DemoManager: switches, conditions, reset, and the state that the screens show.
struct DemoControls: Sendable {
    let session: SessionAtHand
    let catalog: ScreenCatalog
    let watchesStubs: Bool
    let recording: AppRecording
    let documentProblems: [Problem]
    var policyReasons: [UnmatchedPolicy: String] = [:]
    /// The path of the document's server, which list titles omit.
    var pathPrefix = ""
    var passed: PassedRecording?

    var manager: DemoManager { session.manager }

    /// The session of a call of this screen: bound once, kept by every attempt.
    func session(for screen: String?) -> Session {
        manager.isEnabled(for: screen) ? .demo : .live
    }

    var status: DemoStatus {
        let manager = manager
        var status = DemoStatus()
        status.session = session.name
        status.policies = DemoStatus.Policy.all(current: session.base.unmatched, reasons: policyReasons)
        status.banner =
            switch manager.banner {
            case .live: .live
            case .demo: .demo
            case .mixed(let demo, let all): .mixed(demo: demo, of: all)
            }
        status.global = manager.isEnabled ? .demo : .live
        status.ownModes = manager.screenSwitches.mapValues { $0 == .on ? .demo : .live }
        for screen in catalog.screens {
            if manager.isEnabled(for: screen.id) { status.demoScreens.insert(screen.id) }
            status.screenConditions[screen.id] = manager.condition(forScreen: screen.id).map(Self.shown)
            for operation in screen.operations {
                status.operationConditions[operation] = manager.condition(forOperation: operation).map(Self.shown)
            }
        }
        status.isRecording = isRecording
        status.canRecord = canRecord
        status.passedWithoutStub = DemoJournal.passedWithoutStub(in: session.base)
        status.offContract = DemoJournal.offContract(in: session.base)
        status.problems = documentProblems + session.base.problems
        if !status.isRecording { status.problems += recording.doubts + (passed?.doubts() ?? []) }
        return status
    }

    /// The conditions for a screen: errors by status, then the others.
    func conditions(for screen: String) -> [DemoStatus.Condition] {
        let operations = catalog[screen]?.operations ?? []
        let named = Dictionary(
            operations.map { ($0, Set(manager.conditionNames(forOperations: [$0]))) },
            uniquingKeysWith: { one, _ in one })
        let statuses = statusesOfConditions(for: screen)
        let lists = operations.filter(showsRows)
        let conditions: [DemoStatus.Condition] = manager.conditionNames(forOperations: operations).compactMap {
            condition in
            guard case .named(let name) = condition else {
                var shown = Self.shown(condition)
                guard condition == .empty else { return shown }
                shown.operations = lists
                return lists.isEmpty ? nil : shown
            }
            let status = statuses[name]
            let prefix = status.map { name.hasPrefix("\($0)") ? "" : "\($0) " } ?? ""
            var shown = DemoStatus.Condition(
                id: name, title: prefix + condition.title, summary: condition.summary, status: status)
            let answered = operations.filter { named[$0]?.contains(condition) ?? false }
            shown.operations = answered
            // A condition for the whole screen changes no loaded data then.
            if let load = catalog[screen]?.load?.operation, !answered.contains(load) {
                shown.summary += ", only for \(answered.joined(separator: ", "))"
            }
            return shown
        }
        let errors = conditions.filter { $0.status ?? 0 >= 400 }.sorted { ($0.status ?? 0) < ($1.status ?? 0) }
        return errors + conditions.filter { $0.status ?? 0 < 400 }
    }

    private func showsRows(_ operation: String) -> Bool {
        catalog.screens.contains { $0.showsRows && $0.load?.operation == operation }
    }

    /// The statuses of disabled stubs, which answer as conditions, by name. Names with several statuses have none.
    private func statusesOfConditions(for screen: String) -> [String: Int] {
        var statuses: [String: Set<Int>] = [:]
        for id in manager.stubIDs(ofScreen: screen) {
            guard let state = manager.state(of: id), !state.isEnabled, let name = state.stub.name,
                let reply = state.stub.sequence.first?.reply
            else { continue }
            statuses[name, default: []].insert(reply.status)
        }
        return statuses.compactMapValues { $0.count == 1 ? $0.first : nil }
    }

    func perform(_ command: DemoCommand) -> DemoFact {
        let manager = manager
        if manager.isSeeded { return .seeded }
        switch command {
        case .toggleAll:
            let mode: ServingMode = manager.toggleAll() ? .demo : .live
            return .everything(mode, others: status.ownModes.values.count { $0 != mode })
        case .clearSwitches: return .switchesCleared(manager.clearScreenSwitches())
        case .toggleScreen(let screen):
            _ = manager.toggleScreen(screen)
            return .screen(screen, manager.isEnabled(for: screen) ? .demo : .live)
        case .condition(let name, let target):
            let condition = name.map(Condition.init(name:))
            let switched: Bool
            let subject: String
            switch target {
            case .screen(let screen):
                switched = manager.setCondition(condition, forScreen: screen)
                subject = catalog[screen]?.title ?? screen
            case .operation(let operation, _):
                switched = !manager.setCondition(condition, forOperation: operation).isEmpty
                subject = operation
            }
            return .condition(condition?.title, on: subject, switchedToDemo: switched)
        case .policy(let name):
            if let policy = UnmatchedPolicy(rawValue: name) { session.base.unmatched = policy }
            return .policy(status.policies.first { $0.id == name }?.title ?? name)
        case .session(let name):
            session.choose(name)
            return .session(name)
        case .reset(let screen):
            manager.reset(screen: screen)
            return .reset(screen)
        }
    }

    /// The state that ends with the program, in words for the final question.
    var losses: [String] {
        let changes = (session.base.memory?.remembered ?? []).reduce(0) { $0 + $1.added + $1.changed + $1.deleted }
        let counts = [
            (changes, "change of demo data", "changes of demo data"),
            (session.connected, "connected client", "connected clients"),
        ]
        return [status.conditions].compactMap(\.self)
            + counts.compactMap { count, one, many in count == 0 ? nil : "\(count) \(count == 1 ? one : many)" }
    }

    func toggleRecording() -> Result<DemoFact, RecordingRefusal> {
        if let passed { return .success(toggle(passed)) }
        if recording.isOn {
            recording.stop()
            return .success(
                .recorded(folder: recording.folder, replies: recording.count, doubts: recording.doubts.count))
        }
        do throws(Problem) {
            try recording.start()
            return .success(.recording(folder: recording.folder, needsLive: manager.banner == .demo))
        } catch {
            return .failure(RecordingRefusal(sentence: "Not recorded: \(error.message) (\(error.file))"))
        }
    }

    struct RecordingRefusal: Error, Hashable {
        let sentence: String
    }

    /// `follow` means the screen it was opened from.
    func open(_ screen: String, from opener: String?) { manager.open(screen, from: opener) }

    func reload() -> [Problem] { session.base.reload() }

    /// The changed part: only the journal, which changes with every request, or more.
    enum WhatChanged: Sendable { case journal, more }

    /// Ends when it is no longer held.
    typealias Watch = StubWatch

    /// Reads a stub file again as soon as it is saved, while the watch is held.
    /// - Parameter onReload: receives the problems of the stub files.
    func watch(_ onReload: @escaping @Sendable ([Problem]) -> Void) -> StubWatch? {
        // The program reads its own files when it is asked for them.
        let excluded = passed?.folder ?? (recording.isWriting ? recording.folder : nil)
        return watchesStubs ? session.base.watchStubs(except: excluded, onReload: onReload) : nil
    }

    func changes() -> AsyncMapSequence<AsyncStream<Change>, WhatChanged> {
        session.base.changes().map { $0 == .journal ? .journal : .more }
    }

    private static func shown(_ condition: Condition) -> DemoStatus.Condition {
        DemoStatus.Condition(
            id: condition.name, title: condition.title, summary: condition.summary, status: condition.errorStatus)
    }
}

extension Session {
    static let live = Session("live")
    static let demo = Session("demo")
}

extension DemoManager {
    /// Describes the document's screens to the manager: the scope of conditions and banner, and the paths of stubs.
    /// Call it before stubs are loaded.
    ///
    /// - Parameter router: routes calls, and the paths of stubs, to the document's operations.
    func describe(_ catalog: ScreenCatalog, _ document: APIDocument, _ router: OperationRouter) {
        readStubPaths { router.located(written: $0) }
        let pages = Dictionary(
            catalog.screens.compactMap { screen in screen.load.map { ($0.operation, screen.pagination.parameters) } },
            uniquingKeysWith: { first, _ in first })
        let stubs = DocumentStubs(document)
        describe(
            screens: catalog.screens.map { ScreenDescription($0) },
            operations: document.operations.map { operation in
                OperationDescription(
                    id: operation.id, method: operation.method, pathTemplate: router.prefix + operation.path.escaped,
                    pageParameters: pages[operation.id] ?? [],
                    successBody: operation.success?.json?.examples.lazy.compactMap(\.value).first,
                    errorReplies: stubs.errorReplies(of: operation))
            }, values: document.declaredValues)
    }
}

extension ScreenDescription {
    fileprivate init(_ screen: Screen) {
        self.init(id: screen.id, openedFrom: screen.parent, operations: screen.operations)
    }
}

extension DemoStatus.Policy {
    static func all(current: UnmatchedPolicy, reasons: [UnmatchedPolicy: String]) -> [Self] {
        UnmatchedPolicy.allCases.map { policy in
            Self(
                id: policy.rawValue, title: policy.title, summary: policy.summary, reason: reasons[policy],
                isCurrent: policy == current)
        }
    }
}

extension UnmatchedPolicy {
    fileprivate var title: String {
        switch self {
        case .error: "refuse"
        case .guard: "let reads through"
        case .passThrough: "let all through"
        case .capture: "let through, record"
        }
    }

    fileprivate var summary: String {
        switch self {
        case .error: "nothing leaves"
        case .guard: "reads go to the server; writes are refused"
        case .passThrough: "everything without a stub goes to the server"
        case .capture: "and what the server answers becomes a stub"
        }
    }
}
