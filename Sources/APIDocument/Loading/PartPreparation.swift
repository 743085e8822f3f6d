import WireFormats

/// Prepares a file as a part of the document: converts Swagger 2, and gives every reference its target's name in the
/// whole document.
struct PartPreparation {
    struct Result: Sendable {
        let part: DocumentPart
        /// The files it refers to.
        let files: [PartLocation]
        /// The reasons for refused references, by their text.
        let refusals: [String: String]
    }

    let name: String
    let location: PartLocation
    let source: SourceText
    let policy: ReferencePolicy
    /// The document before conversion, if it is Swagger 2.
    let swagger: JSONValue?

    /// Recurses as deep as the value nests.
    func prepare(_ value: JSONValue) -> Result {
        let (value, origins) = converted(value)
        let anchors = AnchorTable(value, of: source)
        var files: [PartLocation] = []
        var refusals: [String: String] = [:]
        let result = ReferenceWalk.rewriting(value, anchors) { text, kind, base in
            guard isReference(text, kind) else { return nil }
            if let own = anchors.isEmpty ? nil : anchors.local(text, in: base, of: value) { return name + own }
            // Most references stay in their file, and most files are the root.
            if name.isEmpty, text.hasPrefix("#") { return swagger == nil ? nil : Swagger2.converted(text) }
            switch policy.resolve(text, in: location) {
            case .refused(let reason):
                refusals[text] = reason
                return nil
            case .place(let target, let fragment):
                if target != location { files.append(target) }
                return reference(to: target, fragment)
            }
        }
        let part = DocumentPart(location: location, source: source, value: result, origins: origins, anchors: anchors)
        return Result(part: part, files: files, refusals: refusals)
    }

    private func reference(to target: PartLocation, _ fragment: String?) -> String {
        guard target == policy.root else { return policy.name(of: target) + (fragment.map { "#" + $0 } ?? "") }
        let text = "#" + (fragment ?? "")
        return swagger == nil ? text : Swagger2.converted(text)
    }

    private func converted(_ value: JSONValue) -> (JSONValue, PointerOrigins) {
        guard let swagger else { return (value, PointerOrigins()) }
        return name.isEmpty ? Swagger2.convert(value) : Swagger2.convert(part: value, of: swagger)
    }

    /// True if a text is a reference in its context.
    private func isReference(_ text: String, _ kind: ReferenceWalk.Kind) -> Bool {
        let isData = [".yaml", ".yml", ".json"].contains(where: text.hasSuffix)
        switch kind {
        case .reference, .operation: return true
        case .mapping: return text.contains("#") || text.contains("/") || isData
        case .sample: return policy.readsFiles && (isData || text.contains("#/"))
        }
    }
}
