import APIDocument
import AppCore
import DemoManager
import DocumentStubs
import JSONText

extension AppComposition {
    /// What the screens work with.
    func services(_ app: Prepared) -> OpenedApp.Services {
        let examples = DocumentStubs(app.document)
        let prefix = app.server.display.pathPrefix
        var demo = controls(app.catalog, problems: (app.document.problems + app.catalog.problems).map(\.description))
        var journal = DemoJournal(manager: manager, address: address, contract: app.contract)
        (demo.pathPrefix, journal.pathPrefix) = (prefix, prefix)
        return OpenedApp.Services(
            title: AppTitle(name: name(of: app.document), server: app.server.title),
            index: ScreenIndex(app.catalog),
            loader: ScreenLoader(
                catalog: app.catalog, document: app.document, items: LiveItemService(app.client),
                collections: LiveCollectionService(app.client), updates: LiveUpdateService(app.client)),
            demo: demo,
            journal: journal,
            signIn: app.signIn,
            stubEditor: stubEditor { id in app.document.operation(id).flatMap(examples.successBody) },
            examples: ParameterExamples(app.document),
            textEditor: TextEditor(editor: editor))
    }

    /// What the screens work with where there is no document: the journal, the stubs and the switches.
    func servicesWithoutDocument() -> OpenedApp.Services {
        let catalog = ScreenCatalog(screens: [])
        return OpenedApp.Services(
            title: provisionalTitle, index: ScreenIndex(catalog), loader: nil, demo: controls(catalog, problems: []),
            journal: DemoJournal(manager: manager, address: address), signIn: { _, _ in },
            stubEditor: stubEditor { _ in nil }, examples: nil,
            textEditor: TextEditor(editor: editor))
    }

    private func controls(_ catalog: ScreenCatalog, problems: [String]) -> DemoControls {
        DemoControls(
            session: session, catalog: catalog, fixturesFolder: options.fixturesFolder,
            watchesStubs: options.watchesStubs, recording: recording, documentProblems: self.problems + problems)
    }

    private func stubEditor(_ example: @escaping @Sendable (String) -> JSONValue?) -> StubEditor {
        StubEditor(
            newStubsFolder: options.userStubsFolder, example: example, editor: editor)
    }

    private var editor: EditorCommand { EditorCommand(environment: options.environment) }
}
