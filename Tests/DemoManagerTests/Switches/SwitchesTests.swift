import Testing

@testable import DemoManager

@Suite struct SwitchesTests {
    private func described() -> DemoManager {
        let manager = DemoManager()
        manager.describe(screens: [
            ScreenDescription(id: "profile"), ScreenDescription(id: "cards"),
            ScreenDescription(id: "card", openedFrom: "cards"),
        ])
        return manager
    }

    @Test("a screen without a switch follows the global one")
    func follows() {
        let manager = described()
        manager.isEnabled = true
        #expect(manager.isEnabled(for: "profile"))
        #expect(manager.isEnabled(for: nil))
    }

    @Test("a screen follows the screen it was opened from, not the global switch")
    func opener() {
        let manager = described()
        manager.setEnabled(.on, for: "cards")
        #expect(manager.isEnabled(for: "card"))
        #expect(!manager.isEnabled(for: "profile"))
        manager.open("card", from: "profile")
        #expect(!manager.isEnabled(for: "card"))
    }

    @Test("screens opened from each other follow the global switch")
    func cycle() {
        let manager = DemoManager()
        manager.open("a", from: "b")
        manager.open("b", from: "a")
        manager.isEnabled = true
        #expect(manager.isEnabled(for: "a"))
    }

    @Test("flipping a screen twice stores follow again")
    func toggleScreen() {
        let manager = described()
        #expect(manager.toggleScreen("profile") == .on)
        #expect(manager.isEnabled(for: "profile"))
        #expect(manager.toggleScreen("profile") == .follow)
    }

    @Test("from live or mixed D makes everything demo, from demo everything live, and resets the screens' switches")
    func toggleAll() {
        let manager = described()
        manager.setEnabled(.on, for: "profile")
        #expect(manager.banner == .mixed(demo: 1, of: 2))
        #expect(manager.toggleAll() == ToggleAllResult(isEnabled: true, resetScreens: 1))
        #expect(manager.banner == .demo)
        #expect(manager.screenSwitch(for: "profile") == .follow)
        #expect(manager.toggleAll() == ToggleAllResult(isEnabled: false, resetScreens: 0))
        #expect(manager.banner == .live)
    }

    @Test("an opened screen that differs makes the banner mixed")
    func childDiffers() {
        let manager = described()
        manager.setEnabled(.on, for: "card")
        #expect(manager.banner == .mixed(demo: 1, of: 3))
        #expect(manager.banner.text == "MIXED 1/3")
    }

    @Test("all screens switched off one by one is LIVE, whatever the global switch says")
    func allOff() {
        let manager = described()
        manager.isEnabled = true
        manager.setEnabled(.off, for: "profile")
        manager.setEnabled(.off, for: "cards")
        #expect(manager.banner == .live)
        #expect(manager.toggleAll().isEnabled)
    }

    @Test("without described screens a differing screen makes the banner mixed")
    func undescribed() {
        let manager = DemoManager()
        #expect(manager.banner == .live)
        manager.setEnabled(.on, for: "profile")
        #expect(manager.banner == .mixed(demo: 1, of: 2))
    }
}
