import JSONText

/// Finds the targets of `$ref` within the document. Nothing outside it is ever read.
struct ReferenceTable: Sendable {
    /// What a reference leads to.
    enum Target {
        case found(JSONValue)
        /// Nothing, with the sentence that says why.
        case nothing(String)
    }

    /// The longest chain of references that is followed.
    static let chainLimit = 100
    private let root: JSONValue
    private let fileName: String
    private let components: [String: JSONValue]

    init(root: JSONValue, file: String) {
        self.root = root
        fileName = file.split(separator: "/").last.map(String.init) ?? file
        var components: [String: JSONValue] = [:]
        for section in root["components"]?.objectValue?.members ?? [] {
            for member in section.value.objectValue?.members ?? [] {
                components["#/components/\(section.key)/\(member.key)"] = member.value
            }
        }
        self.components = components
    }

    /// The value a reference names, itself perhaps a reference.
    func target(of reference: String) -> Target {
        if let component = components[reference] { return .found(component) }
        guard let pointer = pointer(of: reference) else {
            return .nothing(
                reference.contains("#") && !isLocal(reference) || !reference.contains("#")
                    ? "\"\(reference)\" lies outside this document, which is not read; bundle it into one file"
                    : "\"\(reference)\" is no JSON pointer; write it as #/components/…")
        }
        guard let value = root[pointer] else {
            return .nothing("nothing is found at \"\(reference)\"; correct the reference")
        }
        return .found(value)
    }

    /// The place a local reference names.
    func pointer(of reference: String) -> JSONPointer? {
        guard isLocal(reference), let mark = reference.firstIndex(of: "#") else { return nil }
        return try? JSONPointer(reference[reference.index(after: mark)...].removingPercentEncoding)
    }

    private func isLocal(_ reference: String) -> Bool {
        if reference.hasPrefix("#") { return true }
        let file = reference.prefix { $0 != "#" }
        return reference.contains("#") && (file == fileName || file == "./" + fileName)
    }
}
