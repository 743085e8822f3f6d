import WireFormats

/// Makes a part of a document of a file's value: converts Swagger 2, and gives every reference the name its target has in
/// the whole document.
struct PartPreparation {
    /// A part and where its references lead.
    struct Result: Sendable {
        let part: DocumentPart
        /// The files its references lead to.
        let files: [PartLocation]
        /// Why a reference is not followed, by its text.
        let refusals: [String: String]
    }

    let name: String
    let location: PartLocation
    let source: SourceText
    let policy: ReferencePolicy
    /// The document's value before conversion, where it is Swagger 2.
    let swagger: JSONValue?

    /// The part a value makes. Recurses as deep as the value nests.
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

    /// Whether a text is a reference where it was found.
    private func isReference(_ text: String, _ kind: ReferenceWalk.Kind) -> Bool {
        let isData = [".yaml", ".yml", ".json"].contains(where: text.hasSuffix)
        switch kind {
        case .reference, .operation: return true
        case .mapping: return text.contains("#") || text.contains("/") || isData
        case .sample: return policy.readsFiles && (isData || text.contains("#/"))
        }
    }
}
