import AppCore

/// The document read and everything put together, or why not.
enum OpenedApp: Sendable {
    /// Takes credentials for a scheme of the document, kept in memory until the program ends.
    typealias SignIn = @Sendable (_ scheme: String, Credentials) async -> Void

    /// What the runner works with.
    struct Services: Sendable {
        let title: AppTitle
        let index: ScreenIndex
        let loader: ScreenLoader
        let demo: DemoControls
        let journal: DemoJournal
        let signIn: SignIn
        let stubEditor: StubEditor
        let examples: ParameterExamples
        let textEditor: TextEditor
    }

    case open(Services)
    case refused(String)
}
