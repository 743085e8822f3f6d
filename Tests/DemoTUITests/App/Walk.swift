import DemoManager
import HTTPTypes
import Terminal
import Testing

@testable import DemoTUI

/// A row of a table: the keys that a user presses, and the text that the screen shows.
struct Walk: Sendable, CustomTestStringConvertible {
    let testDescription: String
    private let stage: Stage
    private let steps: [Step]

    init(_ name: String, on stage: Stage = .demo, _ steps: Step...) {
        testDescription = name
        self.stage = stage
        self.steps = steps
    }

    init(_ name: String, steps: [Step]) {
        testDescription = name
        stage = .demo
        self.steps = steps
    }

    /// Starts the program and takes all steps.
    @MainActor
    func take() async throws { try await stage.run { try await take(on: $0) } }

    @MainActor
    func take(on app: Harness) async throws { for step in steps { try await step.run(app) } }
}

/// The document and options of the program, the size of its window, and the first steps.
struct Stage: Sendable {
    var options = AppOptions(isDemo: true)
    var size = Size(columns: 80, rows: 24)
    var document: String?
    var steps: [Step] = []

    static let demo = Stage()
    static let live = Stage(options: AppOptions())

    static func stage(
        _ options: AppOptions = AppOptions(isDemo: true), columns: Int = 80, rows: Int = 24
    ) -> Stage { Stage(options: options, size: Size(columns: columns, rows: rows)) }

    static func over(
        _ document: String, options: AppOptions = AppOptions(isDemo: true), columns: Int = 80, rows: Int = 24,
        _ steps: Step...
    ) -> Stage { Stage(options: options, size: Size(columns: columns, rows: rows), document: document, steps: steps) }

    @MainActor
    func run(_ body: @MainActor (Harness) async throws -> Void) async throws {
        func begin(_ app: Harness) async throws {
            for step in steps { try await step.run(app) }
            try await body(app)
        }
        if let document {
            try await Harness.run(over: document, options, size: size) { try await begin($0) }
        } else {
            try await Harness.run(options, size: size) { try await begin($0) }
        }
    }
}

/// A step of a walk: input, or a check of what the user sees.
struct Step: Sendable {
    let run: @MainActor (Harness) async throws -> Void

    // MARK: Input

    /// Presses keys, separated by blanks, and waits after each.
    static func press(_ keys: String) -> Step {
        Step { app in for key in keys.split(separator: " ") { await app.press(String(key)) } }
    }
    /// Presses keys without waiting for what they begin.
    static func feed(_ keys: String) -> Step {
        Step { app in for key in keys.split(separator: " ") { app.feed(String(key)) } }
    }
    /// Presses keys until the screen shows a text.
    static func press(_ keys: String, until text: String) -> Step {
        Step { app in
            for _ in 0..<20 where !app.screen.contains(text) {
                for key in keys.split(separator: " ") { await app.press(String(key)) }
            }
        }
    }
    static func type(_ text: String) -> Step { Step { await $0.type(text) } }
    static func focus(_ field: String) -> Step { Step { await $0.focus(field) } }
    static func choose(_ condition: String, for target: String = "") -> Step {
        Step { await $0.choose(condition, for: target) }
    }
    static func resize(_ columns: Int, _ rows: Int) -> Step { Step { $0.resize(columns, rows) } }
    static var settle: Step { Step { await $0.settle() } }

    // MARK: Stubs

    static func stub(
        _ method: HTTPRequest.Method = .get, _ path: String, status: Int = 200, _ json: String = "",
        headers: HTTPFields = [:], after delay: Duration = .zero
    ) -> Step {
        Step { $0.lastStub = try $0.stub(method, path, status: status, json, headers: headers, after: delay) }
    }
    /// Removes the stub that the last step with a stub added.
    static var unstub: Step { Step { app in if let stub = app.lastStub { app.manager.remove(stub) } } }
    static var withoutStubs: Step { Step { $0.manager.removeAll() } }
    static func condition(_ condition: Condition?, _ operation: String) -> Step {
        Step { $0.manager.setCondition(condition, forOperation: operation) }
    }
    static func does(_ body: @escaping @MainActor (Harness) async throws -> Void) -> Step { Step(run: body) }

    // MARK: Checks

    /// Checks a condition; a failure shows the screen and points at the step.
    static func holds(
        at place: SourceLocation = #_sourceLocation, _ condition: @escaping @MainActor (Harness) throws -> Bool
    ) -> Step {
        Step { app in
            let isTrue = try condition(app)
            #expect(isTrue, "\(app.screen)", sourceLocation: place)
        }
    }
    /// Waits for something that no key brings.
    static func waits(
        at place: SourceLocation = #_sourceLocation, _ condition: @escaping @MainActor (Harness) -> Bool
    ) -> Step {
        Step { app in
            await app.wait { condition(app) }
            #expect(condition(app), "\(app.screen)", sourceLocation: place)
        }
    }

    private static func contain(
        _ texts: [String], _ isThere: Bool, _ place: SourceLocation, _ part: @escaping @MainActor (Harness) -> String
    ) -> Step {
        Step { app in
            for text in texts {
                #expect(part(app).contains(text) == isThere, "\(text)\n\(app.screen)", sourceLocation: place)
            }
        }
    }
    static func sees(_ texts: String..., at place: SourceLocation = #_sourceLocation) -> Step {
        contain(texts, true, place) { $0.screen }
    }
    static func lacks(_ texts: String..., at place: SourceLocation = #_sourceLocation) -> Step {
        contain(texts, false, place) { $0.screen }
    }
    /// Checks the main area as running text.
    static func reads(_ texts: String..., at place: SourceLocation = #_sourceLocation) -> Step {
        contain(texts, true, place) { $0.words }
    }
    static func reads(no texts: String..., at place: SourceLocation = #_sourceLocation) -> Step {
        contain(texts, false, place) { $0.words }
    }
    static func title(_ texts: String..., at place: SourceLocation = #_sourceLocation) -> Step {
        contain(texts, true, place) { $0.title }
    }
    static func title(lacks texts: String..., at place: SourceLocation = #_sourceLocation) -> Step {
        contain(texts, false, place) { $0.title }
    }
    static func footer(_ texts: String..., at place: SourceLocation = #_sourceLocation) -> Step {
        contain(texts, true, place) { $0.footer }
    }
    static func footer(lacks texts: String..., at place: SourceLocation = #_sourceLocation) -> Step {
        contain(texts, false, place) { $0.footer }
    }
    static func banner(_ texts: String..., at place: SourceLocation = #_sourceLocation) -> Step {
        contain(texts, true, place) { $0.banner }
    }
    static func banner(lacks texts: String..., at place: SourceLocation = #_sourceLocation) -> Step {
        contain(texts, false, place) { $0.banner }
    }
    static func row(_ index: Int, _ texts: String..., at place: SourceLocation = #_sourceLocation) -> Step {
        contain(texts, true, place) { $0.row(index) }
    }

    static func panel<P: Panel>(_ type: P.Type, at place: SourceLocation = #_sourceLocation) -> Step {
        holds(at: place) { $0.state.mainPanel is P }
    }
    static func popup<P: Panel>(_ type: P.Type, at place: SourceLocation = #_sourceLocation) -> Step {
        holds(at: place) { $0.state.popups.last is P }
    }
    static func noPopup(at place: SourceLocation = #_sourceLocation) -> Step {
        holds(at: place) { $0.state.popups.isEmpty }
    }
    static func inSidebar(_ isThere: Bool = true, at place: SourceLocation = #_sourceLocation) -> Step {
        holds(at: place) { $0.state.sidebar.isFocused == isThere }
    }
    /// The program still runs.
    static func goesOn(at place: SourceLocation = #_sourceLocation) -> Step { holds(at: place) { $0.end == nil } }
    static func ends(_ code: Int32, at place: SourceLocation = #_sourceLocation) -> Step {
        holds(at: place) { $0.end?.code == code }
    }

    /// Checks the stub that the last step with a stub added.
    static func lastStub(
        at place: SourceLocation = #_sourceLocation, _ condition: @escaping @Sendable (StubState?) -> Bool
    ) -> Step { holds(at: place) { app in condition(app.lastStub.flatMap { app.manager.state(of: $0) }) } }

    /// The newest request has this path.
    static func called(_ path: String, at place: SourceLocation = #_sourceLocation) -> Step {
        holds(at: place) { $0.exchanges.last?.request.path == path }
    }
    static func called(_ method: HTTPRequest.Method, at place: SourceLocation = #_sourceLocation) -> Step {
        holds(at: place) { $0.exchanges.last?.request.method == method }
    }
    static func allStubs(at place: SourceLocation = #_sourceLocation) -> Step { holds(at: place) { $0.isAllStubs } }

    /// Remembers the screen and the number of exchanges.
    static var mark: Step {
        Step { app in
            app.markedScreen = app.screen
            app.markedCount = app.exchanges.count
        }
    }
    static var markCount: Step { Step { $0.markedCount = $0.exchanges.count } }
    /// The number of exchanges since the mark.
    static func calls(_ count: Int, at place: SourceLocation = #_sourceLocation) -> Step {
        holds(at: place) { $0.exchanges.count == $0.markedCount + count }
    }
    /// The screen looks as it did at the mark.
    static func sameScreen(at place: SourceLocation = #_sourceLocation) -> Step {
        holds(at: place) { $0.screen == $0.markedScreen }
    }
}
