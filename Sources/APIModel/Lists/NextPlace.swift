import APIDocument
import WireFormats

/// The place of the next page's cursor or address: beside the rows, or in an object about the page.
struct NextPlace {
    /// The cursor or the address.
    let pointer: JSONPointer
    /// True if it is an address for certain.
    let isURL: Bool
    /// True if it may be an address, although nothing says so.
    let mayBeURL: Bool
    /// The query parameter, in one word, that it is called as in an object that is about the next page: that takes it.
    let parameter: String?

    /// How many objects lie in each other at most, as in `meta.pagination.links.next`.
    private static let depthLimit = 4
    /// The names of the address or cursor in an object about the next page.
    private static let inner = NameClass("cursor after", PagingNames.addresses)

    /// Looks in the answer itself, then in what it only wraps, as `{"data": {"items": [], "nextCursor": ""}}` does. Nil where
    /// nothing is said.
    ///
    /// - Parameter asked: what the parameters of the query are called, each in one word.
    init?(in answer: Schema, of document: APIDocument, asked: Set<String> = []) {
        let whole = document.resolveChoices(answer)
        var found = Self.find(in: whole, at: .root, Self.depthLimit, asked, document)
        if found == nil {
            let (place, wrapped) = document.unwrapping(whole)
            if place != .root { found = Self.find(in: wrapped, at: place, Self.depthLimit, asked, document) }
        }
        guard let found else { return nil }
        self = found
    }

    /// The place that a document's author names.
    init?(at pointer: JSONPointer, in answer: Schema, of document: APIDocument) {
        guard let value = document.part(of: answer, at: pointer).map(document.resolveChoices) else { return nil }
        self.init(pointer, isURL: Self.isAddress(value), mayBeURL: !value.types.contains(.integer))
    }

    private init(_ pointer: JSONPointer, isURL: Bool, mayBeURL: Bool = false, parameter: String? = nil) {
        (self.pointer, self.isURL, self.mayBeURL, self.parameter) = (pointer, isURL, mayBeURL, parameter)
    }

    private static func isAddress(_ value: Schema) -> Bool { ["uri", "uri-reference", "url"].contains(value.format) }

    /// - Parameter depth: how many objects may be looked into, this one among them.
    private static func find(
        in schema: Schema, at place: JSONPointer, _ depth: Int, _ asked: Set<String>, _ document: APIDocument
    ) -> NextPlace? {
        guard schema.type == .object, depth > 0 else { return nil }
        for name in PagingNames.nexts.names {
            guard let property = schema.properties.first(where: { HumanName.key($0.name) == name }) else { continue }
            let value = document.resolveChoices(property.schema)
            if let next = NextPlace(value, named: name, at: place.appending(property.name), asked) { return next }
        }
        for property in schema.properties where PagingNames.wrappers.has(property.name) {
            let inner = document.resolveChoices(property.schema)
            if let next = find(in: inner, at: place.appending(property.name), depth - 1, asked, document) {
                return next
            }
        }
        return nil
    }

    /// A member whose name says that it leads on; nil where its value cannot.
    private init?(_ value: Schema, named name: String, at pointer: JSONPointer, _ asked: Set<String>) {
        if value.type == .object {
            let own = value.properties.first { asked.contains(HumanName.key($0.name)) }
            guard let member = own ?? value.properties.first(where: { Self.inner.has($0.name) })
            else { return nil }
            self.init(
                pointer.appending(member.name), isURL: PagingNames.addresses.contains(member.name),
                parameter: own.map { HumanName.key($0.name) })
            return
        }
        let isText = value.types.isEmpty || value.types.contains(.string)
        guard isText || value.types.contains(.integer) else { return nil }
        let isInLinks = pointer.tokens.dropLast().last.map { HumanName.key($0) == "links" } ?? false
        let isURL = Self.isAddress(value) || PagingNames.nextURLs.hasKey(name) || isInLinks
        self.init(pointer, isURL: isURL, mayBeURL: isText && ["next", "nextpage"].contains(name))
    }
}
