/// What a run of the screens is put together by: the app alone, or the app beside a gateway.
protocol ScreensSource: Sendable {
    /// The name to show before the document is read.
    var provisionalTitle: AppTitle { get }
    /// Reads the document and puts the services together. Runs after the first paint, off the main actor.
    ///
    /// - Parameter report: told every step, from any thread.
    @concurrent func open(_ report: @escaping @Sendable (OpeningStep) -> Void) async -> OpenedApp
    /// Ends what runs beside the screens.
    func stop() async

    /// How long `stop` may take before the program ends all the same.
    var patience: Duration { get }
    /// A line for standard output once the terminal is back.
    var farewell: String? { get }
    /// What to do where there is no terminal, if there is more to say than usual.
    var adviceWithoutTerminal: String? { get }
}

extension ScreensSource {
    // A call that hangs must not keep a person waiting for the shell.
    var patience: Duration { .milliseconds(400) }
    var farewell: String? { nil }
    var adviceWithoutTerminal: String? { nil }
}
