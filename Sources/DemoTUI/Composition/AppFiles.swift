import APIDocument
import DemoManager
import Foundation

/// Which files the program opens: the document, and the folders with stubs and their bodies.
struct AppFiles: Sendable {
    /// A folder of stub files with the folder their bodies are confined to.
    struct StubFolder: Hashable, Sendable {
        let stubs: String
        let fixtures: String
        /// Whether it may come later.
        var mayBeMissing = false
        /// Whether a person keeps stubs there: not the sample's, and no recordings.
        var isOwn = false
    }

    /// Where the document is.
    let document: DocumentLocation
    private let sample: String?
    private let options: AppOptions

    /// - Throws: `StartFailure` if something that was named is not there.
    init(_ options: AppOptions) throws(StartFailure) {
        self.options = options
        if let given = options.document {
            document = DocumentLocation(given)
            sample = nil
            if case .path(let path) = document, !FileManager.default.isReadableFile(atPath: path) {
                throw StartFailure("\(path): there is no such file, or it cannot be read.")
            }
        } else {
            let folder: String
            if let given = options.resources {
                folder = given
            } else {
                folder = try ResourceFolder(executable: ResourceFolder.executable).sample
            }
            document = .path(folder + "/openapi.yaml")
            sample = folder
        }
        try options.checkStubFolders()
    }

    /// What the API's folders below the program's data are called.
    private func folderName(of loaded: LoadedDocument) -> String {
        let identity: String? =
            switch document {
            case .path(let path): sample == nil ? URL(fileURLWithPath: path).standardizedFileURL.path : nil
            case .remote(let url): url.absoluteString
            }
        return Recorder.folderName(title: loaded.document.title, identity: identity)
    }

    /// Where recordings of the API are.
    func recordingFolder(of loaded: LoadedDocument) -> String {
        options.recordingFolder(named: folderName(of: loaded))
    }

    /// Which of the stubs a person may change, and where new ones go.
    func ownStubs(of loaded: LoadedDocument) -> OwnStubs {
        let folders = stubFolders(of: loaded).filter { $0.stubs != sample.map { $0 + "/stubs" } }
        var own = OwnStubs(folder: options.ownStubsFolder(named: folderName(of: loaded)))
        own.editable += folders.flatMap { [$0.stubs, $0.fixtures] }
        if sample == nil { own.editable += loaded.files }
        if let shared = options.sharedStubsFolder, folders.contains(where: { $0.stubs == shared }) {
            own.notice = Problem(
                "the stubs here answer for every document; move those of this API to \(own.folder)", file: shared,
                severity: .warning)
        }
        return own
    }

    /// The folders with stubs: the sample's, an app folder's or the one beside the document, then recordings, then a person's
    /// own: those for every document, then those for this one. Later folders win over earlier ones.
    func stubFolders(of loaded: LoadedDocument) -> [StubFolder] {
        var folders: [StubFolder] = []
        if let sample {
            folders.append(StubFolder(stubs: sample + "/stubs", fixtures: sample))
        } else if let stubs = loaded.stubsFolder ?? beside, options.stubsFolder == nil {
            let app = URL(fileURLWithPath: stubs).deletingLastPathComponent().path
            folders.append(
                StubFolder(stubs: stubs, fixtures: options.fixturesFolder ?? loaded.fixturesFolder ?? app, isOwn: true))
        }
        let recordings = recordingFolder(of: loaded)
        folders.append(StubFolder(stubs: recordings, fixtures: recordings, mayBeMissing: true))
        if let shared = options.sharedStubsFolder, Self.isFilled(shared) {
            folders.append(StubFolder(stubs: shared, fixtures: options.fixturesFolder ?? shared))
        }
        let own = options.ownStubsFolder(named: folderName(of: loaded))
        let isThere = Self.isThere(own)
        folders.append(
            StubFolder(
                stubs: own, fixtures: options.fixturesFolder ?? own, mayBeMissing: !isThere, isOwn: isThere))
        return folders
    }

    /// Whether there is anything in a folder.
    private static func isFilled(_ path: String) -> Bool {
        do {
            return try !FileManager.default.contentsOfDirectory(atPath: path).isEmpty
        } catch {
            // Nobody has made it.
            return false
        }
    }

    /// The folder `stubs` beside a document that is a file.
    private var beside: String? {
        guard case .path(let path) = document else { return nil }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent("stubs").path
        return Self.isThere(folder) ? folder : nil
    }

    private static func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}

extension AppOptions {
    /// - Throws: `StartFailure` if a folder that was named for stubs or their bodies is not there.
    func checkStubFolders() throws(StartFailure) {
        for (option, folder) in [("--stubs", stubsFolder), ("--fixtures", fixturesFolder)] {
            guard let folder, !FileManager.default.fileExists(atPath: folder) else { continue }
            throw StartFailure("\(option): there is no folder \(folder).")
        }
    }
}

extension DemoManager {
    /// Loads one of the app's folders; what is wrong in it is in `problems`.
    func load(_ folder: AppFiles.StubFolder) {
        loadStubs(folder: folder.stubs, fixtures: folder.fixtures, mayBeMissing: folder.mayBeMissing)
    }
}
