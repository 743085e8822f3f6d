import APIDocument
import AppCore
import DemoManager
import DocumentStubs
import JSONText
import Terminal

extension AppComposition {
    /// What the screens work with.
    func services(_ app: Prepared) -> OpenedApp.Services {
        ScratchFile.removeLeftovers()
        let examples = DocumentStubs(app.document)
        let prefix = app.server.display.pathPrefix
        var demo = controls(
            app.catalog, problems: app.document.problems + app.catalog.problems + [app.own.notice].compactMap(\.self))
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
            stubEditor: StubEditor(
                own: app.own, example: { id in app.document.operation(id).flatMap(examples.successBody) },
                editor: editor),
            examples: ParameterExamples(app.document),
            textEditor: TextEditor(editor: editor))
    }

    /// What the screens work with where there is no document: the journal, the stubs and the switches.
    func servicesWithoutDocument(_ own: OwnStubs) -> OpenedApp.Services {
        ScratchFile.removeLeftovers()
        let catalog = ScreenCatalog(screens: [])
        return OpenedApp.Services(
            title: provisionalTitle, index: ScreenIndex(catalog), loader: nil, demo: controls(catalog, problems: []),
            journal: DemoJournal(manager: manager, address: address), signIn: { _, _ in },
            stubEditor: StubEditor(own: own, example: { _ in nil }, editor: editor), examples: nil,
            textEditor: TextEditor(editor: editor))
    }

    private func controls(_ catalog: ScreenCatalog, problems: [Problem]) -> DemoControls {
        DemoControls(
            session: session, catalog: catalog, watchesStubs: options.watchesStubs, recording: recording,
            documentProblems: self.problems + problems)
    }

    private var editor: EditorCommand { EditorCommand(environment: options.environment) }
}
