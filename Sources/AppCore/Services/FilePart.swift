import Foundation

/// A file that goes along with a request.
package struct FilePart: Sendable, Hashable {
    /// Its name without the folder.
    package let name: String
    /// Its media type, by its name's ending.
    package let contentType: String
    /// The content.
    package let bytes: [UInt8]

    /// The largest file, in bytes: a body is held in memory.
    static let sizeLimit = 64 << 20

    package init(name: String, bytes: [UInt8], contentType: String? = nil) {
        self.name = name
        self.bytes = bytes
        self.contentType = contentType ?? FilePart.contentType(of: name)
    }

    /// Reads the file at a path, from the current folder or with `~` from the home folder.
    ///
    /// - Throws: `.invalidRequest` with a sentence that names the path.
    package init(path: String) throws(APIError) {
        let full = NSString(string: path.trimmed).expandingTildeInPath
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: full, isDirectory: &isFolder) else {
            throw FilePart.refusal("There is no file \(path); check the path.")
        }
        guard !isFolder.boolValue else { throw FilePart.refusal("\(path) is a folder; name a file in it.") }
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: full))
            let data = try handle.read(upToCount: FilePart.sizeLimit + 1) ?? Data()
            try handle.close()
            guard data.count <= FilePart.sizeLimit else { throw FilePart.refusal("\(path) is larger than 64 MB.") }
            self.init(name: URL(fileURLWithPath: full).lastPathComponent, bytes: [UInt8](data))
        } catch let error as APIError {
            throw error
        } catch {
            throw FilePart.refusal("\(path) cannot be read; check who may read it.")
        }
    }

    private static func refusal(_ sentence: String) -> APIError { APIError(.invalidRequest, message: sentence) }

    /// The media type of a file of that name.
    static func contentType(of name: String) -> String {
        let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
        return types[ending] ?? unknownType
    }

    /// The media type of a file whose name does not say it.
    static let unknownType = "application/octet-stream"

    private static let types = [
        "avif": "image/avif", "csv": "text/csv", "gif": "image/gif", "gz": "application/gzip", "html": "text/html",
        "jpeg": "image/jpeg", "jpg": "image/jpeg", "json": "application/json", "md": "text/markdown",
        "mp3": "audio/mpeg", "mp4": "video/mp4", "pdf": "application/pdf", "png": "image/png", "svg": "image/svg+xml",
        "txt": "text/plain", "wav": "audio/wav", "webp": "image/webp", "xml": "application/xml",
        "yaml": "application/yaml", "yml": "application/yaml", "zip": "application/zip",
    ]
}
