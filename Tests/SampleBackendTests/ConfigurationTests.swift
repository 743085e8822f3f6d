import SampleBackend
import Testing

@Suite struct ConfigurationTests {
    @Test(
        "The database lives in XDG_DATA_HOME, else below the home folder",
        arguments: [
            (["XDG_DATA_HOME": "/data", "HOME": "/home/maya"], "/data/demo-tui/harbor.sqlite"),
            (["XDG_DATA_HOME": "relative", "HOME": "/home/maya"], "/home/maya/.local/share/demo-tui/harbor.sqlite"),
            (["XDG_DATA_HOME": "", "HOME": "/home/maya"], "/home/maya/.local/share/demo-tui/harbor.sqlite"),
        ])
    func defaultPath(environment: [String: String], path: String) {
        #expect(SampleBackend.defaultDatabasePath(environment: environment) == path)
    }

    @Test("Without HOME there is still a place") func noHome() {
        #expect(SampleBackend.defaultDatabasePath(environment: [:]).hasSuffix("/.local/share/demo-tui/harbor.sqlite"))
    }
}
