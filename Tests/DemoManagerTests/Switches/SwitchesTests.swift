import Foundation
import Testing

@testable import DemoManager

@Suite struct SwitchesTests {
    private let manager = DemoManager()

    init() {
        manager.describe(screens: [
            ScreenDescription(id: "profile"), ScreenDescription(id: "cards"),
            ScreenDescription(id: "card", openedFrom: "cards"),
        ])
    }

    @Test("a screen follows the screen it was opened from, not the global switch") func opener() {
        manager.setEnabled(.on, for: "cards")
        #expect(manager.isEnabled(for: "card"))
        #expect(!manager.isEnabled(for: "profile"))
        manager.open("card", from: "profile")
        #expect(!manager.isEnabled(for: "card"))
    }

    @Test("screens opened from each other follow the global switch") func cycle() {
        let manager = DemoManager()
        manager.open("a", from: "b")
        manager.open("b", from: "a")
        manager.isEnabled = true
        #expect(manager.isEnabled(for: "a"))
    }

    @Test("Toggling a screen twice restores follow") func toggleScreen() {
        #expect(manager.toggleScreen("profile") == .on)
        #expect(manager.isEnabled(for: "profile"))
        #expect(manager.toggleScreen("profile") == .follow)
    }

    @Test("Toggling everything to demo and back restores the mix") func toggleAll() {
        manager.setEnabled(.on, for: "profile")
        #expect(manager.banner == .mixed(demo: 1, of: 2))
        #expect(manager.toggleAll())
        #expect(manager.banner == .demo)
        #expect(!manager.toggleAll())
        #expect(manager.banner == .mixed(demo: 1, of: 2))
        #expect(manager.screenSwitch(for: "profile") == .on)
    }

    @Test("Clearing the screens' switches makes every screen follow the global one") func clear() {
        manager.setEnabled(.on, for: "profile")
        manager.setEnabled(.off, for: "cards")
        #expect(manager.clearScreenSwitches() == 2)
        #expect(manager.banner == .live && manager.screenSwitches.isEmpty)
        #expect(manager.clearScreenSwitches() == 0)
    }

    @Test(
        "The banner counts screens that differ; if all are live it is LIVE, whatever the global switch",
        arguments: [
            ([:], true, .demo), ([:], false, .live), (["profile": .on], false, .mixed(demo: 1, of: 2)),
            // One that opens from another counts where it differs from that.
            (["card": .on], false, .mixed(demo: 1, of: 3)), (["profile": .off, "cards": .off], true, .live),
        ] as [([String: ScreenSwitch], Bool, Banner)])
    func banner(switches: [String: ScreenSwitch], isEnabled: Bool, banner: Banner) {
        manager.isEnabled = isEnabled
        for (screen, state) in switches { manager.setEnabled(state, for: screen) }
        #expect(manager.banner == banner)
    }

    @Test("without described screens a differing screen makes the banner mixed") func undescribed() {
        let manager = DemoManager()
        #expect(manager.banner == .live)
        manager.setEnabled(.on, for: "profile")
        #expect(manager.banner == .mixed(demo: 1, of: 2) && manager.banner.text == "MIXED 1/2")
    }

    @Test("A persisted switch is restored, and stored when it changes") func kept() async throws {
        let name = "SwitchesTests-\(UUID().uuidString)"
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
