import Foundation
import JSONText

/// The replies a UI test starts the program with: `DEMO_TUI_SEEDS`, a JSON object or `@file`.
enum Seeds {
    static let variable = "DEMO_TUI_SEEDS"

    /// The seeds of an environment; without any, an empty object, so that every request says that it has no seed.
    static func read(from environment: [String: String]) throws -> JSONValue {
        guard let text = environment[variable], !text.isEmpty else { return .object(JSONObject([])) }
        let source =
            text.hasPrefix("@")
            ? try SourceText(file: String(text.dropFirst()))
            : SourceText(name: variable, bytes: Array(text.utf8), format: .json)
        return try source.parse()
    }
}
