import ArgumentParser
import DemoAdmin
import DemoGateway
import DemoManager
import DemoManagerFiles
import Foundation
import WireFormats

struct GatewayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gateway",
        abstract: "Run a server that answers an app's requests with stubs, and forwards the rest.",
        discussion: """
            Point the base URL of your app at the gateway. Every reply says in X-Demo-Decision what became of the request: \
            stubbed, passed or refused. Without --upstream demo mode is on and nothing is passed.

            A request may carry X-Demo-Screen: ID (whose switch counts), X-Demo-Bypass: 1 (always to the server) and \
            X-Demo-Session: NAME (switches, sequences and written data of its own). None of them is sent on.

            With --tui the screens stand beside it: the journal shows every client's requests as they come, and D, d, c, \
            S and U switch between server and stubs for all of them, from their next request on; s chooses one session. \
            b holds calls like the selected one, to edit or answer them.
            """)

    @Argument(
        help: ArgumentHelp(
            "The OpenAPI document: a file, a folder or a URL; of several each is below the path of its server. Without one, --stubs or --upstream alone; without those, the sample Harbor.",
            valueName: "document"),
        completion: .document)
    var documents: [String] = []

    @Option(
        help: ArgumentHelp(
            "A document below a path of your choice, such as /shop=shop.yaml; may be repeated.",
            valueName: "path=document"), transform: DocumentSource.init(mount:))
    var mount: [DocumentSource] = []

    @Option(name: [.short, .long], help: "The port to listen on; 0 takes a free one.")
    var port = 8080

    @Option(
        help: ArgumentHelp(
            "The address to listen on. Anything but loopback is reachable from your network.", valueName: "address"))
    var bind = "127.0.0.1"

    @Option(
        help: ArgumentHelp(
            "An additional allowed host name, for the admin API too; may be repeated.", valueName: "name"))
    var allowHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "An origin whose pages may read replies and write to the server, or *; may be repeated. Pages of this machine may write in any case.",
            valueName: "origin"))
    var cors: [String] = []

    @Flag(help: "Serve HTTPS, with a certificate of your own authority: see demo-tui ca.")
    var tls = false

    @Option(
        help: ArgumentHelp(
            "Serve HTTPS with this certificate, and those of its issuers, in PEM form. Needs --key.", valueName: "file"),
        completion: .file(extensions: ["pem", "crt", "cer"]))
    var certificate: String?

    @Option(
        help: ArgumentHelp("The private key of --certificate, in PEM form.", valueName: "file"),
        completion: .file(extensions: ["pem", "key"]))
    var key: String?

    @Option(help: ArgumentHelp("The server that requests are passed to.", valueName: "url"))
    var upstream: String?

    @OptionGroup var routes: RouteOptions

    @OptionGroup var chaos: ChaosOptions

    @Flag(help: "Show the screens and the journal in this terminal, with all switches at hand.")
    var tui = false

    @Flag(help: "Start with everything answered by stubs.")
    var demo = false

    @OptionGroup var folders: StubFolderOptions

    @Option(
        help: ArgumentHelp(
            "What demo mode does where no stub matches: refuse (error), let reads through (guard; the default with --upstream), let everything through (passThrough), or that and record it (capture, with --record).",
            valueName: "error|guard|passThrough|capture"))
    var unmatched: UnmatchedPolicy?

    @Option(
        help: ArgumentHelp(
            "Record what the server answers into this folder, as stubs for demo mode; without secrets. Needs --upstream.",
            valueName: "dir"),
        completion: .directory)
    var record: String?

    @Option(
        help: ArgumentHelp(
            "Count the calls of each operation, with their statuses, parameters and clients, into this file: .json adds to an existing one, .html and .xml (JUnit) report this run.",
            valueName: "file"),
        completion: .file(extensions: ["json", "html", "xml"]))
    var coverage: String?

    @Option(
        help: ArgumentHelp(
            "The largest request body that stubs can match, and the largest message of a WebSocket, such as 500K or 20M.",
            valueName: "size"))
    var maxBody = ByteCount(10 << 20)

    @Flag(
        help: "Send the callbacks that the document describes, to the client's URL, when a stub has answered its call.")
    var callbacks = false

    @Option(
        help: ArgumentHelp(
            "A host that callbacks and webhooks may be sent to beside this machine, or *; may be repeated.",
            valueName: "host"))
    var allowCallbacksTo: [String] = []

    @Flag(name: .customLong("validate"), help: "Validate requests against the OpenAPI document before a stub answers.")
    var validatesRequests = false

    @Option(
        help: ArgumentHelp(
            "Offer the admin API on this port of 127.0.0.1, or at ADDRESS:PORT: mappings, requests, scenarios and the demo switches; 0 takes a free port. Its token is that of DEMO_TUI_ADMIN_TOKEN, else a new one in a file.",
            valueName: "[address:]port"))
    var admin: AdminServer.Place?

    @Option(
        help: ArgumentHelp(
            "The clients of the admin API: those with the token of this run, or everyone on this machine (none).",
            valueName: "file|none"))
    var adminToken = AdminAccess.file

    @Option(
        help: ArgumentHelp(
            "Copy switches, conditions and resets from the gateway with this admin API, such as http://gateway-0:8081. DEMO_TUI_ADMIN_TOKEN has its token.",
            valueName: "url"))
    var follow: AdminURL?

    @Flag(help: "Remember nothing: every request is answered as if it were the first.")
    var stateless = false

    @Flag(help: "Write no line for each request.")
    var quiet = false

    @OptionGroup var look: LookOptions

    @OptionGroup var reading: ReadingOptions

    var sources: [DocumentSource] { documents.map { DocumentSource(document: $0) } + mount }

    func validate() throws {
        try reading.validate(for: sources.count)
        try require((0...65535).contains(port), "--port takes a number from 0 to 65535.")
        try require(
            follow == nil || (admin == nil && !tui),
            "--follow takes the switches of another gateway: leave --admin and --tui away, and change them there.")
        try require(admin != nil || adminToken == .file, "--admin-token needs --admin PORT.")
        try require(
            adminToken == .file || admin?.isLocal != false,
            "--admin-token none is for an admin API that this machine alone can reach.")
        for origin in cors where !GatewayConfiguration.isOrigin(origin) {
            throw ValidationError("--cors takes an origin such as http://localhost:5173, not \"\(origin)\".")
        }
        for host in allowHost where !GatewayConfiguration.isHost(host) {
            throw ValidationError("--allow-host takes a name such as my-machine.local; \"\(host)\" is not one.")
        }
        for host in allowCallbacksTo where !GatewayConfiguration.isHost(host) {
            throw ValidationError("--allow-callbacks-to takes a host such as app.local; \"\(host)\" is not one.")
        }
        try require(certificate == nil || key != nil, "--certificate needs its private key: name it with --key FILE.")
        try require(key == nil || certificate != nil, "--key needs its certificate: name it with --certificate FILE.")
        try require(
            upstream != nil || unmatched == nil || unmatched == .error,
            "--unmatched lets requests through to the server: name it with --upstream.")
        try require(
            upstream != nil || record == nil, "--record records the replies of a server: name it with --upstream URL.")
        try require(
            coverage.map(CoverageFile.format) != .some(nil),
            "--coverage takes a file that ends with .json, .html or .xml.")
        try require(
            unmatched != .capture || record != nil, "--unmatched capture records: name the folder with --record DIR.")
    }

    mutating func run() async throws {
        Descriptors.raiseLimit()
        let socket = upstream.flatMap { SocketURL($0) }
        upstream = socket?.url ?? upstream
        do {
            var options = AppOptions(self, environment: ProcessInfo.processInfo.environment)
            options.chaos = try chaos.option()
            options.routes = try routes.routes(socket: socket?.path, options.environment)
            guard tui else { return try await GatewayRun(self, options).run() }
            try look.apply(to: &options)
            try await AppRun(GatewayScreens(self, options), options).run()
        } catch let failure as Complaint {
            throw StandardError.exit(2, failure.description)
        }
    }
}

extension DocumentSource {
    /// Reads `/shop=shop.yaml`.
    init(mount argument: String) throws {
        let parts = argument.split(separator: "=", maxSplits: 1)
        let steps = parts.first?.split(separator: "/") ?? []
        guard parts.count == 2, parts[0].hasPrefix("/"), !parts[0].contains(where: { "?#{} ".contains($0) }),
            !steps.contains("."), !steps.contains("..")
        else { throw ValidationError("write /PATH=DOCUMENT, such as /shop=shop.yaml.") }
        self.init(document: String(parts[1]), path: steps.map { "/" + $0 }.joined())
    }
}

/// Read from `8081`, `0.0.0.0:8081` or `[::]:8081`.
extension AdminServer.Place: ExpressibleByArgument {
    package init?(argument: String) {
        let colon = argument.lastIndex(of: ":")
        let digits = colon.map { argument[argument.index(after: $0)...] } ?? argument[...]
        guard let port = UInt16(digits) else { return nil }
        var address = colon.map { String(argument[..<$0]) } ?? "127.0.0.1"
        if address.hasPrefix("["), address.hasSuffix("]") { address = String(address.dropFirst().dropLast()) }
        guard !address.isEmpty else { return nil }
        self.init(address: address, port: Int(port))
    }
}

/// The base URL of an admin API: `http`, a host and a port, and nothing after them.
struct AdminURL: ExpressibleByArgument, Hashable {
    let text: String

    init?(argument: String) {
        guard let base = try? BaseURL(argument), ["", "/__admin"].contains(base.pathPrefix) else { return nil }
        text = "\(base.scheme)://\(base.authority)"
    }
}

enum AdminAccess: String, ExpressibleByArgument, CaseIterable {
    case file
    /// All users of this machine: for tools that cannot send a token.
    case none
}

/// A size in bytes as typed: `500K`, `20M`, `1048576`.
struct ByteCount: ExpressibleByArgument, Hashable {
    let bytes: Int

    init(_ bytes: Int) { self.bytes = bytes }

    init?(argument: String) {
        let digits = argument.prefix { $0.isNumber }
        let units = [
            "": 1, "B": 1, "K": 1 << 10, "KB": 1 << 10, "M": 1 << 20, "MB": 1 << 20, "G": 1 << 30, "GB": 1 << 30,
        ]
        guard let number = Int(digits), let unit = units[argument.dropFirst(digits.count).uppercased()] else {
            return nil
        }
        let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: unit)
        guard !isTooMuch, (1...1 << 40).contains(bytes) else { return nil }
        self.bytes = bytes
    }

    var defaultValueDescription: String { bytes % (1 << 20) == 0 ? "\(bytes >> 20)M" : "\(bytes)" }
}
