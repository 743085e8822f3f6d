import DemoManager
import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import DemoManagerTesting

/// The issues that a trait reports for a test that goes wrong. The test runs as the trait runs it.
@Suite struct TestReportTests {
    @Test("a request without a stub is an issue of its test, one however often it is sent")
    func refusals() async throws {
        let issues = try await issues(of: .demo) { for _ in 0..<3 { _ = try? await same() } }
        #expect(issues.count == 1)
        #expect(issues.first?.text.contains("/same; write a stub") == true)
        #expect(issues.first?.location?.fileID == #fileID)
        #expect(try await self.issues(of: .demo(allowingRefusals: true)) { _ = try? await same() }.isEmpty)
        #expect(try await self.issues(of: .demo(unmatched: .passThrough)) { _ = try await same() }.isEmpty)
    }

    @Test("with it stand the stubs that came close") func nearMisses() async throws {
        let issues = try await issues(of: .demo) {
            try DemoManager.current.stub(.post("https://api.example.com/same"))
            _ = try? await same()
        }
        #expect(issues.first?.text.contains("<<<<") == true)
    }

    @Test("a failed verification is an issue at the line that verifies, even where refusals are allowed")
    func verification() async throws {
        let line = #line + 4
        let issues = try await issues(of: .demo(allowingRefusals: true)) {
            try DemoManager.current.stub(.get("https://api.example.com/same"))
                // Where the check stands.
                .thenVerifyRequest { _ in throw Wrong() }
            _ = try? await same()
        }
        #expect(issues.count == 1)
        #expect(issues.first?.text.contains("verification failed") == true)
        #expect(issues.first?.location?.line == line)
    }
    private struct Wrong: Error {}

    @Test("stubs that never answer are issues at the lines that added them, where that is asked for")
    func unusedStubs() async throws {
        let body: @Sendable () async throws -> Void = {
            try DemoManager.current.stub(.get("/never"))
            try DemoManager.current.stubSame("used")
            _ = try await same()
        }
        let line = #line - 4
        #expect(try await issues(of: .demo, body).isEmpty)
        let issues = try await issues(of: .demo(requiringAllStubs: true), body)
        #expect(issues.map(\.location?.line) == [line])
        #expect(issues.first?.text.contains("GET /never") == true)
    }

    @Test("stub files are loaded before each test, by a path beside the source file; their errors are issues")
    func stubFiles() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("demo-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("stubs"), withIntermediateDirectories: true)
        func write(_ text: String) throws {
            try Data(text.utf8).write(to: folder.appendingPathComponent("stubs/same.yaml"))
        }
        let trait = DemoTrait.demo(stubs: "stubs", filePath: folder.path + "/Tests.swift")
        try write("{request: {urlPath: /same}, response: {body: file}}")
        let good = try await issues(of: trait) { Issue.record("answered \(try await same() ?? "")") }
        #expect(good.map { $0.text.contains("answered file") } == [true])
        try write("{request: {urlPth: /same}, response: {body: file}}")
        let issues = try await issues(of: trait) { Issue.record("must not run") }
        #expect(issues.count == 1)
        #expect(issues.first?.text.contains("urlPth") == true)
    }

    @Test("an error the test throws goes on, and what was refused before is told with it") func errors() async throws {
        let issues = try await issues(of: .demo(requiringAllStubs: true)) {
            try DemoManager.current.stub(.get("/never"))
            _ = try await same()
        }
        #expect(issues.count == 2)
    }

    /// The issues of a test with `trait` that does `body`.
    private func issues(
        of trait: DemoTrait, _ body: @escaping @Sendable () async throws -> Void
    ) async throws -> [RecordedIssue] {
        let test = try #require(Test.current)
        let list = Mutex<[RecordedIssue]>([])
        try await withKnownIssue(isIntermittent: true) {
            try await trait.provideScope(for: test, testCase: nil, performing: body)
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined(separator: " ") + " \(issue)"
            list.withLock { $0.append(RecordedIssue(text: text, location: issue.sourceLocation)) }
            return true
        }
        return list.withLock(\.self)
    }
}

private struct RecordedIssue: Sendable {
    let text: String
    let location: SourceLocation?
}
