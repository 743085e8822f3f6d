import DemoManager

/// What the command says to the screens beside the gateway.
extension GatewayCommand {
    /// Why some policies cannot be chosen in this run.
    var policyReasons: [UnmatchedPolicy: String] {
        guard upstream == nil else { return record == nil ? [.capture: "Start with --record DIR to record."] : [:] }
        let reason = "There is no server to let it through to; start with --upstream URL."
        return [.guard: reason, .passThrough: reason, .capture: reason]
    }
}

extension AppOptions {
    /// The gateway's options as the screens and the reading of files take them.
    init(_ command: GatewayCommand, environment: [String: String]) {
        self.init(
            document: command.document, baseURL: command.upstream, isDemo: command.demo,
            stubsFolder: command.folders.stubs, fixturesFolder: command.folders.fixtures, recordFolder: command.record,
            allowsRemoteReferences: command.references.allowRemoteRefs, environment: environment)
    }
}
