import AppCore

/// The document read and everything put together, or why not.
enum OpenedApp: Sendable {
    /// What the runner works with.
    struct Services: Sendable {
        let title: AppTitle
        let loader: ScreenLoader
        let demo: DemoControls
        let journal: DemoJournal
        let stubEditor: StubEditor
    }

    case open(Services)
    case refused(String)
}
