import DemoManager
import Foundation
import Testing

@Suite("A switch that is kept over launches")
struct KeptSwitchTests {
    @Test("It is set as it was left, and stored when it changes") func kept() async throws {
        let name = "KeptSwitchTests-\(UUID().uuidString)"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }

        let manager = DemoManager()
        let task = manager.keepSwitch(in: defaults)
        #expect(!manager.isEnabled)
        manager.isEnabled = true
        while !defaults.bool(forKey: "DemoManager.isEnabled") { await Task.yield() }
        task.cancel()
        await task.value

        let next = DemoManager()
        let nextTask = next.keepSwitch(in: defaults)
        #expect(next.isEnabled)
        next.isEnabled = false
        while defaults.bool(forKey: "DemoManager.isEnabled") { await Task.yield() }
        nextTask.cancel()
        await nextTask.value
        #expect(defaults.object(forKey: "DemoManager.isEnabled") != nil)
    }
}
