#if canImport(Testing) && compiler(>=6.1)
    import DemoManager
    import Testing

    /// Reports the results of a manager as issues of its test, each at its source location.
    struct TestReport {
        let test: Test
        let manager: DemoManager

        /// Reports the errors among `problems`; returns true if there is one.
        func record(_ problems: [Problem]) -> Bool {
            let errors = problems.filter { $0.severity == .error }
            for problem in errors { Issue.record("\(problem)", sourceLocation: test.sourceLocation) }
            return !errors.isEmpty
        }

        /// Reports all refused requests, or only those whose verification failed.
        func recordRefusals(verificationOnly: Bool) {
            for exchange in manager.refused {
                guard case .refuse(let refusal) = exchange.action else { continue }
                guard refusal.kind == .verification || !verificationOnly else { continue }
                let location = refusal.origin.map(location(of:)) ?? test.sourceLocation
                Issue.record("\(manager.refusalText(exchange))", sourceLocation: location)
            }
            if !verificationOnly, let text = manager.forgottenRefusals {
                Issue.record("\(text)", sourceLocation: test.sourceLocation)
            }
        }

        /// Reports all enabled stubs that never answered.
        func recordUnusedStubs() {
            for state in manager.unusedStubs {
                Issue.record(
                    "\(manager.redactor.text(state.stub.title)) (\(state.stub.origin)) was never used",
                    sourceLocation: location(of: state.stub.origin))
            }
        }

        /// The source location of a stub, if known; else that of the test.
        private func location(of origin: StubOrigin) -> SourceLocation {
            // `SourceLocation` traps on other formats than `Module/File.swift` and on lines below 1.
            guard case .code(let fileID, let line) = origin, line > 0, let slash = fileID.firstIndex(of: "/"),
                slash != fileID.startIndex, fileID.index(after: slash) != fileID.endIndex
            else { return test.sourceLocation }
            let isTests = fileID == test.sourceLocation.fileID
            // The path of another file is unknown; its name and line are printed.
            return SourceLocation(
                fileID: fileID, filePath: isTests ? test.sourceLocation.filePath : fileID, line: line, column: 1)
        }
    }
#endif
