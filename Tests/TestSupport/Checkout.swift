import Foundation
import WireFormats

package enum Checkout {
    package static let url: URL = {
        var url = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { url.deleteLastPathComponent() }
        return url
    }()

    /// The path of a file or folder, as `Resources/fixtures`.
    package static func path(_ name: String) -> String { url.appending(path: name).path }
}

extension JSONValue {
    /// The places of all values below it.
    package var pointers: [JSONPointer] {
        let parts: [(String, JSONValue)] =
            objectValue?.members.map { ($0.key, $0.value) }
            ?? arrayValue?.enumerated().map { (String($0), $1) } ?? []
        return parts.flatMap { key, value in
            [JSONPointer(tokens: [key])] + value.pointers.map { JSONPointer(tokens: [key] + $0.tokens) }
        }
    }
}
