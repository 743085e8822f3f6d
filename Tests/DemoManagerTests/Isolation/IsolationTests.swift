import Foundation
import HTTPTypes
import Testing

@testable import DemoManager

@Suite struct IsolationTests {
    @Test("500 isolations at once, each with its own stub for the same URL, see only their own")
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
}
