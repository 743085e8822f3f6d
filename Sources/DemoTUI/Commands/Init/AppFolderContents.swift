import APIDocument
import DemoManager
import DemoManagerFiles
import DocumentStubs
import Foundation
import SourceTexts
import WireFormats

import struct APIDocument.Operation

/// The files of an app folder, generated from a document: the document with the files it refers to, a stub file for
/// each operation, and large bodies as fixtures.
struct AppFolderContents {
    static let longBody = 8 << 10

    private let loaded: LoadedDocument
    private let prefix: String

    /// - Parameter prefix: the path of the called server; nil uses the document's.
    init(_ loaded: LoadedDocument, below prefix: String? = nil) {
        self.loaded = loaded
        self.prefix = prefix ?? loaded.serverPath
    }

    var documentName: String { loaded.document.source.format == .json ? "openapi.json" : "openapi.yaml" }

    var document: [AppFolderFile] {
        let source = loaded.document.source
        var files = [AppFolderFile(path: documentName, bytes: source.bytes)]
        files += loaded.parts.map { AppFolderFile(path: $0.path, bytes: $0.source.bytes) }
        // Other files may refer back to the document by its original name.
        let name = String(source.name.split(separator: "/").last ?? "")
        if name != documentName,
            loaded.parts.contains(where: { String(decoding: $0.source.bytes, as: UTF8.self).contains(name) })
        {
            files.append(AppFolderFile(path: name, bytes: source.bytes))
        }
        return files
    }

    func stubs() throws(Problem) -> [AppFolderFile] {
        let editable = EditableStubs(loaded.document, below: prefix)
        let writer = MappingWriter()
        var files: [AppFolderFile] = []
        let names = FileNames.names(of: loaded.document.operations)
        for ((operation, stubs), name) in zip(editable.stubs, names) {
            var mappings: [JSONValue] = []
            for stub in stubs {
                var mapping = try writer.mapping(of: stub)
                let count = files.count { $0.path.hasPrefix("fixtures/\(name)") && $0.operation == operation.id }
                if let (path, bytes) = Self.takeBody(out: &mapping, stub, name: name, count: count) {
                    files.append(AppFolderFile(path: path, bytes: bytes, operation: operation.id))
                }
                mappings.append(mapping)
            }
            let file: JSONValue = ["mappings": .array(mappings)]
            files.append(
                AppFolderFile(
                    path: "stubs/\(name).json", bytes: Array((file.text(.pretty) + "\n").utf8),
                    operation: operation.id))
        }
        return files
    }

    private static func takeBody(out mapping: inout JSONValue, _ stub: Stub, name: String, count: Int)
        -> (path: String, bytes: [UInt8])?
    {
        guard let reply = stub.sequence.first?.reply, reply.body.count > longBody,
            var object = mapping.objectValue, var response = object["response"]?.objectValue,
            let key = ["jsonBody", "body", "base64Body"].first(where: { response[$0] != nil })
        else { return nil }
        let isJSON = key == "jsonBody"
        let file = "\(name)\(count == 0 ? "" : "-\(count + 1)").\(isJSON ? "json" : "txt")"
        let bytes = isJSON ? Array(((response[key]?.text(.pretty) ?? "") + "\n").utf8) : reply.body
        response[key] = nil
        response["bodyFileName"] = .string(file)
        object["response"] = .object(response)
        mapping = .object(object)
        return ("fixtures/\(file)", bytes)
    }
}

struct AppFolderFile: Sendable {
    let path: String
    let bytes: [UInt8]
    var operation: String?
}

/// The digest of a file's bytes, with the length, to detect changes by the user.
enum FileDigest {
    static func text(_ bytes: [UInt8]) -> String { "\(String(ByteHash(bytes).value, radix: 16))-\(bytes.count)" }
}

enum AppFolderReadme {
    static let file = AppFolderFile(path: "README.md", bytes: Array(text.utf8))

    private static let text = """
        # An app folder of demo-tui

        `demo-tui .` opens it; `--demo` answers every call from here, without a server.

        - `openapi.yaml` or `openapi.json`: the API's document.
        - `stubs/`: one file for each operation, in WireMock's format. Edit them; a running demo-tui follows each save. A stub of a
          list has its first page, a stub of an item one item; other pages and ids are generated from the document. Stubs with
          `"enabled": false` are replies to select as a condition (`c`). `metadata.made` tells examples from generated values.
        - `fixtures/`: long bodies, which stubs name as `bodyFileName`.

        `demo-tui check .` reports stubs and fixtures that no longer match the document. After a change of the document, run
        `demo-tui init DOCUMENT .` again: it adds and updates files, and never touches those you changed.
        `.demo-tui.json` records the files it wrote; keep it beside them.

        """
}

enum FileNames {
    static func names(of operations: [Operation]) -> [String] {
        var known: Set<String> = []
        return operations.map { operation in
            let plain = name(operation.id)
            // Unlike a number, the digest does not depend on the order.
            let name = known.contains(plain.lowercased()) ? "\(plain)-\(suffix(operation.id))" : plain
            known.insert(name.lowercased())
            return name
        }
    }

    private static func name(_ id: String) -> String {
        let plain = id.replacing(/[^A-Za-z0-9_.]+/.matchingSemantics(.unicodeScalar), with: "-")
        let whole = plain.trimmingCharacters(in: CharacterSet(charactersIn: ".-"))
        if whole.isEmpty { return "operation-\(suffix(id))" }
        return whole.utf8.count <= 100 ? whole : "\(whole.prefix(90))-\(suffix(id))"
    }

    private static func suffix(_ id: String) -> String { String(FileDigest.text(Array(id.utf8)).prefix(6)) }
}
