import Foundation

/// Which files the program opens: the document, and the folders with stubs and their bodies.
struct AppFiles: Hashable, Sendable {
    /// A folder of stub files with the folder their bodies are confined to.
    struct StubFolder: Hashable, Sendable {
        let stubs: String
        let fixtures: String
    }

    let document: String
    /// Later folders win over earlier ones.
    let stubFolders: [StubFolder]

    init(_ options: AppOptions) throws(StartFailure) {
        var folders: [StubFolder] = []
        if let document = options.document {
            self.document = document
            let beside = URL(fileURLWithPath: document).deletingLastPathComponent().appendingPathComponent("stubs").path
            if FileManager.default.fileExists(atPath: beside), options.stubsFolder == nil {
                folders.append(
                    StubFolder(
                        stubs: beside,
                        fixtures: options.fixturesFolder
                            ?? URL(fileURLWithPath: beside).deletingLastPathComponent().path))
            }
        } else {
            let sample: String
            if let given = options.resources {
                sample = given
            } else {
                sample = try ResourceFolder(executable: ResourceFolder.executable).sample
            }
            document = sample + "/openapi.yaml"
            folders.append(StubFolder(stubs: sample + "/stubs", fixtures: sample))
        }
        if let stubs = options.stubsFolder, !FileManager.default.fileExists(atPath: stubs) {
            throw StartFailure("--stubs: there is no folder \(stubs).")
        }
        if let fixtures = options.fixturesFolder, !FileManager.default.fileExists(atPath: fixtures) {
            throw StartFailure("--fixtures: there is no folder \(fixtures).")
        }
        let own = options.userStubsFolder
        if FileManager.default.fileExists(atPath: own) {
            folders.append(StubFolder(stubs: own, fixtures: options.fixturesFolder ?? own))
        }
        stubFolders = folders
    }
}
