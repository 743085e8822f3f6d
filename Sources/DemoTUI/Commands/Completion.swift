import APIDocument
import AppCore
import ArgumentParser
import Foundation

extension CompletionKind {
    static var document: CompletionKind { .file(extensions: documentExtensions) }

    /// The screens of the document among the words typed so far; of the sample if there is none.
    static var screen: CompletionKind {
        .custom { words, _, _ in await read(words).map { ScreenCatalog($0.loaded.document).screens.map(\.id) } ?? [] }
    }

    /// Its operations.
    static var operation: CompletionKind {
        .custom { words, _, _ in await read(words).map { $0.loaded.document.operations.map(\.id) } ?? [] }
    }

    private static let documentExtensions = ["yaml", "yml", "json"]

    private static func read(_ words: [String]) async -> ReadDocument? {
        let documents = words.indices.dropFirst().filter { isDocument(words[$0]) }
        // A file behind an option is likely its value, such as an overlay.
        let place = documents.first { !words[$0 - 1].hasPrefix("-") } ?? documents.first
        let options = AppOptions(
            document: place.map { words[$0] }, environment: ProcessInfo.processInfo.environment)
        // Nobody reads an error in the middle of a line that is being typed.
        return try? await ReadDocument(options)
    }

    /// True for a file or a folder that may be a document. Nothing is asked of a server while someone types.
    private static func isDocument(_ word: String) -> Bool {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: word, isDirectory: &isFolder) else { return false }
        guard isFolder.boolValue else { return documentExtensions.contains { word.hasSuffix("." + $0) } }
        return documentExtensions.contains { FileManager.default.fileExists(atPath: "\(word)/openapi.\($0)") }
    }
}
