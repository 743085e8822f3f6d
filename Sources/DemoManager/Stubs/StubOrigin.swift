import JSONText

/// Where a stub was written, so that it can be opened and named.
public enum StubOrigin: Sendable, Hashable, CustomStringConvertible {
    /// In a file, at a JSON pointer (`/mappings/3`); `name` is the path as shown to people.
    case file(path: String, name: String, pointer: JSONPointer)
    /// In source code.
    case code(fileID: String, line: Int)
    /// Made by something else: a document, a generator, an admin call.
    case made(by: String)

    /// The file to open, if the stub has one.
    public var path: String? {
        if case .file(let path, _, _) = self { path } else { nil }
    }

    /// The file's name as shown to people.
    var fileName: String? {
        if case .file(_, let name, _) = self { name } else { nil }
    }

    /// Line and column of the stub in its file. Reads the file: call it when somebody asks, not per request.
    ///
    /// - Returns: nil for stubs that are not in a file and for files that cannot be read any more.
    public func position() -> TextPosition? {
        guard case .file(let path, _, let pointer) = self else { return nil }
        do {
            return try SourceText(file: path).position(of: pointer)
        } catch {
            return nil
        }
    }

    /// `stubs/me.yaml#/mappings/3`, `AppTests/MeTests.swift:12` or the maker's name.
    public var description: String {
        switch self {
        case .file(_, let name, let pointer): pointer == .root ? name : "\(name)#\(pointer)"
        case .code(let fileID, let line): "\(fileID):\(line)"
        case .made(let maker): maker
        }
    }
}
