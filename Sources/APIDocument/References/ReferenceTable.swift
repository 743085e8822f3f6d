import Foundation
import SourceTexts
import WireFormats

/// Finds the targets of `$ref` in the files of the document.
struct ReferenceTable: Sendable {
    enum Target {
        case found(JSONValue)
        /// No target, with the reason as a sentence.
        case nothing(String)
    }

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

/// The named locations of one file: `$anchor`, `$dynamicAnchor` and `$id` of JSON Schema 2020-12, and `$self` of
/// OpenAPI 3.2.
struct AnchorTable: Sendable {
    /// A base of relative references: a schema with an `$id`, or the file itself.
    struct Resource: Sendable {
        /// Nil if none is given.
        var url: URL?
        var pointer = JSONPointer.root
    }

    private(set) var file = Resource()
    /// The pointers of anchors by name, by the pointer of their resource.
    private var anchors: [JSONPointer: [String: JSONPointer]] = [:]
    /// The pointers of resources, by their URLs as written and as resolved.
    private var resources: [String: JSONPointer] = [:]

    /// Most files have no names; a search of the text finds that out quickly.
    init(_ value: JSONValue, of source: SourceText) {
        guard source.contains(AnchorTable.keywords) else { return }
        if let own = value["$self"]?.stringValue {
            resources[own] = .root
            file.url = URL(string: own)
        }
        collect(value, [], in: file, isMap: false)
    }

    var isEmpty: Bool { anchors.isEmpty && resources.isEmpty }

    /// The location of an anchor: the file's own, else one of a resource in it.
    func anchor(_ name: String) -> JSONPointer? {
        anchors[.root]?[name] ?? anchors.values.lazy.compactMap { $0[name] }.min { $0.description < $1.description }
    }

    /// The resource of an object with this `$id`.
    func resource(_ id: String, in base: Resource) -> Resource {
        let url = URL(string: id, relativeTo: base.url)?.absoluteURL
        guard let pointer = pointer(id, in: base) else { return base }
        return Resource(url: url ?? base.url, pointer: pointer)
    }

    /// A reference in a resource, made relative to the file; nil if its target is elsewhere or it needs no change.
    func local(_ reference: String, in base: Resource, of value: JSONValue) -> String? {
        let mark = reference.firstIndex(of: "#") ?? reference.endIndex
        let isOwn = mark == reference.startIndex
        let target = isOwn ? base.pointer : pointer(String(reference[..<mark]), in: base)
        guard let target, !isOwn || target != .root else { return nil }
        let fragment = reference[mark...].dropFirst()
        let place = "#" + target.description.replacing("%", with: "%25")
        if fragment.isEmpty { return place }
        guard fragment.hasPrefix("/") else {
            let anchor = anchors[target]?[String(fragment)] ?? anchor(String(fragment))
            return anchor.map { "#" + $0.description.replacing("%", with: "%25") } ?? "#" + fragment
        }
        // Many components have an `$id`, but references from the file's root.
        let pointer = fragment.removingPercentEncoding.flatMap { try? JSONPointer($0) }
        if isOwn, pointer.flatMap({ value[target.appending($0)] }) == nil { return nil }
        return place + fragment
    }

    private func pointer(_ url: String, in base: Resource) -> JSONPointer? {
        resources[URL(string: url, relativeTo: base.url)?.absoluteString ?? url] ?? resources[url]
    }

    private mutating func collect(_ value: JSONValue, _ path: [String], in base: Resource, isMap: Bool) {
        switch value {
        case .object(let object):
            var base = base
            if !isMap, let id = object["$id"]?.stringValue {
                base = Resource(
                    url: URL(string: id, relativeTo: base.url)?.absoluteURL ?? base.url,
                    pointer: JSONPointer(tokens: path))
                resources[id] = resources[id] ?? base.pointer
                if let url = base.url { resources[url.absoluteString] = base.pointer }
            }
            for keyword in isMap ? [] : ["$anchor", "$dynamicAnchor"] {
                guard let name = object[keyword]?.stringValue, anchors[base.pointer]?[name] == nil else { continue }
                anchors[base.pointer, default: [:]][name] = JSONPointer(tokens: path)
            }
            for member in object.members where isMap || !ReferenceWalk.isData(member) {
                collect(
                    member.value, path + [member.key], in: base,
                    isMap: !isMap && ReferenceWalk.maps.contains(member.key))
            }
        case .array(let items):
            for (index, item) in items.enumerated() { collect(item, path + [String(index)], in: base, isMap: false) }
        default:
            break
        }
    }

    private static let keywords = ["$anchor", "$dynamicAnchor", "$id", "$self"]
}

extension SourceText {
    /// True if any of the keywords, which start with `$`, occurs in the text.
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
