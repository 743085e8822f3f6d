import APIDocument
import AppCore
import DemoAdmin
import DemoGateway
import DemoManager
import DocumentStubs
import Foundation

/// Puts the gateway together: document, stubs, engine, upstream.
final class GatewayComposition {
    let manager: DemoManager
    /// What is wrong in the document and the stubs, one line each.
    private(set) var problems: [String] = []
    /// The document's screens; none without one.
    private(set) var catalog = ScreenCatalog(screens: [])
    /// Where recordings of the API lie; empty without a document.
    private(set) var recordingFolder = ""
    /// Which stub files a person may change, and where new ones go.
    private(set) var own: OwnStubs
    /// The stub files that belong to a person, the newest folder of them.
    private(set) var stubHome: StubHome?
    private let command: GatewayCommand
    private let options: AppOptions

    init(_ command: GatewayCommand, _ options: AppOptions, manager: DemoManager = .current) {
        self.command = command
        self.options = options
        self.manager = manager
        // Without a document the server says whose stubs they are.
        own = OwnStubs(
            folder: options.ownStubsFolder(named: Recorder.folderName(title: "gateway", identity: command.upstream)))
    }

    /// A path for a first try: that of the first screen which asks for nothing.
    var example: String {
        let paths = catalog.sidebar.lazy.compactMap(\.load).map(\.path).filter(\.parameterNames.isEmpty)
        return paths.first?.escaped ?? "/"
    }

    /// Reads everything and sets the switches.
    /// - Parameter report: told every step.
    /// - Throws: `StartFailure` if something that was named is not there or cannot be read.
    func prepare(
        _ report: @escaping @Sendable (OpeningStep) -> Void = { _ in }
    ) async throws(StartFailure) -> GatewayConfiguration {
        var configuration = try self.configuration()
        if command.document == nil, command.folders.stubs != nil || command.upstream != nil {
            try loadStubs(options)
        } else {
            try await load(options, into: &configuration, report)
        }
        let hasUpstream = configuration.upstream != nil
        manager.unmatched = command.unmatched ?? (hasUpstream ? .guard : .error)
        manager.isEnabled = command.demo || !hasUpstream
        problems += manager.problems.map(\.description)
        return configuration
    }

    private func configuration() throws(StartFailure) -> GatewayConfiguration {
        var configuration = GatewayConfiguration()
        configuration.address = command.bind
        configuration.port = command.port
        configuration.allowedHosts = command.allowHost
        configuration.allowedOrigins = command.cors
        configuration.validatesRequests = command.validatesRequests
        configuration.limits.body = command.maxBody.bytes
        guard let url = command.upstream else { return configuration }
        do {
            configuration.upstream = try UpstreamServer(url)
        } catch {
            throw StartFailure("--upstream \(Redactor().url(url)): \(error).")
        }
        return configuration
    }

    /// A folder of stubs alone, as WireMock's users have it.
    private func loadStubs(_ options: AppOptions) throws(StartFailure) {
        try options.checkStubFolders()
        own.editable += [options.recordFolder, options.fixturesFolder].compactMap(\.self)
        if let recordings = options.recordFolder { manager.loadStubs(folder: recordings, mayBeMissing: true) }
        guard let stubs = options.stubsFolder else {
            manager.loadStubs(folder: own.folder, fixtures: options.fixturesFolder, mayBeMissing: true)
            return
        }
        manager.loadStubs(folder: stubs, fixtures: options.fixturesFolder ?? stubs)
        stubHome = StubHome(stubs: stubs, fixtures: options.fixturesFolder)
    }

    private func load(
        _ options: AppOptions, into configuration: inout GatewayConfiguration,
        _ report: @escaping @Sendable (OpeningStep) -> Void
    ) async throws(StartFailure) {
        let files = try AppFiles(options)
        let loaded: LoadedDocument
        do {
            loaded = try await AppComposition.load(files, options) { report(OpeningStep($0)) }
        } catch {
            throw StartFailure(error.description)
        }
        let document = loaded.document
        let router = OperationRouter(
            document, below: configuration.upstream?.pathPrefix ?? loaded.serverPath,
            describedBelow: loaded.serverPath, hasServers: configuration.upstream == nil)
        report(.screens(operations: document.operations.count))
        catalog = ScreenCatalog(document)
        recordingFolder = files.recordingFolder(of: loaded)
        own = files.ownStubs(of: loaded)
        report(.demoData(operations: document.operations.count))
        manager.describe(catalog, document, router)
        for folder in files.stubFolders(of: loaded) {
            manager.load(folder)
            if folder.isOwn { stubHome = StubHome(stubs: folder.stubs, fixtures: folder.fixtures) }
        }
        do {
            _ = try manager.add(DocumentStubs(document, below: router.prefix, negotiates: true).stubs)
        } catch {
            throw StartFailure(error.description)
        }
        manager.memory = RememberedData(document, below: router.prefix, repeatsUnread: false)
        configuration.document = document
        configuration.router = router
        for screen in catalog.screens {
            for operation in screen.operations where configuration.screens[operation] == nil {
                configuration.screens[operation] = screen.id
            }
        }
        problems += (document.problems + catalog.problems + [own.notice].compactMap(\.self)).map(\.description)
    }
}
