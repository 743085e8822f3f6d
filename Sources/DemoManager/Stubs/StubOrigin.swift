import JSONText

/// Where a stub was written, so that it can be opened and named.
public enum StubOrigin: Sendable, Hashable, CustomStringConvertible {
    /// In a file, at a JSON pointer (`/mappings/3`).
    case file(path: String, pointer: JSONPointer)
    /// In source code.
    case code(fileID: String, line: Int)
    /// Made by something else: a document, a generator, an admin call.
    case made(by: String)

    /// The file to open, if the stub has one.
    public var path: String? {
        if case .file(let path, _) = self { path } else { nil }
    }

    /// Line and column of the stub in its file. Reads the file: call it when somebody asks, not per request.
    ///
    /// - Returns: nil for stubs that are not in a file and for files that cannot be read any more.
    public func position() -> TextPosition? {
        guard case .file(let path, let pointer) = self else { return nil }
        do {
            return try SourceText(file: path).position(of: pointer)
        } catch {
            return nil
        }
    }

    /// `stubs/me.yaml#/mappings/3`, `AppTests/MeTests.swift:12` or the maker's name.
    public var description: String {
        switch self {
        case .file(let path, let pointer): pointer == .root ? path : "\(path)#\(pointer)"
        case .code(let fileID, let line): "\(fileID):\(line)"
        case .made(let maker): maker
        }
    }
}
