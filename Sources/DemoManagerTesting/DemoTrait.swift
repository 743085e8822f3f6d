// Empty without Swift Testing, which a static Swift runtime lacks, and before Swift 6.1, which introduced test scopes:
// everything else still builds.
#if canImport(Testing) && compiler(>=6.1)
    import DemoManager
    import DemoManagerFiles
    import Testing

    /// Runs a test with its own manager in demo mode: `DemoManager.current`. Its stubs are invisible to other tests,
    /// even if they run at the same time.
    ///
    /// ```swift
    /// @Test(.demo) func notFound() async throws {
    ///     try DemoManager.current.stub(.get("https://api.example.com/me"), statusCode: 404)
    ///     #expect(await Client().me() == nil)
    /// }
    /// ```
    ///
    /// On a suite, it applies to each test of the suite; each argument of a parameterized test has its own manager. The
    /// innermost of several such traits applies. The code under test has to use `DemoManager.current`, or the manager
    /// that it is given. Child tasks and `Task { }` inherit it; pass it explicitly to `Task.detached`, dispatch queues
    /// and threads.
    public struct DemoTrait: TestTrait, SuiteTrait, TestScoping {
        /// The policy for requests that no stub matches.
        var unmatched = UnmatchedPolicy.error
        /// The folder of bodies.
        var fixtures: String?
        /// The folder of stub files to load.
        var stubs: String?
        /// True to report stubs that never answer.
        var isRequiringAllStubs = false
        /// True not to report refused requests, except for failed verifications.
        var isAllowingRefusals = false
        /// Distinguishes the trait from equal ones of the same test.
        private let identity = Identity()

        private final class Identity: Sendable {}

        /// True: each test of a suite gets its own manager.
        public var isRecursive: Bool { true }

        /// Runs `function` with its own manager, and reports refused requests and unused stubs as issues.
        ///
        /// - Parameters:
        ///   - test: the test; issues are recorded at its source location.
        ///   - testCase: one case of the test.
        ///   - function: the body of the test.
        /// - Throws: what `function` throws.
        public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
        ) async throws {
            let innermost = test.traits.lazy.compactMap { $0 as? DemoTrait }.last
            guard innermost == nil || innermost?.identity === identity else { return try await function() }
            // Another policy says which requests may leave.
            let configuration = DemoManager.Configuration(
                unmatched: unmatched, isOffline: unmatched == .error, fixtures: fixtures.map { [$0] } ?? [])
            try await DemoManager.withIsolated(configuration) { manager in
                let report = TestReport(test: test, manager: manager)
                if let stubs {
                    guard !report.record(manager.loadStubs(folder: stubs, fixtures: fixtures)) else { return }
                }
                defer { report.recordRefusals(verificationOnly: isAllowingRefusals) }
                // A test that threw an error did not reach all stubs, so unused ones are not reported.
                try await function()
                if isRequiringAllStubs { report.recordUnusedStubs() }
            }
        }
    }

    extension Trait where Self == DemoTrait {
        /// Runs the test with its own manager, which is offline: a request that no stub answers is refused and reported
        /// as an issue, with demo mode off, too.
        public static var demo: Self { DemoTrait() }

        /// Runs the test with its own manager.
        ///
        /// - Parameters:
        ///   - unmatched: the policy for requests that no stub matches. With another one than `error` the manager is not
        ///     offline (``DemoManager/isOffline``).
        ///   - fixtures: the folder of bodies. A relative path is resolved against the folder of the source file.
        ///   - stubs: a folder of stub files to load before each test; an error in one of them is an issue, and the
        ///     test does not run. Bodies are read from `fixtures`, or without it from `stubs` itself.
        ///   - requiringAllStubs: true to report enabled stubs that never answer, at the line that added them.
        ///   - allowingRefusals: true not to report refused requests, for tests of the app's reaction to them.
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
