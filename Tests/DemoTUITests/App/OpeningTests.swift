import Synchronization
import Testing

@testable import DemoTUI

/// A document whose reading takes longer than anybody waits, and whether it was given up.
private final class EndlessSource: ScreensSource {
    let provisionalTitle = AppTitle(name: "endless.yaml", server: "no server")
    let wasCancelled = Mutex(false)

    @concurrent func open(_ report: @escaping @Sendable (OpeningStep) -> Void) async -> OpenedApp {
        report(.screens(operations: 1_234))
        do {
            try await Task.sleep(for: .seconds(60))
            return .refused("it ended")
        } catch {
            wasCancelled.withLock { $0 = true }
            return .refused("it was given up")
        }
    }

    func stop() async {}
}

@MainActor
@Suite("While a document is read")
struct OpeningTests {
    @Test(
        "the step it is at is on the screen, and Esc, q and ^C give it up",
        arguments: [("Esc", 0), ("q", 0), ("^C", 130)])
    func givenUp(key: String, code: Int32) async throws {
        let source = EndlessSource()
        let app = Harness(AppOptions(), source: { _, _ in source })
        let starting = Task { await app.start() }
        await app.wait { app.screen.contains("Making screens of 1,234 operations") }
        #expect(
            app.screen.contains("Opening endless.yaml") && app.screen.contains("Making screens of 1,234 operations"))
        #expect(app.screen.contains("Esc or q stops."), "\(app.screen)")
        app.feed(key)
        #expect(app.end == RunEnd(code: code))
        await starting.value
        #expect(source.wasCancelled.withLock { $0 })
        await app.stop()
    }

    @Test("a step that comes late paints nothing over the screens")
    func late() async throws {
        try await Harness.run { app in
            var state = app.state
            let effects = state.update(.documentStep(.screens(operations: 1_234)))
            #expect(effects.isEmpty)
            if case .opening = state.phase { Issue.record("the screens are gone") }
        }
    }
}
