import AppCore

/// The document read and everything put together, or why not.
enum OpenedApp: Sendable {
    /// Takes credentials for a scheme of the document, kept in memory until the program ends.
    typealias SignIn = @Sendable (_ scheme: String, Credentials) async -> Void

    /// What the runner works with.
    struct Services: Sendable {
        var title: AppTitle
        let index: ScreenIndex
        /// Makes the screens' calls; nil where there is no document.
        let loader: ScreenLoader?
        var demo: DemoControls
        var journal: DemoJournal
        let signIn: SignIn
        let stubEditor: StubEditor
        let examples: ParameterExamples?
        let textEditor: TextEditor
        /// What a person is to know beside the screens: one sentence each.
        var notices: AsyncStream<String>?
    }

    case open(Services)
    case refused(String)
}
