import Foundation
import WireFormats

/// Finds the targets of `$ref` in the files of the document.
struct ReferenceTable: Sendable {
    enum Target {
        case found(JSONValue)
        /// No target, with the reason as a sentence.
        case nothing(String)
    }

    /// A location in one of the document's files.
    struct Place: Hashable {
        /// The file's name; empty for the document itself.
        var part: String
        var pointer: JSONPointer
    }

    /// The longest chain of references that is followed.
    static let chainLimit = 100
    private let roots: [String: JSONValue]
    private let isSwagger2: Bool
    private let anchors: [String: AnchorTable]
    private let failures: [String: String]
    private let refusals: [String: String]
    private let components: [String: JSONValue]

    init(_ bundle: DocumentBundle) {
        roots = bundle.parts.mapValues(\.value)
        anchors = bundle.parts.mapValues(\.anchors).filter { !$0.value.isEmpty }
        isSwagger2 = bundle.isSwagger2
        failures = bundle.failures
        refusals = bundle.refusals
        var components: [String: JSONValue] = [:]
        for section in roots[DocumentBundle.root]?["components"]?.objectValue?.members ?? [] {
            for member in section.value.objectValue?.members ?? [] {
                components["#/components/\(section.key)/\(member.key)"] = member.value
            }
        }
        self.components = components
    }

    /// The value that a reference names, perhaps itself a reference.
    func target(of reference: String) -> Target {
        if let component = components[reference] { return .found(component) }
        if let reason = refusals[reference] { return .nothing(reason) }
        let (part, fragment) = ReferenceTable.split(reference)
        if let reason = failures[part] { return .nothing("\"\(reference)\" cannot be followed: \(reason)") }
        let shown = isSwagger2 ? Swagger2.original(reference) : reference
        guard let root = roots[part] else {
            return .nothing("\"\(shown)\" lies outside this document; correct the reference")
        }
        guard let pointer = pointer(fragment, in: part) else {
            return .nothing("\"\(shown)\" names no place; write it as #/\(isSwagger2 ? "definitions" : "components")/…")
        }
        if let value = root[pointer] ?? value(at: pointer, in: root) { return .found(value) }
        return .nothing("nothing is found at \"\(shown)\"; correct the reference")
    }

    /// The location that a reference names.
    func place(of reference: String) -> Place? {
        let (part, fragment) = ReferenceTable.split(reference)
        guard roots[part] != nil else { return nil }
        return pointer(fragment, in: part).map { Place(part: part, pointer: $0) }
    }

    func value(at place: Place) -> JSONValue? {
        roots[place.part].flatMap { $0[place.pointer] ?? value(at: place.pointer, in: $0) }
    }

    /// The value at a pointer that passes through references, for example if `components/schemas` is one.
    private func value(at pointer: JSONPointer, in root: JSONValue, depth: Int = 0) -> JSONValue? {
        var value = root
        for (index, token) in pointer.tokens.enumerated() {
            if let next = value[JSONPointer(tokens: [token])] {
                value = next
                continue
            }
            guard let reference = value["$ref"]?.stringValue, depth < 8, let place = place(of: reference),
                let root = roots[place.part]
            else { return nil }
            let rest = JSONPointer(tokens: Array(pointer.tokens[index...]))
            return self.value(at: place.pointer.appending(rest), in: root, depth: depth + 1)
        }
        return value
    }

    private static func split(_ reference: String) -> (part: String, fragment: Substring) {
        guard let mark = reference.firstIndex(of: "#") else { return (reference, "") }
        return (String(reference[..<mark]), reference[reference.index(after: mark)...])
    }

    private func pointer(_ fragment: Substring, in part: String) -> JSONPointer? {
        guard let text = fragment.removingPercentEncoding else { return nil }
        // A fragment is a pointer, else the name of an anchor.
        return (try? JSONPointer(text)) ?? anchors[part]?.anchor(text)
    }
}
