#if canImport(Testing) && compiler(>=6.1)
    import DemoManager
    import Testing

    /// Turns what a manager saw during a test into issues of the test, each where it was written.
    struct TestReport {
        let test: Test
        let manager: DemoManager

        /// Records the errors among `problems`; says whether there was one.
        func record(_ problems: [Problem]) -> Bool {
            let errors = problems.filter { $0.severity == .error }
            for problem in errors { Issue.record("\(problem)", sourceLocation: test.sourceLocation) }
            return !errors.isEmpty
        }

        /// Records every request that was refused, or those alone whose verification failed.
        func recordRefusals(verificationOnly: Bool) {
            for exchange in manager.refused {
                guard case .refuse(let refusal) = exchange.action else { continue }
                guard refusal.kind == .verification || !verificationOnly else { continue }
                let location = refusal.origin.map(location(of:)) ?? test.sourceLocation
                Issue.record("\(manager.refusalText(exchange))", sourceLocation: location)
            }
        }

        /// Records every stub that is on and never answered.
        func recordUnusedStubs() {
            for state in manager.unusedStubs {
                Issue.record(
                    "\(manager.redactor.text(state.stub.title)) (\(state.stub.origin)) was never used",
                    sourceLocation: location(of: state.stub.origin))
            }
        }

        /// The place a stub was added at, if known; else the test.
        private func location(of origin: StubOrigin) -> SourceLocation {
            // Anything but `Module/File.swift` and a line from 1 is a trap of `SourceLocation`.
            guard case .code(let fileID, let line) = origin, line > 0, let slash = fileID.firstIndex(of: "/"),
                slash != fileID.startIndex, fileID.index(after: slash) != fileID.endIndex
            else { return test.sourceLocation }
            let isTests = fileID == test.sourceLocation.fileID
            // The path of another file is not known; what is printed is its name and line.
            return SourceLocation(
                fileID: fileID, filePath: isTests ? test.sourceLocation.filePath : fileID, line: line, column: 1)
        }
    }
#endif
