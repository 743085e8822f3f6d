// A static Swift runtime brings no Swift Testing, and that of Swift 6.0 has no scopes: this module is empty there, so that
// everything still builds.
#if canImport(Testing) && compiler(>=6.1)
    import DemoManager
    import DemoManagerFiles
    import Testing

    /// Runs a test with a manager of its own, in demo: `DemoManager.current`. Nobody else sees its stubs, and it sees
    /// nobody else's, however many tests run at once.
    ///
    /// ```swift
    /// @Test(.demo) func notFound() async throws {
    ///     try DemoManager.current.stub(.get("https://api.example.com/me"), statusCode: 404)
    ///     #expect(await Client().me() == nil)
    /// }
    /// ```
    ///
    /// On a suite it is for every test in it, and each argument of a parameterized test has a manager of its own. Of
    /// several such traits the innermost holds. The code under test has to ask `DemoManager.current`, or the manager
    /// it is given. Child tasks and `Task { }` inherit it; `Task.detached`, dispatch queues and threads do not: give
    /// them the manager.
    public struct DemoTrait: TestTrait, SuiteTrait, TestScoping {
        /// The policy for requests that no stub matches.
        var unmatched = UnmatchedPolicy.error
        /// The folder that bodies are read from, and confined to.
        var fixtures: String?
        /// The folder of stub files to load.
        var stubs: String?
        /// True if a stub that never answers is an issue.
        var isRequiringAllStubs = false
        /// True if a refused request is not an issue by itself.
        var isAllowingRefusals = false
        /// Tells it from other traits of a test that say the same.
        private let identity = Identity()

        private final class Identity: Sendable {}

        /// Every test of a suite gets a manager of its own, not the suite one for all.
        public var isRecursive: Bool { true }

        /// Runs `function` in the isolation, and records what was refused or never used.
        ///
        /// - Parameters:
        ///   - test: the test; issues are recorded at its place.
        ///   - testCase: one case of it.
        ///   - function: runs it.
        /// - Throws: what `function` throws.
        public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
        ) async throws {
            let innermost = test.traits.lazy.compactMap { $0 as? DemoTrait }.last
            guard innermost == nil || innermost?.identity === identity else { return try await function() }
            let configuration = DemoManager.Configuration(unmatched: unmatched, fixtures: fixtures.map { [$0] } ?? [])
            try await DemoManager.withIsolated(configuration) { manager in
                let report = TestReport(test: test, manager: manager)
                if let stubs {
                    guard !report.record(manager.loadStubs(folder: stubs, fixtures: fixtures)) else { return }
                }
                defer { report.recordRefusals(verificationOnly: isAllowingRefusals) }
                // A test that an error ended did not come to all its stubs: that alone is told then.
                try await function()
                if isRequiringAllStubs { report.recordUnusedStubs() }
            }
        }
    }

    extension Trait where Self == DemoTrait {
        /// Runs the test with a manager of its own; a request without a stub is refused, and an issue of the test.
        public static var demo: Self { DemoTrait() }

        /// Runs the test with a manager of its own.
        ///
        /// - Parameters:
        ///   - unmatched: what happens to requests no stub matches.
        ///   - fixtures: the folder in which stubs find their bodies. A path that does not begin with `/` is taken from the
        ///     folder of the source file.
        ///   - stubs: a folder of stub files to load before each test; an error in one of them is an issue, and the test
        ///     does not run. Its bodies are read from `fixtures`, without that from the folder itself.
        ///   - requiringAllStubs: true if a stub that is on and never answers is an issue, at the line that added it.
        ///   - allowingRefusals: true if requests may be refused: for tests of what an app does then.
        public static func demo(
            unmatched: UnmatchedPolicy = .error, fixtures: String? = nil, stubs: String? = nil,
            requiringAllStubs: Bool = false, allowingRefusals: Bool = false, filePath: String = #filePath
        ) -> Self {
            func absolute(_ path: String) -> String {
                path.hasPrefix("/")
                    ? path : filePath.prefix(through: filePath.lastIndex(of: "/") ?? filePath.startIndex) + path
            }
            return DemoTrait(
                unmatched: unmatched, fixtures: fixtures.map(absolute), stubs: stubs.map(absolute),
                isRequiringAllStubs: requiringAllStubs, isAllowingRefusals: allowingRefusals)
        }
    }
#endif
