import Foundation
import JSONText

/// The places of one file that have names of their own: `$anchor`, `$dynamicAnchor` and `$id` of JSON Schema 2020-12, and
/// `$self` of OpenAPI 3.2.
struct AnchorTable: Sendable {
    /// The pointers of anchors, by name.
    private(set) var anchors: [String: JSONPointer] = [:]
    /// The pointers of schemas with an URL of their own, by that URL as written and as it resolves.
    private(set) var resources: [String: JSONPointer] = [:]

    /// The names in a file. Files without any, which are most, are known by their text and not searched.
    init(_ value: JSONValue, of source: SourceText) {
        guard source.contains(AnchorTable.keywords) else { return }
        let own = value["$self"]?.stringValue
        if let own { resources[own] = .root }
        collect(value, [], base: own.flatMap { URL(string: $0) })
    }

    /// Whether there are none.
    var isEmpty: Bool { anchors.isEmpty && resources.isEmpty }

    /// A reference by URL as one within the file; nil where it names nothing here.
    func local(_ reference: String) -> String? {
        let mark = reference.firstIndex(of: "#") ?? reference.endIndex
        guard mark > reference.startIndex, let place = resources[String(reference[..<mark])] else { return nil }
        let fragment = reference[mark...].dropFirst()
        // An anchor is one for the whole file here, wherever it stands.
        if !fragment.isEmpty, !fragment.hasPrefix("/") { return "#" + fragment }
        return "#" + place.description.replacing("%", with: "%25") + fragment
    }

    private mutating func collect(_ value: JSONValue, _ path: [String], base: URL?) {
        switch value {
        case .object(let object):
            var base = base
            for member in object.members {
                guard case .string(let text) = member.value else { continue }
                switch member.key {
                case "$anchor", "$dynamicAnchor":
                    anchors[text] = anchors[text] ?? JSONPointer(tokens: path)
                case "$id":
                    let url = URL(string: text, relativeTo: base)?.absoluteURL
                    resources[text] = JSONPointer(tokens: path)
                    if let url { resources[url.absoluteString] = JSONPointer(tokens: path) }
                    base = url ?? base
                default:
                    break
                }
            }
            for member in object.members { collect(member.value, path + [member.key], base: base) }
        case .array(let items):
            for (index, item) in items.enumerated() { collect(item, path + [String(index)], base: base) }
        default:
            break
        }
    }

    private static let keywords = ["$anchor", "$dynamicAnchor", "$id", "$self"]
}

extension SourceText {
    /// Whether any of the keywords, which start with `$`, occurs anywhere in the text.
    fileprivate func contains(_ keywords: [String]) -> Bool {
        let words = keywords.map { Array($0.utf8) }
        return bytes.withUnsafeBufferPointer { text in
            // Written out: the library's search takes seconds for a large text.
            for place in text.indices where text[place] == UInt8(ascii: "$") {
                let rest = text[place...]
                if words.contains(where: { rest.starts(with: $0) }) { return true }
            }
            return false
        }
    }
}
