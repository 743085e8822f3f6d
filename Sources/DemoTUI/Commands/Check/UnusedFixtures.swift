import DemoManager
import Foundation

/// Files of a fixtures folder that no stub names.
enum UnusedFixtures {
    /// A note for each.
    ///
    /// - Parameters:
    ///   - folder: the stubs with the folder their bodies are in.
    ///   - document: the document's files, which may lie in the same folder.
    static func notes(in folder: ReadDocument.StubFolder, of stubs: [Stub], besides document: [String]) -> [CheckProblem] {
        let used = Set(stubs.flatMap(\.sequence).compactMap(\.reply.bodyFile).map(real))
        let known = Set(document.map(real))
        let below = real(folder.stubs) + "/"
        let names: [String]
        do {
            names = try FileManager.default.subpathsOfDirectory(atPath: folder.fixtures).sorted()
        } catch {
            // A folder that cannot be read was told when its stubs were loaded.
            return []
        }
        return names.compactMap { name in
            let path = "\(folder.fixtures)/\(name)"
            let whole = real(path)
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
                !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }), !used.contains(whole),
                !known.contains(whole), !whole.hasPrefix(below), !name.lowercased().hasSuffix(".md")
            else { return nil }
            return CheckProblem(
                kind: .fixture, severity: .note, file: path,
                message: "no stub names this file; name it as bodyFileName, or delete it")
        }
    }

    private static func real(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
