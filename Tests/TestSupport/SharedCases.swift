import Foundation

/// Data of others, beside the checkout. Tests that use it are skipped where it is absent.
package enum SharedCases {
    private static let folder = Checkout.url.resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "shared/cases")

    /// The path of a file or folder, as `openapi/museum.yaml`.
    package static func path(_ name: String) -> String { folder.appending(path: name).path }

    private static func names(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }

    /// The files of a folder, by name.
    package static func files(in folder: String) -> [(name: String, bytes: [UInt8])] {
        names(in: folder).compactMap { name in
            FileManager.default.contents(atPath: path("\(folder)/\(name)")).map { (name, Array($0)) }
        }
    }

    /// OpenAPI documents, by the name of their file.
    package static let allDocuments = names(in: "openapi")
    /// The documents that have operations.
    package static let documents = allDocuments.filter { !$0.contains("webhooks") }

    package static func document(_ name: String) -> String { path("openapi/\(name)") }

    /// Bodies of every kind, right and wrong: valid JSON begins with `y_`, other text with `n_`.
    package static let bodies = files(in: "json/parsing")

    /// Strings that programs stumble over: those of a list, and escape sequences spelled out.
    package static let texts: [String] = {
        let manager = FileManager.default
        let list = manager.contents(atPath: path("terminal/blns.json"))
            .flatMap { try? JSONDecoder().decode([String].self, from: $0) }
        let escapes = manager.contents(atPath: path("terminal/escapes.txt")).map { String(decoding: $0, as: UTF8.self) }
        let names = [
            "ESC": 0x1B, "BEL": 7, "LF": 10, "CR": 13, "TAB": 9, "BS": 8, "FF": 12, "VT": 11, "DEL": 0x7F,
            "CAN": 0x18, "SUB": 0x1A,
        ]
        let lines = (escapes ?? "").split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            names.reduce(String(line)) {
                $0.replacingOccurrences(of: "<\($1.key)>", with: String(UnicodeScalar(UInt8($1.value))))
            }
        }
        return (list ?? []) + lines
    }()
}
