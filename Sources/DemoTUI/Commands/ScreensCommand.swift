import APIDocument
import AppCore
import ArgumentParser
import Foundation
import HTTPTypes
import WireFormats

enum ListFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json

    func write(_ rows: [JSONValue]) {
        switch self {
        case .json: StandardOutput.write(lines: JSONValue.array(rows).text(.pretty))
        case .text:
            for row in rows {
                let cells = row.objectValue?.members.compactMap(\.value.scalarText) ?? []
                // A line break or a tab in a text would begin another row or column.
                let plain = cells.map { $0.split { $0.isNewline || $0 == "\t" }.joined(separator: " ") }
                StandardOutput.write(plain.joined(separator: "\t"))
            }
        }
    }
}

struct ScreensCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screens", abstract: "List the screens that a document becomes.")

    @OptionGroup var source: DocumentOptions

    @Flag(help: "List the operations instead.")
    var operations = false

    @Option(help: "How to write it.")
    var format: ListFormat = .text

    func run() async throws {
        let options = AppOptions(
            document: source.document, reading: source.reading, environment: ProcessInfo.processInfo.environment)
        let read = try await StandardError.exiting { try await ReadDocument(options) }
        for problem in read.overlayProblems { StandardError.write("\(problem)") }
        let document = read.loaded.document
        let rows = operations ? Self.operations(of: document) : Self.screens(of: document)
        format.write(rows)
    }

    static func operations(of document: APIDocument) -> [JSONValue] {
        document.operations.map { operation in
            [
                "id": .string(operation.id), "method": .string(operation.method.rawValue),
                "path": .string(operation.path.text), "summary": .string(operation.summary ?? ""),
            ]
        }
    }

    static func screens(of document: APIDocument) -> [JSONValue] {
        ScreenCatalog(document).screens.map { screen in
            [
                "id": .string(screen.id), "kind": .string(screen.kind.rawValue), "title": .string(screen.title),
                "group": screen.group.map(JSONValue.string) ?? .null,
                "parent": screen.parent.map(JSONValue.string) ?? .null,
                "operations": .array(screen.operations.map(JSONValue.string)),
                "columns": .array(screen.columns.map { .string($0.title) }),
            ]
        }
    }
}

struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "List your keys, with the actions as the configuration file names them.")

    @Option(help: "How to write it.")
    var format: ListFormat = .text

    func run() {
        let file = AppOptions(environment: ProcessInfo.processInfo.environment).configurationFile
        let configuration = Configuration(file: file)
        for problem in configuration.problems { StandardError.write("\(problem)") }
        format.write(
            configuration.keys.bindings.map { binding in
                [
                    "group": .string(binding.group.rawValue), "keys": .string(binding.keyNames),
                    "action": .string(binding.action.rawValue), "help": .string(binding.help),
                ]
            })
    }
}
