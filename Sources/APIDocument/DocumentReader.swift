import WireFormats

/// Reads a document's parts and notes what is wrong with them, with the place where it stands.
struct DocumentReader {
    /// A problem before its line is known.
    struct Draft: Hashable {
        let message: String
        let place: ReferenceTable.Place
        let severity: Problem.Severity
    }

    /// What was read.
    struct Contents {
        var title = ""
        var version = ""
        var description: String?
        var servers: [Server] = []
        var tags: [Tag] = []
        var operations: [Operation] = []
        var securitySchemes: [String: SecurityScheme] = [:]
        var securityDetails: [String: SecurityDetails] = [:]
    }

    // Enough to mend a document by; a hostile one cannot make a million.
    private static let draftLimit = 500

    let root: JSONValue
    let references: ReferenceTable
    private let bundle: DocumentBundle
    /// Whether the document says it is OpenAPI 3.0, where `$ref` has no siblings.
    let isVersion30: Bool
    /// The names of the security schemes.
    var schemeNames: Set<String> = []
    /// The URLs of the document's own servers, and those of its parts that were complained about.
    var serverURLs: Set<String> = []
    var unusedServers: Set<String> = []
    private(set) var drafts: [Draft] = []
    private var known: Set<Draft> = []
    private var isCut = false
    private var part = DocumentBundle.root
    private var path: [String] = []
    // Shared parts are read, and complained about, once.
    var parameters: [String: [Parameter]?] = [:]
    var headers: [String: Header?] = [:]
    var bodies: [String: RequestBody?] = [:]
    var responses: [String: Response?] = [:]
    var links: [String: Link?] = [:]
    var media: [String: MediaType?] = [:]
    // Schemas outside `components/schemas` that references lead to; each is checked once.
    var schemasToCheck: [ReferenceTable.Place] = []
    var checkedSchemas: Set<ReferenceTable.Place> = []

    init(_ bundle: DocumentBundle) {
        self.bundle = bundle
        root = bundle.parts[DocumentBundle.root]?.value ?? .null
        references = ReferenceTable(bundle)
        isVersion30 = root["openapi"]?.scalarText?.hasPrefix("3.0") ?? false
    }

    /// The problems found, with their lines: the document's own in the order of the text, then those of its other files.
    func problems() -> [Problem] {
        var problems: [Problem] = []
        // A part of Swagger 2 stands in the converted document once for each of its media types.
        var known: Set<Problem> = []
        let drafts = Dictionary(grouping: drafts, by: \.place.part)
        for (name, drafts) in drafts.sorted(by: { $0.key < $1.key }) {
            guard let part = bundle.parts[name] else { continue }
            let pointers = drafts.map { part.origins.origin(of: $0.place.pointer) }
            let positions = part.source.positions(of: pointers)
            problems += zip(drafts, pointers).map { draft, pointer in
                Problem(
                    draft.message, file: part.source.name, path: part.source.path, position: positions[pointer],
                    pointer: pointer.description, severity: draft.severity)
            }.filter { known.insert($0).inserted }.sorted { ($0.position?.line ?? 0) < ($1.position?.line ?? 0) }
        }
        if isCut {
            let message = "more is wrong than is listed here: mend the first \(DocumentReader.draftLimit) problems"
            problems.append(Problem(message, file: bundle.source.name, severity: .warning))
        }
        return bundle.problems + problems
    }

    /// Notes that what stands at the current place is wrong.
    mutating func report(_ message: String, severity: Problem.Severity = .error) {
        guard drafts.count < DocumentReader.draftLimit else { return isCut = true }
        let place = ReferenceTable.Place(part: part, pointer: JSONPointer(tokens: path))
        let draft = Draft(message: message, place: place, severity: severity)
        // A shared part may be read once for each of its uses.
        if known.insert(draft).inserted { drafts.append(draft) }
    }

    /// Reads at another place, perhaps of another file.
    mutating func at<T>(_ place: ReferenceTable.Place, _ read: (inout DocumentReader) -> T) -> T {
        let here = (part, path)
        (part, path) = (place.part, place.pointer.tokens)
        defer { (part, path) = here }
        return read(&self)
    }

    /// Reads one step further down.
    mutating func at<T>(_ token: String, _ read: (inout DocumentReader) -> T) -> T {
        path.append(token)
        defer { path.removeLast() }
        return read(&self)
    }

    /// Reads the member of that name, if there is one.
    mutating func member<T>(
        _ name: String, of object: JSONObject, _ read: (inout DocumentReader, JSONValue) -> T?
    ) -> T? {
        guard let value = object[name] else { return nil }
        return at(name) { read(&$0, value) }
    }

    /// The object this is, or nil and a problem.
    mutating func object(_ value: JSONValue, _ what: String) -> JSONObject? {
        if let object = value.objectValue { return object }
        report("\(what) must be an object, not \(value.kindName)")
        return nil
    }

    /// The string that member is; nil where it is absent, or something else and a problem.
    mutating func string(_ name: String, of object: JSONObject) -> String? {
        member(name, of: object) { reader, value in
            if let text = value.stringValue { return text }
            reader.report("\"\(name)\" must be text, not \(value.kindName)")
            return nil
        }
    }

    /// The truth that member is; nil where it is absent, or something else and a problem.
    mutating func bool(_ name: String, of object: JSONObject) -> Bool? {
        member(name, of: object) { reader, value in
            if let flag = value.boolValue { return flag }
            reader.report("\"\(name)\" must be true or false, not \(value.kindName)")
            return nil
        }
    }

    /// Reads a value that may be a reference: then its target, at the target's place. `memo` keeps what was read.
    mutating func following<T>(
        _ value: JSONValue,
        memo: WritableKeyPath<DocumentReader, [String: T?]>? = nil,
        _ read: (inout DocumentReader, JSONValue) -> T?
    ) -> T? {
        guard value["$ref"] != nil else { return read(&self, value) }
        guard let first = value["$ref"]?.stringValue else {
            at("$ref") { $0.report("\"$ref\" must be text") }
            return nil
        }
        if let memo, let known = self[keyPath: memo][first] { return known }
        var reference = first
        var seen: Set<String> = [first]
        while true {
            guard case .found(let target) = references.target(of: reference) else {
                reportReference(reference)
                return nil
            }
            guard let next = target["$ref"]?.stringValue else {
                let place = references.place(of: reference) ?? .init(part: part, pointer: JSONPointer(tokens: path))
                let result = at(place) { read(&$0, target) }
                if let memo { self[keyPath: memo][first] = result }
                return result
            }
            guard seen.insert(next).inserted, seen.count <= ReferenceTable.chainLimit else {
                at("$ref") { $0.report("\"\(first)\" leads through references without an end") }
                return nil
            }
            reference = next
        }
    }

    /// Notes why a reference leads nowhere, if it does.
    mutating func reportReference(_ reference: String) {
        guard case .nothing(let reason) = references.target(of: reference) else { return }
        at("$ref") { $0.report(reason) }
    }
}

extension JSONValue {
    /// What this is, for a sentence.
    var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
