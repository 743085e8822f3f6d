import APIDocument
import APIModel
import WireFormats

/// One operation as the demo's memory serves it: its resource, below the path of the server.
///
/// A class, because every request takes it along.
@dynamicMemberLookup
final class ResourceOperation: Sendable {
    let resource: Resource
    /// The whole path, the server's prefix included.
    let template: PathTemplate
    /// The path of the collection that its rows live in, if that is not in the template.
    let home: PathTemplate?
    /// The list that its path has rows of, if it has those of one owner.
    let owned: OwnedList?
    /// The part of a request's body that is about the item.
    let body: WrittenBody
    /// Decides which members of a write are stored.
    let written: StoredMembers
    /// The members of a row, as far as the document declares them.
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

    /// The path of the collection, as the document has it.
    var collection: String { (home ?? template.prefix(template.segments.count - resource.depth)).text }

    /// The rows of the list that a query asks for.
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

    /// The members of a row that the reply to a write declares. A reply that declares nothing shows the row if it is empty or has a
    /// member of it: `{"ok": true}` is about the write and not about the row.
    func answer(_ row: JSONObject, in reply: JSONValue) -> JSONObject {
        guard resource.answered.isEmpty else {
            return resource.answered == members ? row : row.members(of: resource.answered)
        }
        let said = reply.objectValue?.keys ?? []
        return said.isEmpty || said.contains { row[$0] != nil } ? row : JSONObject()
    }

    /// True if a row may have the id in its path.
    func takes(_ place: ResourcePlace, in document: APIDocument) -> Bool {
        guard let id = place.row.flatMap({ resource.identity.values(of: $0).last }), let key = resource.key,
            key != .root, let schema = resource.row.flatMap({ document.part(of: $0, at: key) })
        else { return true }
        return document.value(id, of: schema).map { document.allows($0, schema) } ?? false
    }

    /// The resource's own path, and the row's id, in a request's path; nil for a path of another shape.
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
        // A list whose path asks for nothing but its rows' own home shows them all.
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

/// A list of a collection whose rows are of several owners, or stand in several lists: it need not have them all.
struct OwnersList: Sendable, Hashable {
    /// The list's own path.
    let path: String
    /// The owners in the path; nil if the path does not name them.
    let owners: [String]?
    /// True if rows that no list is known to have may be in it.
    var hasUnlisted = false
    /// The item that its rows name, if it has those of one.
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
    /// The list that is read or added to, where it need not have all rows of its collection.
    var list: OwnersList?
}
