import APIDocument
import DemoManager
import DocumentStubs
import Foundation
import JSONText

/// The files of an app folder, made from a document: the document itself with the files it refers to, a stub file for each
/// operation, and large bodies as fixtures.
struct AppFolderContents {
    /// Bodies longer than this are files of their own.
    static let longBody = 8 << 10

    private let loaded: LoadedDocument
    private let prefix: String

    /// - Parameter prefix: the path of the server that calls are made to; nil takes the document's.
    init(_ loaded: LoadedDocument, below prefix: String? = nil) {
        self.loaded = loaded
        self.prefix = prefix ?? loaded.serverPath
    }

    /// The document's name in the folder.
    var documentName: String { loaded.document.source.format == .json ? "openapi.json" : "openapi.yaml" }

    /// The document and the files its references lead to, as they are.
    var document: [AppFolderFile] {
        let source = loaded.document.source
        var files = [AppFolderFile(path: documentName, bytes: source.bytes)]
        files += loaded.parts.map { AppFolderFile(path: $0.path, bytes: $0.source.bytes) }
        // Other files may refer back to the document by the name it had.
        let name = String(source.name.split(separator: "/").last ?? "")
        if name != documentName,
            loaded.parts.contains(where: { String(decoding: $0.source.bytes, as: UTF8.self).contains(name) })
        {
            files.append(AppFolderFile(path: name, bytes: source.bytes))
        }
        return files
    }

    /// The stub files and their fixtures.
    /// - Throws: a problem where a stub cannot be written.
    func stubs() throws(Problem) -> [AppFolderFile] {
        let editable = EditableStubs(loaded.document, below: prefix)
        let writer = try MappingWriter()
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

    /// A stub file whose operation is gone, saying so.
    static func gone(_ bytes: [UInt8], operation: String) -> [UInt8]? {
        do {
            let file = try JSONValue(parsing: bytes)
            let mappings = file["mappings"]?.arrayValue ?? []
            let noted = mappings.map { mapping -> JSONValue in
                guard var object = mapping.objectValue else { return mapping }
                var metadata = object["metadata"]?.objectValue ?? JSONObject()
                metadata["gone"] = .string(
                    "The document no longer has \(operation). Delete this file if you do not need it.")
                object["metadata"] = .object(metadata)
                return .object(object)
            }
            let result: JSONValue = ["mappings": .array(noted)]
            return Array((result.text(.pretty) + "\n").utf8)
        } catch {
            return nil
        }
    }

    /// Moves a long body out of a mapping into a file.
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
