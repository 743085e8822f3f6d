import APIDocument
import AppCore
import DemoManager
import DemoManagerFiles
import Foundation
import HTTPTypes
import Recordings
import ReplyHeads
import SourceTexts
import WireFormats

/// A document with its folders.
struct ReadDocument: Sendable {
    /// A folder of stub files with the folder their bodies are confined to.
    struct StubFolder: Hashable, Sendable {
        let stubs: String
        let fixtures: String
        /// True if it may be created later.
        var mayBeMissing = false
        /// True for the user's stubs, false for the sample's and for recordings.
        var isOwn = false
    }

    private(set) var content: DocumentContent
    /// The folder of the API's recordings.
    let recordingFolder: String
    /// The stub folders: the sample's, an app folder's or the one beside the document, then recordings, then the
    /// user's own, shared ones first. Later folders win.
    let stubFolders: [StubFolder]
    private(set) var own: UserStubs
    private let location: DocumentLocation
    /// The user's stub folders, which may be changed.
    private let editableFolders: [String]
    let isSample: Bool
    /// The name of the API's folders.
    let name: String

    /// Reads the document with the files it refers to.
    /// - Throws: a complaint if something named is missing, or the document's problem.
    init(_ options: AppOptions, progress: (@Sendable (LoadingProgress) -> Void)? = nil) async throws {
        let (location, sample) = try options.checkFiles()
        self.location = location
        isSample = sample != nil
        content = try await DocumentContent(options, at: location, progress: progress)
        let loaded = content.loaded
        let identity: String? =
            switch location {
            case .path(let path): sample == nil ? URL(fileURLWithPath: path).standardizedFileURL.path : nil
            case .remote(let url): url.absoluteString
            }
        name = Recording.folderName(title: loaded.document.title, identity: identity)
        recordingFolder = options.recordingFolder(named: name)

        var folders: [StubFolder] = []
        if options.stubsFolder == nil, sample == nil, let stubs = loaded.stubsFolder ?? Self.stubs(beside: location) {
            let app = URL(fileURLWithPath: stubs).deletingLastPathComponent().path
            folders.append(
                StubFolder(stubs: stubs, fixtures: options.fixturesFolder ?? loaded.fixturesFolder ?? app, isOwn: true))
        }
        folders.append(StubFolder(stubs: recordingFolder, fixtures: recordingFolder, mayBeMissing: true))
        let shared = options.sharedStubsFolder.flatMap { Self.isFilled($0) ? $0 : nil }
        if let shared { folders.append(StubFolder(stubs: shared, fixtures: options.fixturesFolder ?? shared)) }
        let folder = options.ownStubsFolder(named: name)
        let isThere = FileManager.default.fileExists(atPath: folder)
        folders.append(
            StubFolder(
                stubs: folder, fixtures: options.fixturesFolder ?? folder, mayBeMissing: !isThere, isOwn: isThere))

        var own = UserStubs(folder: folder)
        editableFolders =
            own.editable + folders.flatMap { [$0.stubs, $0.fixtures] } + [options.configurationFile]
        own.notice = shared.map { shared in
            Problem(
                "the stubs here answer for every document; move those of this API to \(folder)", file: shared,
                severity: .warning)
        }
        self.own = own
        stubFolders = (sample.map { [StubFolder(stubs: $0 + "/stubs", fixtures: $0)] } ?? []) + folders
        allowEditing()
    }

    var loaded: LoadedDocument { content.loaded }
    var overlayProblems: [Problem] { content.overlayProblems }
    var problems: [Problem] { content.problems }

    /// The document as its files are now. Its folders stay those of the start, whatever its title is now.
    func again(_ options: AppOptions) async throws -> ReadDocument {
        var read = self
        read.content = try await DocumentContent(options, at: location)
        read.allowEditing()
        return read
    }

    /// Lets the user edit the files that were read.
    private mutating func allowEditing() { own.editable = editableFolders + (isSample ? [] : loaded.files) }

    /// False for a folder that was never created.
    private static func isFilled(_ path: String) -> Bool {
        (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == false
    }

    /// The folder `stubs` beside a document that is a file.
    private static func stubs(beside document: DocumentLocation) -> String? {
        guard case .path(let path) = document else { return nil }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent("stubs").path
        return FileManager.default.fileExists(atPath: folder) ? folder : nil
    }
}

extension AppOptions {
    /// The document's location, and the sample's folder if it is the sample.
    /// - Throws: a complaint if something named is missing.
    @discardableResult
    func checkFiles() throws(Complaint) -> (document: DocumentLocation, sample: String?) {
        let sample: String?
        let location: DocumentLocation
        if let document {
            sample = nil
            location = DocumentLocation(document)
            if case .path(let path) = location, !FileManager.default.isReadableFile(atPath: path) {
                let command = NearNames(of: path, in: DemoTUICommand.names).question
                let near = command.isEmpty ? SourceText.filesNear(path).question : command
                throw Complaint("\(path): there is no such file, or it cannot be read.\(near)")
            }
        } else {
            let folder: String
            if let resources {
                folder = resources
            } else {
                folder = try ResourceFolder(executable: ResourceFolder.executable).sample
            }
            sample = folder
            location = .path(folder + "/openapi.yaml")
        }
        try checkStubFolders()
        return (location, sample)
    }

    /// - Throws: a complaint if a named folder for stubs or their bodies is missing.
    func checkStubFolders() throws(Complaint) {
        // Without a loop: the compiler orders the instructions of one now this way, now that.
        func check(_ folder: String?, of option: String) throws(Complaint) {
            guard let folder, !FileManager.default.fileExists(atPath: folder) else { return }
            throw Complaint("\(option): there is no folder \(folder).")
        }
        try check(stubsFolder, of: "--stubs")
        try check(fixturesFolder, of: "--fixtures")
    }
}

extension DemoManager {
    func load(_ folder: ReadDocument.StubFolder) {
        loadStubs(folder: folder.stubs, fixtures: folder.fixtures, mayBeMissing: folder.mayBeMissing)
    }
}

/// The user's stub files: those that may be changed, and the folder for new ones.
struct UserStubs: Hashable, Sendable {
    let folder: String
    /// The files and folders that are edited in place.
    var editable: [String] = []
    var notice: Problem?

    init(folder: String) {
        self.folder = folder
        editable = [folder]
    }

    /// True if a file is the user's and writable. Links are resolved first, because one may lead out of the folders.
    func mayChange(_ path: String) -> Bool {
        let file = Self.real(path)
        return access(file, W_OK) == 0
            && editable.contains { file == Self.real($0) || file.hasPrefix(Self.real($0) + "/") }
    }

    /// True if a new file can be written into the folder, or into the nearest one above it.
    var mayWrite: Bool { Output.mayWrite(to: folder) }

    /// The path with all links resolved.
    static func real(_ path: String) -> String { FileManager.realPath(path) ?? path }
}

/// Finds the program's resources, wherever it was built or installed. A binary without its resources reports that.
struct ResourceFolder: Sendable {
    /// The folder `fixtures/harbor`: the sample's document, stubs and bodies.
    let sample: String

    init(executable: String) throws(Complaint) {
        let folder = URL(fileURLWithPath: executable).deletingLastPathComponent()
        let candidates = [
            folder.appendingPathComponent("demo-tui_DemoTUI.resources/fixtures/harbor"),
            folder.appendingPathComponent("../share/demo-tui/fixtures/harbor"),
            folder.appendingPathComponent("demo-tui_DemoTUI.bundle/fixtures/harbor"),
        ]
        for candidate in candidates where FileManager.default.fileExists(atPath: candidate.path) {
            sample = candidate.standardizedFileURL.path
            return
        }
        throw Complaint(
            "The sample's files are missing: they belong in \(candidates[1].standardizedFileURL.path). "
                + "Install with `make install`, or name a document: demo-tui openapi.yaml")
    }

    static var executable: String {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
            ?? CommandLine.arguments.first ?? "demo-tui"
    }
}

struct DocumentFetch: Sendable {
    /// The document's own address. A person named it, so its redirects are followed; those of referenced files are
    /// not.
    let document: URL?
    /// The client's certificate is shown to that address alone.
    var routes = ServerRoutes()
    var addresses: @Sendable (String) -> [String] = RemoteHost.addresses

    var limits = {
        var limits = TransportLimits()
        (limits.total, limits.body) = (.seconds(60), 100 << 20)
        return limits
    }()

    func bytes(_ url: URL) async throws -> [UInt8] {
        var limits = limits
        if url != document { limits.redirects = 0 }
        var routes = routes
        routes.socket = nil
        if url == document, let authority = url.httpAuthority {
            routes.server = ServerOrigin(scheme: url.scheme ?? "", authority: authority)
        }
        let transport = AsyncHTTPTransport(limits: limits, addresses: try publicAddress(of: url), routes: routes)
        let request = HTTPRequest(
            method: .get, scheme: url.scheme?.lowercased(), authority: url.httpAuthority, path: url.httpPath,
            headerFields: [.accept: "application/yaml, application/json, text/yaml;q=0.9, */*;q=0.5"])
        let result: Result<APIResponse, APIError>
        do throws(APIError) {
            result = .success(try await transport.send(request, body: nil, context: CallContext(session: .live)))
        } catch {
            result = .failure(error)
        }
        await transport.shutdown()
        let response = try result.mapError { Complaint($0.userMessage) }.get()
        guard response.status == 200 else { throw Complaint("the server answered \(response.status)") }
        return response.body
    }

    /// The address of a referenced host: looked up once, so that the name cannot refer to another host afterwards.
    private func publicAddress(of url: URL) throws(Complaint) -> [String: String] {
        guard let host = url.host()?.lowercased(), host != document?.host()?.lowercased() else { return [:] }
        let found = addresses(host)
        // Without an address here the client would look it up again, and accept any answer.
        guard let first = found.first else {
            throw Complaint("no server of the name \(host) was found; check the name and the network")
        }
        if let address = found.first(where: RemoteHost.isPrivate) {
            throw Complaint("\(host) leads to the private address \(address), which is not read")
        }
        return [host: first]
    }
}
