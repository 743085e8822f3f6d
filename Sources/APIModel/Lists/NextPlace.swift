import APIDocument
import WireFormats

/// The place of the next page's cursor or URL: beside the rows, or in an object that describes the page.
struct NextPlace {
    /// The place of the cursor or URL.
    let pointer: JSONPointer
    /// True if the value is certainly a URL.
    let isURL: Bool
    /// True if the value may be a URL, although neither schema nor name declares it.
    let mayBeURL: Bool
    /// The key of the query parameter that takes the cursor: it has the cursor's name in the next-page object.
    let parameter: String?

    /// The greatest depth of nested objects, as in `meta.pagination.links.next`.
    private static let depthLimit = 4
    /// The names of the URL or cursor in a next-page object.
    private static let inner = NameClass("cursor after", PagingNames.addresses)

    /// Looks in the reply itself, then in the content of its wrapper, as in `{"data": {"items": [], "nextCursor":
    /// ""}}`.
    ///
    /// - Parameter asked: the keys of the query parameters' names.
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

    /// The place that the document declares in `x-list`.
    init?(at pointer: JSONPointer, in answer: Schema, of document: APIDocument) {
        guard let value = document.part(of: answer, at: pointer).map(document.resolveChoices) else { return nil }
        self.init(pointer, isURL: Self.isAddress(value), mayBeURL: !value.types.contains(.integer))
    }

    private init(_ pointer: JSONPointer, isURL: Bool, mayBeURL: Bool = false, parameter: String? = nil) {
        (self.pointer, self.isURL, self.mayBeURL, self.parameter) = (pointer, isURL, mayBeURL, parameter)
    }

    private static func isAddress(_ value: Schema) -> Bool { ["uri", "uri-reference", "url"].contains(value.format) }

    /// - Parameter depth: the number of levels left to search, this one included.
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

    /// A member with the name of a next page; nil if its type is neither string, integer nor a suitable object.
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
