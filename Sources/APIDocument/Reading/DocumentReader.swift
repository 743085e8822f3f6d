import SourceTexts
import WireFormats

/// Reads the parts of a document and notes problems with their locations.
struct DocumentReader {
    struct Draft: Hashable {
        let message: String
        let place: ReferenceTable.Place
        let severity: Problem.Severity
    }

    struct Contents {
        var title = ""
        var servers: [Server] = []
        var tags: [Tag] = []
        var operations: [Operation] = []
        var webhooks: [Callback] = []
        var securitySchemes: [String: SecurityScheme] = [:]
        var flows: [OAuthFlow] = []
    }

    // Limits the work on hostile documents.
    private static let draftLimit = 500

    let root: JSONValue
    let references: ReferenceTable
    private let bundle: DocumentBundle
    /// True for OpenAPI 3.0, where `$ref` has no siblings.
    let isVersion30: Bool
    var schemeNames: Set<String> = []
    var operationIDs: Set<String> = []
    /// The URLs of the document's servers, and the other servers that were reported already.
    var serverURLs: Set<String> = []
    var unusedServers: Set<String> = []
    private(set) var drafts: [Draft] = []
    private var known: Set<Draft> = []
    private var isCut = false
    private var part = DocumentBundle.root
    private var path: [String] = []
    // Shared parts are read and reported once.
    var parameters: [String: [Parameter]?] = [:]
    var headers: [String: Header?] = [:]
    var bodies: [String: RequestBody?] = [:]
    var responses: [String: Response?] = [:]
    var links: [String: Link?] = [:]
    var media: [String: MediaType?] = [:]
    // Referenced schemas outside `components/schemas`; each is checked once.
    var schemasToCheck: [ReferenceTable.Place] = []
    var checkedSchemas: Set<ReferenceTable.Place> = []

    init(_ bundle: DocumentBundle) {
        self.bundle = bundle
        root = bundle.parts[DocumentBundle.root]?.value ?? .null
        references = ReferenceTable(bundle)
        isVersion30 = root["openapi"]?.scalarText?.hasPrefix("3.0") ?? false
    }

    /// The problems with their lines: the document's own in the order of the text, then those of its other files.
    func problems() -> [Problem] {
        var problems: [Problem] = []
        // A part of Swagger 2 is in the converted document once for each of its media types.
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

    mutating func report(_ message: String, severity: Problem.Severity = .error) {
        guard drafts.count < DocumentReader.draftLimit else { return isCut = true }
        let place = ReferenceTable.Place(part: part, pointer: JSONPointer(tokens: path))
        let draft = Draft(message: message, place: place, severity: severity)
        // A shared part may be read once for each of its uses.
        if known.insert(draft).inserted { drafts.append(draft) }
    }

    /// Reads at another location, perhaps of another file.
    mutating func at<T>(_ place: ReferenceTable.Place, _ read: (inout DocumentReader) -> T) -> T {
        let here = (part, path)
        (part, path) = (place.part, place.pointer.tokens)
        defer { (part, path) = here }
        return read(&self)
    }

    mutating func at<T>(_ token: String, _ read: (inout DocumentReader) -> T) -> T {
        path.append(token)
        defer { path.removeLast() }
        return read(&self)
    }

    mutating func member<T>(
        _ name: String, of object: JSONObject, _ read: (inout DocumentReader, JSONValue) -> T?
    ) -> T? {
        guard let value = object[name] else { return nil }
        return at(name) { read(&$0, value) }
    }

    /// The value as an object; nil and a problem for another type.
    mutating func object(_ value: JSONValue, _ what: String) -> JSONObject? {
        if let object = value.objectValue { return object }
        report("\(what) must be an object, not \(value.kindName)")
        return nil
    }

    /// A string member; nil if it is absent, nil and a problem for another type.
    mutating func string(_ name: String, of object: JSONObject) -> String? {
        scalar(name, of: object, "text", \.stringValue)
    }

    private mutating func scalar<T>(
        _ name: String, of object: JSONObject, _ kind: String, _ read: (JSONValue) -> T?
    ) -> T? {
        member(name, of: object) { reader, value in
            let scalar = read(value)
            if scalar == nil { reader.report("\"\(name)\" must be \(kind), not \(value.kindName)") }
            return scalar
        }
    }

    /// A Boolean member; nil if it is absent, nil and a problem for another type.
    mutating func bool(_ name: String, of object: JSONObject) -> Bool? {
        scalar(name, of: object, "true or false", \.boolValue)
    }

    /// Reads a value or, if it is a reference, its target at the target's location. `memo` caches what was read.
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
        guard let (reference, target) = end(of: first) else { return nil }
        let place = references.place(of: reference) ?? .init(part: part, pointer: JSONPointer(tokens: path))
        let result = at(place) { read(&$0, target) }
        if let memo { self[keyPath: memo][first] = result }
        return result
    }

    /// The last reference of a chain with its target; nil and a problem if there is none.
    mutating func end(of first: String) -> (reference: String, target: JSONValue)? {
        var reference = first
        for _ in 0..<ReferenceTable.chainLimit {
            switch references.target(of: reference) {
            case .found(let target):
                guard let next = target["$ref"]?.stringValue else { return (reference, target) }
                reference = next
            case .nothing(let reason):
                at("$ref") { $0.report(reason) }
                return nil
            }
        }
        at("$ref") { $0.report("\"\(first)\" leads through references without an end") }
        return nil
    }
}

extension DocumentReader {
    mutating func readDocument() -> Contents {
        var contents = Contents()
        guard bundle.source.bytes.contains(where: { $0 > 0x20 }) else {
            report("the file is empty")
            return contents
        }
        guard let root = object(root, "an OpenAPI document") else { return contents }
        readVersion(root)
        readInfo(root, into: &contents)
        contents.servers = readServers(root)
        serverURLs = Set(contents.servers.map(\.url))
        contents.tags = readTags(root)
        contents.securitySchemes = readSecuritySchemes(root, &contents.flows)
        schemeNames = Set(contents.securitySchemes.keys)
        let security = readSecurity(root)
        contents.operations = PathFormats.apart(readPaths(root))
        for place in contents.operations.indices where contents.operations[place].security == nil {
            contents.operations[place].security = security
        }
        contents.webhooks = readWebhooks(root)
        if contents.servers.isEmpty, let servers = contents.operations.first?.servers,
            contents.operations.allSatisfy({ $0.servers.first?.url == servers.first?.url })
        {
            // Every operation has the same server, so it is the document's.
            contents.servers = servers
        }
        checkComponentSchemas(root)
        checkReferencedSchemas()
        return contents
    }

    private mutating func readVersion(_ root: JSONObject) {
        guard let version = root["openapi"] else {
            if let old = root["swagger"] ?? root["swaggerVersion"] {
                at(root["swagger"] == nil ? "swaggerVersion" : "swagger") {
                    $0.report(
                        "Swagger \(old.scalarText ?? "") is read as if it were OpenAPI 3; convert it",
                        severity: .warning)
                }
            } else {
                report("\"openapi\" is missing; a document starts with: openapi: 3.1.0", severity: .warning)
            }
            return
        }
        at("openapi") { reader in
            guard let text = version.scalarText else {
                return reader.report("\"openapi\" must be text in quotes, such as \"3.1.0\"", severity: .warning)
            }
            if !["3.0", "3.1", "3.2"].contains(where: text.hasPrefix) {
                reader.report("OpenAPI \(text) is read as if it were 3.2", severity: .warning)
            }
        }
    }

    private mutating func readInfo(_ root: JSONObject, into contents: inout Contents) {
        guard let info = root["info"] else {
            return report("\"info\" with the API's title is missing", severity: .warning)
        }
        at("info") { reader in
            guard let info = reader.object(info, "\"info\"") else { return }
            contents.title = reader.string("title", of: info) ?? ""
        }
    }

    private mutating func readTags(_ root: JSONObject) -> [Tag] {
        list("tags", of: root) { reader, value in
            guard let tag = reader.object(value, "a tag"), let name = reader.string("name", of: tag) else { return nil }
            return Tag(
                name: name, summary: reader.string("summary", of: tag) ?? reader.string("x-displayName", of: tag),
                description: reader.string("description", of: tag))
        }
    }

    /// Reads the items of an array member; unreadable ones are left out.
    mutating func list<T>(
        _ name: String, of object: JSONObject, _ read: (inout DocumentReader, JSONValue) -> T?
    ) -> [T] {
        member(name, of: object) { reader, value in
            guard let items = value.arrayValue else {
                reader.report("\"\(name)\" must be a list, not \(value.kindName)")
                return nil
            }
            var results: [T] = []
            for (index, item) in items.enumerated() {
                if let result = reader.at(String(index), { read(&$0, item) }) { results.append(result) }
            }
            return results
        } ?? []
    }

    /// Reads the members of an object member; extensions and unreadable members are left out.
    mutating func map<T>(
        _ name: String, of object: JSONObject, _ read: (inout DocumentReader, String, JSONValue) -> T?
    ) -> [T] {
        member(name, of: object) { reader, value in
            // No standard allows a reference here, but documents of several files have them.
            guard value["$ref"]?.stringValue == nil else {
                return reader.following(value) { $0.members(of: $1, name, read) }
            }
            return reader.members(of: value, name, read)
        } ?? []
    }

    private mutating func members<T>(
        of value: JSONValue, _ name: String, _ read: (inout DocumentReader, String, JSONValue) -> T?
    ) -> [T]? {
        guard let members = object(value, "\"\(name)\"")?.members else { return nil }
        var results: [T] = []
        // Extensions are allowed in these maps only; elsewhere "x-rate-limit" is an ordinary name.
        let hasExtensions = ["paths", "responses", "callbacks", "flows"].contains(name)
        for member in members where !hasExtensions || !member.key.hasPrefix("x-") {
            if let result = at(member.key, { read(&$0, member.key, member.value) }) { results.append(result) }
        }
        return results
    }
}
