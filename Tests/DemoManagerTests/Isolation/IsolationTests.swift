import Testing

@testable import DemoManager

@Suite struct IsolationTests {
    @Test("Each of 500 concurrent isolations sees only its own stub for the same URL")
    func parallel() async throws {
        let wrong = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<500 {
                group.addTask {
                    await DemoManager.withIsolated { manager in
                        do { try manager.addPath("/same", "\(number)") } catch { return true }
                        await Task.yield()
                        return await Task { DemoManager.current.answer("/same") }.value != "\(number)"
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(wrong == 0)
        #expect(DemoManager.current === DemoManager.shared)
        #expect(DemoManager.shared.stubs.isEmpty)
    }

    @Test("A nested isolation hides the outer one, and ends with its body, even if that throws") func nested() async {
        await DemoManager.withIsolated { outer in
            await #expect(throws: CancellationError.self) {
                try await DemoManager.withIsolated { inner in
                    #expect(DemoManager.current === inner)
                    throw CancellationError()
                }
            }
            #expect(DemoManager.current === outer)
        }
        #expect(DemoManager.current === DemoManager.shared)
    }

    @Test("child tasks inherit the manager, detached tasks do not") func tasks() async {
        await DemoManager.withIsolated { manager in
            async let child = DemoManager.current === manager
            #expect(await child)
            #expect(await Task { DemoManager.current === manager }.value)
            #expect(await Task.detached { DemoManager.current !== manager }.value)
        }
    }

    @MainActor
    @Test("The body runs in its caller's isolation") func isolation() async {
        var count = 0
        await DemoManager.withIsolated(.init(unmatched: .passThrough)) { manager in
            count += 1
            #expect(manager.unmatched == .passThrough)
        }
        #expect(count == 1)
    }
}
