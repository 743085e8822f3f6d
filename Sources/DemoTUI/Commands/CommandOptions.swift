import APIDocument
import AppCore
import ArgumentParser
import DemoManager
import DemoManagerFiles
import DocumentStubs
import Foundation
import ReplyHeads
import Terminal
import WireFormats

extension ParsableArguments {
    /// - Throws: Advice if an option is not valid.
    func require(_ isRight: Bool, _ advice: @autoclosure () -> String) throws {
        if !isRight { throw ValidationError(advice()) }
    }
}

/// Server, headers, secrets and stubs: the same for every command that makes calls.
struct ConnectionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The server that live calls go to.", valueName: "url"))
    var baseURL: String?

    @Option(
        help: ArgumentHelp(
            "What demo mode does where no stub matches: refuse the call (error), let reads through (guard), let everything through (passThrough), or that and record it (capture).",
            valueName: "error|guard|passThrough|capture"))
    var unmatched: UnmatchedPolicy = .error

    @OptionGroup var folders: StubFolderOptions

    @Option(
        help: ArgumentHelp(
            "Record what the server answers into this folder, as stubs for demo mode; without secrets.",
            valueName: "dir"), completion: .directory)
    var record: String?

    @Option(
        help: ArgumentHelp(
            "A header for every call; may be repeated. Secrets belong in --secrets.", valueName: "name: value"))
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file for live calls, readable by you alone, with lines of NAME=value; NAME is one of \(Secrets.Variable.names). Variables of the same names win. - asks at the terminal.",
            valueName: "file"), completion: .file())
    var secrets: String?

    @OptionGroup var routes: RouteOptions

    @OptionGroup var chaos: ChaosOptions

    func validate() throws {
        guard let baseURL else { return }
        do {
            _ = try BaseURL(SocketURL(baseURL)?.url ?? baseURL)
        } catch {
            throw ValidationError("--base-url \(Redaction.url(baseURL)): \(error).")
        }
    }

    /// - Parameter documents: The documents to open; empty opens the sample.
    func options(_ documents: [String], _ reading: ReadingOptions, isDemo: Bool) throws(Complaint) -> AppOptions {
        var options = AppOptions(
            document: documents.first, mounts: documents.map { DocumentSource(document: $0) }, baseURL: baseURL,
            isDemo: isDemo, unmatched: unmatched, stubsFolder: folders.stubs, fixturesFolder: folders.fixtures,
            headers: try header.map { text throws(Complaint) in try HeaderOption.field(text) }, secretsFile: secrets,
            environment: ProcessInfo.processInfo.environment)
        options.read(by: reading)
        options.recordFolder = record
        options.chaos = try chaos.option()
        let socket = baseURL.flatMap { SocketURL($0) }
        options.baseURL = socket?.url ?? baseURL
        options.routes = try routes.routes(socket: socket?.path, options.environment)
        for source in options.sources { try options.reading(source).checkFiles() }
        _ = try Secrets(environment: options.environment, file: options.secretsFile)
        return options
    }

    func options(_ source: DocumentOptions, isDemo: Bool) throws(Complaint) -> AppOptions {
        try options(source.documents, source.reading, isDemo: isDemo)
    }
}

/// Failures at random: the same for every command that makes or answers calls.
struct ChaosOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Let calls be late or fail at random: \(Chaos.profiles.map(\.name).joined(separator: ", ")), or by the rules of a file.",
            valueName: "name|file"), completion: .list(Chaos.profiles.map(\.name)))
    var chaos: String?

    @Option(help: ArgumentHelp("The seed of --chaos. The same seed gives the same failures.", valueName: "number"))
    var chaosSeed: UInt64?

    func validate() throws {
        try require(chaosSeed == nil || chaos != nil, "--chaos-seed chooses a run of --chaos NAME: name that, too.")
    }

    /// - Throws: A complaint for an unknown profile. Files are read with the document, whose operations they name.
    func option() throws(Complaint) -> ChaosOption? {
        guard let chaos else { return nil }
        let option = ChaosOption(text: chaos, seed: chaosSeed)
        if !option.isFile { try option.start(in: DemoManager()) }
        return option
    }
}

extension ChaosOption {
    func start(in manager: DemoManager) throws(Complaint) {
        do {
            try begin(in: manager)
        } catch {
            throw Complaint("--chaos \(error)")
        }
    }
}

/// Proxies and certificates of connections to servers: the same for every command that makes them.
struct RouteOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Make connections through this proxy, http:// or socks5://; empty for none. Default: HTTP_PROXY and HTTPS_PROXY.",
            valueName: "url"))
    var proxy: String?

    @Option(
        help: ArgumentHelp(
            "Hosts that are reached without a proxy: names with those below them, addresses, networks such as 10.0.0.0/8, or *. Default: NO_PROXY.",
            valueName: "list"))
    var noProxy: String?

    @Option(
        help: ArgumentHelp(
            "The Unix socket that the API's server listens on, whatever host its URL names.", valueName: "file"),
        completion: .file())
    var unixSocket: String?

    @Option(
        help: ArgumentHelp("Trust the servers of these authorities, too; certificates in PEM form.", valueName: "file"),
        completion: .file(extensions: ["pem", "crt", "cer"]))
    var cacert: String?

    @Option(
        help: ArgumentHelp(
            "Show servers that ask for one this certificate, in PEM form. Needs --client-key.", valueName: "file"),
        completion: .file(extensions: ["pem", "crt", "cer"]))
    var clientCertificate: String?

    @Option(
        help: ArgumentHelp("The private key of --client-certificate, in PEM form.", valueName: "file"),
        completion: .file(extensions: ["pem", "key"]))
    var clientKey: String?

    func validate() throws {
        try require(
            clientCertificate == nil || clientKey != nil,
            "--client-certificate needs its private key: name it with --client-key FILE.")
        try require(
            clientKey == nil || clientCertificate != nil,
            "--client-key needs its certificate: name it with --client-certificate FILE.")
    }

    /// - Parameter socket: The Unix socket in a server's URL, which has precedence.
    func routes(socket: String?, _ environment: [String: String]) throws(Complaint) -> ServerRoutes {
        var routes = ServerRoutes()
        routes.socket = socket ?? unixSocket
        do {
            routes.trust = try ServerTrust(authorities: cacert, certificate: clientCertificate, key: clientKey)
            routes.proxies = try ProxyRules(proxy, except: noProxy, environment: environment)
        } catch {
            throw Complaint("\(error)")
        }
        return routes
    }
}

/// A server on a Unix socket, written `http+unix://%2Frun%2Fapi.sock/v1`.
struct SocketURL {
    /// The same with a host: `http://localhost/v1`.
    let url: String
    let path: String

    init?(_ text: String) {
        let parts = text.split(separator: "://", maxSplits: 1)
        let scheme = parts.first?.lowercased()
        guard parts.count == 2, scheme == "http+unix" || scheme == "https+unix" else { return nil }
        let name = parts[1].prefix { $0 != "/" }
        guard let path = name.removingPercentEncoding, path.hasPrefix("/") else { return nil }
        self.path = path
        url = "\(scheme == "http+unix" ? "http" : "https")://localhost" + parts[1].dropFirst(name.count)
    }
}

extension UnmatchedPolicy: ExpressibleByArgument {}

struct DocumentOptions: ParsableArguments {
    @Argument(
        help: "The OpenAPI document: a file, a folder with one, or a URL. Without one, the sample Harbor.",
        completion: .document)
    var document: String?

    @OptionGroup var reading: ReadingOptions

    fileprivate var documents: [String] { document.map { [$0] } ?? [] }
}

/// Reading a document: the same for every command that reads one.
struct ReadingOptions: ParsableArguments {
    @Flag(help: "Follow the document's references to other servers.")
    var allowRemoteRefs = false

    @Option(
        help: ArgumentHelp(
            "Change the document by an OpenAPI Overlay before it is opened; may be repeated.", valueName: "file"),
        completion: .document)
    var overlay: [String] = []

    @Option(
        help: ArgumentHelp(
            "Add words and numbers for the demo's data from a vocabulary file; may be repeated.", valueName: "file"),
        completion: .document)
    var vocabulary: [String] = []

    @Option(
        help: ArgumentHelp(
            "How the document's examples answer: as written (the default of gateway), or mended to fit their schemas, with short lists filled (the default elsewhere).",
            valueName: "written|mended"))
    var examples: ExampleStyle?

    func validate(for documents: Int) throws {
        try require(
            documents < 2 || overlay.isEmpty, "--overlay changes one document, and there are several; open it alone.")
    }
}

extension ExampleStyle: ExpressibleByArgument {}

/// The look of the screens; an option wins over the configuration file.
struct LookOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The colours: \(Theme.all.map(\.name).joined(separator: ", ")), or a theme of the configuration file. Without it dark or light, as the terminal's background.",
            valueName: "name"), completion: .list(Theme.all.map(\.name)))
    var theme: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Take clicks and the wheel, or leave the mouse to the terminal (the default), which then selects text.")
    var mouse: Bool?

    @Flag(help: "Start with the usual view: restore neither the last screen nor columns and sidebar, and keep none.")
    var noRestore = false

    func apply(to options: inout AppOptions) throws(Complaint) {
        options.keepsView = !noRestore
        var configuration = Configuration(file: options.configurationFile)
        configuration.takesMouse = mouse ?? configuration.takesMouse
        configuration.chosenTheme = theme == nil ? options.themeFile?.read().flatMap(configuration.theme) : nil
        if let theme {
            guard let named = configuration.theme(named: theme) else {
                let names = configuration.themes.map(\.name).joined(separator: ", ")
                throw Complaint("--theme \(VisibleText.line(theme)): no theme has this name; there are \(names).")
            }
            configuration.theme = named
        }
        options.configuration = configuration
    }
}

struct StubFolderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A folder with your own stubs; they win over the bundled ones.", valueName: "dir"),
        completion: .directory)
    var stubs: String?

    @Option(help: ArgumentHelp("The folder of your stubs' body files.", valueName: "dir"), completion: .directory)
    var fixtures: String?
}

extension CompletionKind {
    static var document: CompletionKind { .file(extensions: documentExtensions) }

    /// The screens of the document among the words typed so far; of the sample if there is none.
    static var screen: CompletionKind {
        .custom { words, _, _ in await read(words).map { ScreenCatalog($0.loaded.document).screens.map(\.id) } ?? [] }
    }

    /// Its operations.
    static var operation: CompletionKind {
        .custom { words, _, _ in await read(words).map { $0.loaded.document.operations.map(\.id) } ?? [] }
    }

    private static let documentExtensions = ["yaml", "yml", "json"]

    private static func read(_ words: [String]) async -> ReadDocument? {
        let documents = words.indices.dropFirst().filter { isDocument(words[$0]) }
        // A file after an option is likely its value, such as an overlay.
        let place = documents.first { !words[$0 - 1].hasPrefix("-") } ?? documents.first
        let options = AppOptions(document: place.map { words[$0] }, environment: ProcessInfo.processInfo.environment)
        // An error in the middle of a line that is being typed is useless.
        return try? await ReadDocument(options)
    }

    /// True for a file or a folder that may be a document. Makes no request to a server while the user types.
    private static func isDocument(_ word: String) -> Bool {
        let files = FileManager.default
        return documentExtensions.contains { name in
            files.isFolder(atPath: word)
                ? files.fileExists(atPath: "\(word)/openapi.\(name)")
                : word.hasSuffix(".\(name)") && files.fileExists(atPath: word)
        }
    }
}
