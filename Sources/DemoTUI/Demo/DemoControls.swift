import APIDocument
import APIModel
import AppCore
import DemoManager
import DemoManagerFiles
import DocumentStubs
import Recordings
import WireFormats

/// Connects the keys to DemoManager: switches, conditions, reset, and the state that the screens show.
struct DemoControls: Sendable {
    let session: SessionAtHand
    let catalog: ScreenCatalog
    let watchesStubs: Bool
    let recording: Recording
    /// The problems of files that are read only at the start.
    let problems: [Problem]
    let documentProblems: [Problem]
    /// The reasons why the last save of a document is not used, by its place.
    var refusals: [Int: Problem] = [:]
    var policyReasons: [UnmatchedPolicy: String] = [:]
    /// The path of the document's server, which list titles omit.
    var pathPrefix = ""
    /// The files of the document, which has a watch of its own.
    var documentFiles: Set<String> = []
    /// True if the recording is that of a gateway's passed replies.
    var recordsPassed = false
    var callbacks: [CallbackRow] = []
    /// The failures at random from the command line.
    var chaos: ChaosOption?

    var manager: DemoManager { session.manager }

    /// The session of a call of this screen: bound once, kept by every attempt.
    func session(for screen: String?) -> Session { manager.isEnabled(for: screen) ? .demo : .live }

    /// True for a problem of the document's files, which are watched.
    func isOfDocument(_ problem: Problem) -> Bool {
        refusals.values.contains(problem) || documentProblems.contains(problem)
    }

    var status: DemoStatus {
        let manager = manager
        var status = DemoStatus()
        status.session = session.name
        status.policies = DemoStatus.Choice.policies(current: session.base.unmatched, reasons: policyReasons)
        status.banner =
            switch manager.banner {
            case .live: .live
            case .demo: .demo
            case .mixed(let demo, let all): .mixed(demo: demo, of: all)
            }
        status.global = manager.isEnabled ? .demo : .live
        status.ownModes = manager.screenSwitches.mapValues { $0 == .on ? .demo : .live }
        for screen in catalog.screens {
            let isDemo = manager.isEnabled(for: screen.id)
            if isDemo { status.demoScreens.insert(screen.id) }
            // Of live calls only the next one may fail; other failures wait until the screen is demo again.
            func fails(_ chosen: ChosenCondition) -> Bool { isDemo || chosen.isOnce }
            let own = manager.chosenCondition(forScreen: screen.id)
            status.screenConditions[screen.id] = own.flatMap { fails($0) ? shown($0, of: screen.operations) : nil }
            for operation in screen.operations {
                guard let chosen = manager.chosenCondition(forOperation: operation), fails(chosen) else { continue }
                status.operationConditions[operation] = shown(chosen, of: [operation])
            }
        }
        let chaos = manager.chaos
        status.chaos = chaos?.name
        status.chaosChoices = chaosChoices(now: chaos)
        status.isRecording = recording.isOn
        status.recorded = recording.status.recorded
        // A gateway without a folder has nothing to record into.
        status.canRecord = recordsPassed || session.isAlone
        status.holds = holds
        status.callbacks = callbacks
        status.passedWithoutStub = DemoJournal.passedWithoutStub(in: session.base)
        status.offContract = DemoJournal.offContract(in: session.base)
        status.problems =
            refusals.sorted { $0.key < $1.key }.map(\.value) + problems + documentProblems + session.base.problems
        if !status.isRecording { status.problems += recording.doubts }
        return status
    }

    /// The conditions to choose from for a screen: for all its calls, and for each.
    func choices(for screen: String) -> [CallChoices] {
        let load = catalog[screen]?.load?.operation
        let operations = (catalog[screen]?.operations ?? []).sorted { $0 == load && $1 != load }
        let calls = operations.map { operation in
            CallChoices(
                target: .operation(operation, onScreen: screen), operation: operation,
                title: catalog[screen]?.call(of: operation) ?? operation, conditions: conditions(of: operation),
                current: manager.chosenCondition(forOperation: operation).map { Self.shown($0) })
        }
        var all: [DemoStatus.Condition] = []
        for condition in calls.flatMap(\.conditions) where !all.contains(where: { $0.id == condition.id }) {
            all.append(condition)
        }
        let current = manager.chosenCondition(forScreen: screen).map { Self.shown($0) }
        // The one call of a screen is the screen, unless something was chosen for the call.
        if let only = calls.first, calls.count == 1 {
            guard current != nil || only.current == nil else { return calls }
            return [
                CallChoices(
                    target: .screen(screen), operation: only.operation, title: only.title, conditions: all,
                    current: current)
            ]
        }
        let title = "every call of \(title(screen))"
        return [
            CallChoices(
                target: .screen(screen), operation: nil, title: title, conditions: all.sorted(by: Self.isBefore),
                current: current)
        ] + calls
    }

    /// The conditions that make a difference to an operation: statuses in order, then the others.
    func conditions(of operation: String) -> [DemoStatus.Condition] {
        let described = manager.operations.first { $0.id == operation }
        let hasSequence = manager.stubs.contains { $0.stub.sequence.count > 1 && $0.isEnabled }
        return manager.conditionNames(forOperations: [operation]).filter { condition in
            switch condition {
            case .success: hasSequence
            case .empty: catalog.screens.contains { $0.showsRows && $0.load?.operation == operation }
            case .invalid: described.map { [.post, .put, .patch].contains($0.method) } ?? true
            default: true
            }
        }.compactMap { condition in
            guard let answer = manager.answer(to: condition, ofOperation: operation, isGenerated: false) else {
                return nil
            }
            let isDocuments = answer.stub.id.flatMap { manager.state(of: $0) }?.stub.source.isDocuments ?? false
            if condition == .malformed, !answer.reply.hasJSON(described, isDocuments: isDocuments) { return nil }
            return Self.shown(ChosenCondition(condition: condition, isOnce: false), answer)
        }.sorted(by: Self.isBefore)
    }

    private func shown(_ chosen: ChosenCondition, of operations: [String]) -> DemoStatus.Condition {
        guard case .named = chosen.condition else { return Self.shown(chosen) }
        let answers = operations.lazy.compactMap {
            manager.answer(to: chosen.condition, ofOperation: $0, isGenerated: false)
        }
        return Self.shown(chosen, answers.first)
    }

    /// A condition as the list of failures has it, with the answer it gives.
    private static func shown(
        _ chosen: ChosenCondition, _ answer: (reply: StubReply, stub: StubRef)? = nil
    ) -> DemoStatus.Condition {
        let condition = chosen.condition
        var shown = DemoStatus.Condition(
            id: condition.name, title: condition.title, summary: condition.summary, status: condition.errorStatus,
            isOnce: chosen.isOnce)
        guard let answer else { return shown }
        if case .named(let name) = condition {
            let code = answer.reply.status.code
            let words = HumanName.inSentence(HumanName.sentence(name))
            (shown.title, shown.status) = (name.hasPrefix("\(code)") ? name : "\(code) \(words)", code)
        }
        if shown.status != nil { shown.summary = answer.stub.source }
        return shown
    }

    private static func isBefore(_ one: DemoStatus.Condition, _ other: DemoStatus.Condition) -> Bool {
        (one.status ?? .max) < (other.status ?? .max)
    }

    func perform(_ command: DemoCommand) -> DemoFact {
        let manager = manager
        if manager.isSeeded { return DemoFact("UI testing: only seeds answer, whatever the switches say.") }
        switch command {
        case .toggleAll:
            let mode: ServingMode = manager.toggleAll() ? .demo : .live
            return .everything(mode, others: status.ownModes.values.count { $0 != mode })
        case .clearSwitches:
            let screens = catalog.screens.map(\.id).filter { manager.chosenCondition(forScreen: $0) != nil }
            let operations = Set(catalog.screens.flatMap(\.operations))
                .filter { manager.chosenCondition(forOperation: $0) != nil }
            session.madeDemo.withLock { $0 = [] }
            for screen in screens { manager.setCondition(nil, forScreen: screen) }
            for operation in operations { manager.setCondition(nil, forOperation: operation) }
            return .switchesCleared(manager.clearScreenSwitches(), failures: screens.count + operations.count)
        case .toggleScreen(let screen):
            session.madeDemo.withLock { _ = $0.remove(session.switchKey(screen)) }
            _ = manager.toggleScreen(screen)
            let outcome = manager.isEnabled(for: screen) ? "uses demo data" : "is live"
            return DemoFact("\(title(screen)) \(outcome).")
        case .condition(let name, let target, let once):
            let condition = name.map(Condition.init(name:))
            let switched: [String]
            let subject: String
            switch target {
            case .screen(let screen):
                switched = manager.setCondition(condition, forScreen: screen, once: once) ? [screen] : []
                // Every call works only if none fails by itself.
                for operation in catalog[screen]?.operations ?? [] where condition == nil {
                    manager.setCondition(nil, forOperation: operation)
                }
                subject = title(screen)
            case .operation(let operation, let screen):
                switched = manager.setCondition(condition, forOperation: operation, once: once)
                subject = catalog[screen]?.call(of: operation) ?? operation
            }
            session.madeDemo.withLock { $0.formUnion(switched.map(session.switchKey)) }
            guard let condition else {
                let isBack = goBackToLive() || !switched.isEmpty
                return DemoFact("\(subject) works as usual\(isBack ? " and is live again" : "").")
            }
            let end = switched.isEmpty ? "" : " The screen switched to demo."
            return DemoFact("\(once ? "Next call" : "Every call") of \(subject): \(condition.title).\(end)")
        case .policy(let name):
            if let policy = UnmatchedPolicy(rawValue: name) { session.base.unmatched = policy }
            let title = status.policies.first { $0.id == name }?.title ?? name
            return DemoFact("When no stub matches: \(title).")
        case .chaos(let id): return chooseChaos(id)
        case .session(let name):
            session.choose(name)
            let clients = name.map { "the session \($0)" } ?? "all clients without a session"
            return DemoFact("Controlling \(clients).", changes: .all)
        case .reset(let screen):
            manager.reset(screen: screen)
            let title = title(screen)
            return DemoFact(
                "\(title) starts again: sequences, scenarios and remembered data.", changes: .screen(screen))
        }
    }

    private func title(_ screen: String) -> String { catalog[screen]?.title ?? screen }

    /// Switches screens back that a failure made demo, once none of theirs is left.
    ///
    /// - Returns: true if there were some.
    private func goBackToLive() -> Bool {
        let status = status
        let over = catalog.screens.filter { status.conditions(of: $0).isEmpty }.map(\.id)
            .filter { id in session.madeDemo.withLock { $0.remove(session.switchKey(id)) } != nil }
        for screen in over { manager.setEnabled(.follow, for: screen) }
        return !over.isEmpty
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

    func toggleRecording() -> DemoFact {
        if recording.isOn {
            recording.stop()
            return .recorded(into: recording.folder, replies: recording.count, doubts: recording.doubts.count)
        }
        do throws(Problem) {
            try recording.start()
            let folder = DemoFact.short(recording.folder)
            // Loaded data is loaded again, or it would not be recorded.
            return session.base.banner == .demo
                ? DemoFact("Recording: only what the server answers. Press \(key: .toggleAll) to go live.")
                : DemoFact("Recording into \(folder)", changes: .mode(.live))
        } catch {
            return DemoFact("Not recorded: \(error.message) (\(error.file))", isProblem: true)
        }
    }

    /// Ends when it is no longer held.
    typealias Watch = FileWatch

    /// Reads a stub file again as soon as it is saved, while the watch is held.
    /// - Parameter onReload: receives the problems of the stub files.
    func watch(_ onReload: @escaping @Sendable ([Problem]) -> Void) -> Watch? {
        // The program reads its own files when it is asked for them.
        let written = recordsPassed || recording.isWriting ? recording.folder : nil
        let excluded = documentFiles.union(written.map { [$0] } ?? [])
        return watchesStubs ? session.base.watchStubs(except: excluded, onReload: onReload) : nil
    }
}

/// The conditions of one call, or of every call of a screen.
struct CallChoices: Hashable, Sendable {
    let target: ConditionTarget
    /// Nil for several operations.
    let operation: String?
    let title: String
    let conditions: [DemoStatus.Condition]
    let current: DemoStatus.Condition?
}

extension StubRef {
    /// The place where its body was written, in a few words.
    fileprivate var source: String {
        switch origin {
        case .file(let path, _, _): "stub \(path.split(separator: "/").last ?? "")"
        case .code: "a stub in code"
        case .made(let maker): maker
        }
    }
}

extension Session {
    static let live = Session("live")
    static let demo = Session("demo")
}

extension APIDescription {
    /// The document's screens and operations: the scope of conditions and banner, and the paths of stubs.
    ///
    /// - Parameter router: routes calls, and the paths of stubs, to the document's operations.
    init(_ catalog: ScreenCatalog, _ document: APIDocument, _ router: OperationRouter) {
        let pages = Dictionary(
            catalog.screens.compactMap { screen in screen.load.map { ($0.operation, screen.pagination.parameters) } },
            uniquingKeysWith: { first, _ in first })
        let stubs = DocumentStubs(document)
        self.init(
            screens: catalog.screens.map { ScreenDescription($0) },
            operations: document.operations.map { operation in
                var described = OperationDescription(
                    id: operation.id, method: operation.method, pathTemplate: router.prefix + operation.path.escaped)
                described.pageParameters = pages[operation.id] ?? []
                described.successBody = operation.success?.json?.examples.lazy.compactMap(\.value).first
                described.hasJSONBody = operation.success?.json != nil
                described.errorReplies = stubs.errorReplies(of: operation)
                return described
            }, values: document.declaredValues, located: { router.located(written: $0) })
    }
}

extension StubReply {
    /// True for a body of JSON, or messages: half of nothing is nothing, and half of a picture is not JSON.
    fileprivate func hasJSON(_ operation: OperationDescription?, isDocuments: Bool) -> Bool {
        if webSocket != nil { return true }
        guard !isDocuments, draft == nil, status.kind == .successful else { return operation?.hasJSONBody ?? true }
        return !body.isEmpty && headers[.contentType].map { MediaTypeName($0).isJSON } == true
    }
}

extension ScreenDescription {
    fileprivate init(_ screen: Screen) {
        self.init(id: screen.id, openedFrom: screen.parent, operations: screen.operations)
    }
}

extension DemoStatus.Choice {
    static func policies(current: UnmatchedPolicy, reasons: [UnmatchedPolicy: String]) -> [Self] {
        UnmatchedPolicy.allCases.map { policy in
            Self(
                id: policy.rawValue, title: policy.words.title, summary: policy.words.summary,
                reason: reasons[policy], isCurrent: policy == current)
        }
    }
}

extension UnmatchedPolicy {
    fileprivate var words: (title: String, summary: String) {
        switch self {
        case .error: ("block", "nothing leaves this machine")
        case .guard: ("forward reads only", "reads go to the server, writes are blocked")
        case .passThrough: ("forward all", "every request without a stub goes to the server")
        case .capture: ("forward and record", "what the server answers becomes a stub")
        }
    }
}
