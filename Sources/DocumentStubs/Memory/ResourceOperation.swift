import APIDocument
import APIModel
import WireFormats

/// An operation with its resource, for the memory of writes. Paths include the server's prefix.
///
/// A class, because every request passes it on.
@dynamicMemberLookup
final class ResourceOperation: Sendable {
    let resource: Resource
    /// The whole path, including the server's prefix.
    let template: PathTemplate
    /// The path of the rows' collection, if the template is elsewhere.
    let home: PathTemplate?
    /// The list whose rows belong to one owner, if the path is such a list.
    let owned: OwnedList?
    /// The item in a request's body.
    let body: WrittenBody
    /// Decides which members of a write are stored.
    let written: StoredMembers
    /// The declared members of a row.
    let members: Set<String>
    let pagination: Pagination
    let pageStep: PageStep

    init?(_ operation: Operation, below pathPrefix: String, in document: APIDocument) {
        guard let resource = document.resource(of: operation) else { return nil }
        self.resource = resource
        template = PathTemplate(pathPrefix + operation.path.escaped, format: operation.path.format)
        owned = document.ownedLists[operation.path]
        home = resource.home.map { PathTemplate(pathPrefix + $0.escaped) }
        body = WrittenBody(operation, itemSchema: resource.row, isAction: resource.isAction, in: document)
        written = StoredMembers(sending: body.schema, of: resource.row, key: resource.key, by: operation, in: document)
        members = Set(resource.row?.properties.map(\.name) ?? [])
        var list: ListModel?
        if case .list = resource.role { list = document.list(of: operation) }
        (pagination, pageStep) = (list?.pagination ?? .none, list?.step ?? .rows)
    }

    subscript<Value>(dynamicMember path: KeyPath<Resource, Value>) -> Value { resource[keyPath: path] }

    /// The path of the collection in the document's spelling.
    var collection: String { (home ?? template.prefix(template.segments.count - resource.depth)).text }

    /// The filter for the rows that a query selects.
    func filter(
        _ query: [(name: String, value: String)], usesPresets: Bool = true, in document: APIDocument
    ) -> RowFilter {
        RowFilter(
            query.filter { !pagination.isAskedFor(by: $0.name) }, row: resource.row ?? .any,
            parameters: document.operation(self.id)?.parameters ?? [], usesPresets: usesPresets, document: document)
    }

    /// Decides which members of a write the reply repeats; nil if the reply shows a row.
    func reply(in document: APIDocument) -> StoredMembers? {
        guard let operation = document.operation(resource.id), let shown = document.answer(of: operation) else {
            return nil
        }
        let itemSchema = document.item(of: operation, shown).schema
        guard !itemSchema.properties.isEmpty, itemSchema != resource.row else { return nil }
        return StoredMembers(sending: body.schema, of: itemSchema, key: resource.key, by: operation, in: document)
    }

    /// The members of a row that the reply to a write declares. An undeclared reply shows the row if it is empty or
    /// shares a member with it: `{"ok": true}` does not.
    func answer(_ row: JSONObject, in reply: JSONValue) -> JSONObject {
        guard resource.answered.isEmpty else {
            return resource.answered == members ? row : row.members(of: resource.answered)
        }
        let said = reply.objectValue?.keys ?? []
        return said.isEmpty || said.contains { row[$0] != nil } ? row : JSONObject()
    }

    /// True if the id in the path is valid in a row.
    func takes(_ place: ResourcePlace, in document: APIDocument) -> Bool {
        guard let id = place.row.flatMap({ resource.identity.values(of: $0).last }), let key = resource.key,
            key != .root, let schema = resource.row.flatMap({ document.part(of: $0, at: key) })
        else { return true }
        return document.value(id, of: schema).map { document.allows($0, schema) } ?? false
    }

    /// The collection's path and the row's id in a request's path; nil for a path of another shape.
    func place(_ segments: [Substring]) -> ResourcePlace? {
        guard PathTemplate.fits(segments[...], template.written[...]) else { return nil }
        let segments = template.bare(segments)
        let own =
            home?.segments.enumerated().map { place, segment in segment.literal.map { $0[...] } ?? segments[place] }
            ?? Array(segments.dropLast(resource.depth))
        let path = "/" + own.joined(separator: "/")
        func value(_ place: Int) -> String { PercentCode.decoded(segments[place]) }
        if resource.isOfRow, resource.depth > 0 {
            // The row's owners and key follow the collection's path.
            let last = segments.count - resource.depth
            return ResourcePlace(
                path: path, row: RowIdentity.id((last - resource.identity.owners.count...last).map(value)))
        }
        guard let home else { return ResourcePlace(path: path) }
        let asked = template.segments.indices.filter { place in
            template.segments[place].parameter != nil
                && !(home.segments.indices.contains(place) && home.segments[place].parameter != nil)
        }
        if let owned {
            let values = segments.map { PercentCode.decoded($0) }
            let list = OwnersList(
                path: "/" + segments.joined(separator: "/"), owners: nil, owner: owned.owner(below: values))
            return ResourcePlace(path: path, list: list)
        }
        // A list without parameters beyond those of its collection shows all rows.
        let isOwners = !resource.identity.owners.isEmpty
        guard isOwners || !asked.isEmpty else { return ResourcePlace(path: path) }
        return ResourcePlace(
            path: path,
            list: OwnersList(
                path: "/" + segments.joined(separator: "/"),
                owners: isOwners && asked.count == resource.identity.owners.count ? asked.map(value) : nil,
                hasUnlisted: !isOwners))
    }
}

/// A list that may show only some rows of its collection: those of an owner, or of one of several lists.
struct OwnersList: Sendable, Hashable {
    /// The list's own path.
    let path: String
    /// The owners in the path; nil if the path does not name them.
    let owners: [String]?
    /// True if the list may have rows that were added at no particular list.
    var hasUnlisted = false
    /// The item that owns the rows, if all have the same owner.
    var owner: RowOwnership?

    /// True if the row belongs to these owners.
    func isOwner(of id: String) -> Bool {
        owners.map { id.hasPrefix(RowIdentity.id($0 + [""])) } ?? false
    }
}

/// The target of a request.
struct ResourcePlace: Sendable, Hashable {
    /// The path of the collection, or of a single item.
    let path: String
    /// The row's id (``RowIdentity``); nil for the collection and for single items.
    var row: String?
    /// The list that is read or added to, if it may show only some rows of its collection.
    var list: OwnersList?
}
