import DemoManager
import DocumentStubs
import Foundation
import HTTPTypes
import Recordings
import ReplyHeads
import SourceTexts
import WireFormats

struct AppOptions: Sendable {
    /// The document to open; nil opens the bundled sample.
    var document: String?
    /// All documents with their paths; empty for `document` alone.
    var mounts: [DocumentSource] = []
    var baseURL: String?
    var isDemo = false
    var demoScreens: [String] = []
    var startScreen: String?
    var configuration = Configuration()
    /// True if the last screen, columns and sidebar are restored, and kept at the end.
    var keepsView = true
    var unmatched: UnmatchedPolicy = .error
    var stubsFolder: String?
    var fixturesFolder: String?
    /// The folder to record into from the start; nil records on a key press, into a folder of its own.
    var recordFolder: String?
    /// Failures at random from the start.
    var chaos: ChaosOption?
    var isUITesting = false
    /// True to read stubs and documents again when they are saved. False in tests: hundreds of programs at once would
    /// exhaust the system's watches.
    var watchesFiles = true
    var logFile: String?
    /// Headers of every call, unless the call has its own of that name.
    var headers: [HTTPField] = []
    var secretsFile: String?
    /// Certificates and proxies of connections to servers.
    var routes = ServerRoutes()
    var allowsRemoteReferences = false
    /// OpenAPI Overlays for the document, in order.
    var overlayFiles: [String] = []
    /// Vocabulary files for generated data, in order.
    var vocabularyFiles: [String] = []
    /// The style of the document's examples: screens show lists that are worth a look.
    var examples = ExampleStyle.mended
    /// True if the document's source is the text after the overlays.
    var writesOverlays = false
    /// False if demo mode answers every call as if it were the first.
    var remembersWrites = true
    var environment: [String: String] = [:]
    /// The sample's folder; nil looks beside the program.
    var resources: String?

    /// All documents, at least one.
    var sources: [DocumentSource] { mounts.isEmpty ? [DocumentSource(document: document)] : mounts }

    /// The options to read one of the documents by.
    func reading(_ source: DocumentSource) -> AppOptions {
        var options = self
        (options.document, options.mounts) = (source.document, [])
        return options
    }

    /// `$XDG_DATA_HOME/demo-tui/apis/NAME/stubs` without `--stubs`.
    func ownStubsFolder(named name: String) -> String { stubsFolder ?? dataFolder + "/apis/" + name + "/stubs" }

    /// The folder whose stubs answer for every document, where earlier versions wrote them; nil with `--stubs`.
    var sharedStubsFolder: String? { stubsFolder == nil ? dataFolder + "/stubs" : nil }

    /// `$XDG_DATA_HOME/demo-tui/recordings/NAME` without `--record`.
    func recordingFolder(named name: String) -> String { recordFolder ?? dataFolder + "/recordings/" + name }

    /// `$XDG_STATE_HOME/demo-tui/views/NAME.json`, of these documents together; nil if no view is restored or kept.
    func viewFile(of documents: [ReadDocument]) -> LastViewFile? {
        guard keepsView, !isUITesting, let first = documents.first?.name else { return nil }
        let others = documents.count > 1 ? documents.map(\.name).joined(separator: " ") : nil
        let name = others.map { Recording.folderName(title: first, identity: $0) } ?? first
        return LastViewFile(path: stateFolder + "/views/\(name).json")
    }

    /// `$XDG_STATE_HOME/demo-tui/theme`; nil if none is restored or kept.
    var themeFile: ThemeFile? {
        keepsView && !isUITesting ? ThemeFile(path: stateFolder + "/theme") : nil
    }

    /// `$XDG_DATA_HOME/demo-tui/ca`.
    var authorityFolder: String { dataFolder + "/ca" }

    var configurationFile: String { environment.programFolder("XDG_CONFIG_HOME", else: "/.config") + "/config.yaml" }

    private var stateFolder: String { environment.programFolder("XDG_STATE_HOME", else: "/.local/state") }

    private var dataFolder: String { environment.programFolder("XDG_DATA_HOME", else: "/.local/share") }
}

/// A document of a run.
struct DocumentSource: Hashable, Sendable {
    /// Nil is the sample.
    let document: String?
    /// The path that its operations are below, without a slash at its end; nil is the path of its server.
    var path: String?
}

extension AppOptions {
    init(document: String?, reading: ReadingOptions, environment: [String: String]) {
        self.init(document: document, environment: environment)
        read(by: reading)
    }

    mutating func read(by reading: ReadingOptions) {
        (allowsRemoteReferences, overlayFiles) = (reading.allowRemoteRefs, reading.overlay)
        vocabularyFiles = reading.vocabulary
        examples = reading.examples ?? examples
    }
}

/// `Name: value`, as `--header` takes it.
enum HeaderOption {
    static func field(_ text: String) throws(Complaint) -> HTTPField {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? parts[1].drop { $0 == " " || $0 == "\t" } : ""
        guard parts.count == 2, let name = HTTPField.Name(String(parts[0])), HTTPField.isValidValue(String(value))
        else {
            // The text may be a secret and is not repeated.
            throw Complaint("--header: write 'Name: value', as in --header 'X-Tenant: 7'.")
        }
        return HTTPField(name: name, value: String(value))
    }
}

/// The replies of a UI test: `DEMO_TUI_SEEDS`, a JSON object or `@file`.
enum Seeds {
    static let variable = "DEMO_TUI_SEEDS"

    /// The seeds of an environment; without any an empty object, so that every request reports a missing seed.
    static func read(from environment: [String: String]) throws -> JSONValue {
        guard let text = environment[variable], !text.isEmpty else { return .object(JSONObject([])) }
        let source =
            text.hasPrefix("@")
            ? try SourceText(file: String(text.dropFirst()))
            : SourceText(name: variable, bytes: Array(text.utf8), format: .json)
        return try source.parse()
    }
}
