import APIDocument
import Foundation
import WireFormats

/// A `multipart/form-data` body (RFC 7578): a part for each member of an object, in order.
///
/// Scalars are plain text parts, list items are parts with the same name, and objects are JSON (OpenAPI 3.1.0, "Special
/// Considerations for multipart Content"), unless the document declares otherwise. `null` is omitted.
struct MultipartBody {
    let bytes: [UInt8]
    let contentType: String

    /// The body of an object.
    /// - Parameters:
    ///   - files: the files in place of members, or of items of a member's list, by pointer.
    ///   - fields: the serialization of members.
    ///   - boundary: a text that no content contains; a random one cannot be guessed by authors of content.
    init(
        _ document: JSONValue, files: [JSONPointer: FilePart], fields: FormFields = .usual,
        boundary: String = "demo-tui-" + UUID().uuidString
    ) {
        var bytes: [UInt8] = []
        for part in (document.objectValue?.members ?? []).flatMap({ Part.parts(of: $0, files, fields) }) {
            bytes += "--\(boundary)\r\n\(part.head)\r\n\r\n".utf8
            bytes += part.bytes
            bytes += "\r\n".utf8
        }
        bytes += "--\(boundary)--\r\n".utf8
        self.bytes = bytes
        contentType = "multipart/form-data; boundary=\(boundary)"
    }

    private struct Part {
        let head: String
        let bytes: [UInt8]

        /// The parts of a member: one, or one per item.
        static func parts(of member: JSONObject.Member, _ files: [JSONPointer: FilePart], _ fields: FormFields)
            -> [Part]
        {
            let place = JSONPointer(tokens: [member.key])
            let items = files[place] == nil ? member.value.arrayValue : nil
            let itemFiles = (items ?? []).indices.map { files[place.appending($0)] }
            if files[place] == nil, itemFiles.allSatisfy({ $0 == nil }), let items = fields.styledItems(of: member) {
                return items.compactMap { Part($0.name, .string($0.value ?? ""), nil, nil) }
            }
            let type = fields.contentType(of: member.key)
            guard let items else { return [Part(member.key, member.value, files[place], type)].compactMap(\.self) }
            return zip(items, itemFiles).compactMap { Part(member.key, $0, $1, type) }
        }

        /// - Parameter type: the declared media type; one known from a file's name takes precedence.
        private init?(_ name: String, _ value: JSONValue, _ file: FilePart?, _ type: String?) {
            let start = "Content-Disposition: form-data; name=\"\(Part.quoted(name))\""
            let typeLine = type.map { "\r\nContent-Type: \(Part.line($0))" } ?? ""
            if let file {
                let known = file.contentType == FilePart.unknownType ? type : nil
                let own = Part.line(known ?? file.contentType)
                head = "\(start); filename=\"\(Part.quoted(file.name))\"\r\nContent-Type: \(own)"
                bytes = file.bytes
            } else if value.isNull {
                return nil
            } else if let text = value.scalarText {
                head = start + typeLine
                bytes = Array(text.utf8)
            } else {
                head = start + (type == nil ? "\r\nContent-Type: application/json" : typeLine)
                bytes = value.bytes()
            }
        }

        /// The text without characters that could end the line.
        private static func line(_ text: String) -> String {
            String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
        }

        /// The text with characters escaped that end the quotes or the line, as in browsers (HTML, "multipart/form-data
        /// encoding algorithm").
        private static func quoted(_ text: String) -> String {
            let escapes: [Unicode.Scalar: String] = ["\"": "%22", "\r": "%0D", "\n": "%0A"]
            return text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
        }
    }
}

/// A file to send with a request.
package struct FilePart: Sendable, Hashable {
    /// The name without its folder.
    package let name: String
    /// The media type, by the name's extension.
    package let contentType: String
    package let bytes: [UInt8]

    /// The largest file in bytes, since bodies are kept in memory.
    static let sizeLimit = 64 << 20

    package init(name: String, bytes: [UInt8], contentType: String? = nil) {
        (self.name, self.bytes) = (name, bytes)
        self.contentType = contentType ?? FilePart.contentType(of: name)
    }

    /// Reads the file at a path, which may be relative to the current folder or start with `~`.
    ///
    /// - Throws: `.invalidRequest` with a sentence that names the path.
    package init(path: String) throws(APIError) {
        if let fault = FilePart.fault(at: path) { throw FilePart.refusal(fault) }
        let full = FilePart.full(path)
        guard let handle = FileHandle(forReadingAtPath: full),
            let data = try? handle.read(upToCount: FilePart.sizeLimit + 1) ?? Data()
        else { throw FilePart.refusal("\(path) cannot be read; check who may read it.") }
        guard data.count <= FilePart.sizeLimit else { throw FilePart.refusal("\(path) is larger than 64 MB.") }
        self.init(name: URL(fileURLWithPath: full).lastPathComponent, bytes: [UInt8](data))
    }

    /// The reason why a path is not that of a file; nil for a file.
    static func fault(at path: String) -> String? {
        guard FileManager.default.fileExists(atPath: full(path)) else {
            return "There is no file \(path); check the path."
        }
        return FileManager.default.isFolder(atPath: full(path)) ? "\(path) is a folder; name a file in it." : nil
    }

    private static func full(_ path: String) -> String { NSString(string: path.trimmed).expandingTildeInPath }

    private static func refusal(_ sentence: String) -> APIError { APIError(.invalidRequest, message: sentence) }

    static func contentType(of name: String) -> String {
        let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
        return types[ending] ?? unknownType
    }

    static let unknownType = "application/octet-stream"

    private static let types = [
        "avif": "image/avif", "csv": "text/csv", "gif": "image/gif", "gz": "application/gzip", "html": "text/html",
        "jpeg": "image/jpeg", "jpg": "image/jpeg", "json": "application/json", "md": "text/markdown",
        "mp3": "audio/mpeg", "mp4": "video/mp4", "pdf": "application/pdf", "png": "image/png", "svg": "image/svg+xml",
        "txt": "text/plain", "wav": "audio/wav", "webp": "image/webp", "xml": "application/xml",
        "yaml": "application/yaml", "yml": "application/yaml", "zip": "application/zip",
    ]
}

/// The serialization of an object's members as form fields, by the document (OpenAPI 3.1.0, "Encoding Object").
///
/// By default strings are sent unchanged, list items one by one, and objects as JSON; `null` is omitted. A field with a
/// style is serialized like a query parameter.
package struct FormFields: Sendable, Hashable {
    private var parameters: [String: Parameter] = [:]
    private var styled: Set<String> = []
    private var contentTypes: [String: String] = [:]

    /// The default serialization, without declarations of a document.
    package static let usual = FormFields()

    private init() {}

    init(_ media: MediaType, _ properties: [Schema.Property], in document: APIDocument) {
        for property in properties {
            guard let encoding = media.encodings[property.name] else { continue }
            parameters[property.name] = media.parameter(property, in: document)
            if encoding.hasStyle {
                styled.insert(property.name)
            } else {
                contentTypes[property.name] = encoding.contentType
            }
        }
    }

    /// The fields of `application/x-www-form-urlencoded`.
    func items(of document: JSONValue) -> [QueryItem] {
        (document.objectValue?.members ?? []).flatMap(items)
    }

    /// The fields of a member with a declared style; nil without one.
    func styledItems(of member: JSONObject.Member) -> [QueryItem]? {
        styled.contains(member.key) ? items(of: member) : nil
    }

    /// The declared media type of a field; nil for none, several or a range.
    func contentType(of name: String) -> String? {
        contentTypes[name].flatMap { $0.contains("*") || $0.contains(",") ? nil : $0 }
    }

    private func items(of member: JSONObject.Member) -> [QueryItem] {
        var value = member.value
        if case .array(let items) = value {
            value = .array(items.filter { !$0.isNull })
            // An empty list is not a list with an empty string.
            if value.arrayValue?.isEmpty == true { return [] }
        } else if styled.contains(member.key), case .object(let object) = value {
            value = .object(object.filter { !$0.value.isNull })
        }
        guard !value.isNull else { return [] }
        let usual = Parameter(name: member.key, location: .query, isJSON: value.objectValue != nil)
        return ParameterWriter(parameters[member.key] ?? usual, value).queryItems
    }
}
