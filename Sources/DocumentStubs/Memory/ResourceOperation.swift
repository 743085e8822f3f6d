import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

/// An operation with its resource, for the memory of writes. Paths include the server's prefix.
///
/// A class, because every request passes it on.
@dynamicMemberLookup
final class ResourceOperation: Sendable {
    let resource: Resource
    /// The member of the item that the operation reads or writes; nil for the item itself.
    let part: ItemPart?
    let template: PathTemplate
    /// The path of the rows' collection, if the template is elsewhere.
    let home: PathTemplate?
    /// The list whose rows belong to one owner, if the path is such a list.
    let owned: OwnedList?
    let body: WrittenBody
    let written: StoredMembers
    let members: Set<String>
    let pagination: Pagination
    let pageStep: PageStep

    init?(_ operation: Operation, below pathPrefix: String, in document: APIDocument) {
        part = document.itemPart(of: operation)
        guard let resource = part?.resource ?? document.resource(of: operation) else { return nil }
        self.resource = resource
        template = PathTemplate(pathPrefix + operation.path.escaped, format: operation.path.format)
        owned =
            document.ownedLists[
                operation.path.prefix(operation.path.segments.count - (resource.isOfRow ? 0 : resource.depth))]
        home = resource.home.map { PathTemplate(pathPrefix + $0.escaped) }
        let itemSchema = part.map { document.resolveChoices($0.member.schema) } ?? resource.row
        body = WrittenBody(
            operation, itemSchema: itemSchema, isAction: part != nil || resource.isAction, in: document)
        let sent = part.map { [body] in Schema(["properties": .object([$0.member.name: body.schema?.json ?? [:]])]) }
        var written = StoredMembers(
            sending: sent ?? body.schema, of: resource.row, key: resource.key, by: operation,
            isMerged: !body.isWhole, in: document)
        if let part, resource.method == .delete { written.allowRemoval(of: part.member.name) }
        self.written = written
        members = Set(resource.row?.properties.map(\.name) ?? [])
        var list: ListModel?
        if case .list = resource.role { list = document.list(of: operation) }
        (pagination, pageStep) = (list?.pagination ?? .none, list?.step ?? .rows)
    }

    subscript<Value>(dynamicMember path: KeyPath<Resource, Value>) -> Value { resource[keyPath: path] }

    /// The path of the collection in the document's spelling.
    var collection: String { (home ?? template.prefix(template.segments.count - resource.depth)).text }

    /// The key of members that refer to an item: `orderid` for a row of `/orders`.
    var keyOfOwner: String {
        let path = home ?? template.prefix(template.segments.count - resource.depth)
        return path.owner(at: path.segments.count) + "id"
    }

    /// The change that a request makes to the item.
    ///
    /// - Parameter old: the item before the write.
    func sent(by request: ReceivedRequest, onto old: () -> JSONValue?) throws -> ItemChange? {
        guard let part else { return try body.sent(by: request, onto: old) }
        let place = JSONPointer(tokens: [part.member.name])
        guard resource.method != .delete else { return ItemChange(removing: [place]) }
        guard var change = try body.sent(by: request, onto: { old()?[place] }) else { return ItemChange() }
        if !change.whole.isEmpty {
            return ItemChange(
                setting: JSONObject([part.member.name: change.applied(to: old()?[place] ?? [:])]), isWhole: true)
        }
        if resource.method != .patch {
            // The request has the whole object: what it could have sent and omitted is absent.
            let required = Set(body.itemSchema?.required ?? [])
            let omitted = (body.schema?.properties ?? []).filter { property in
                change.members[property.name] == nil && !required.contains(property.name)
                    && !body.document.resolve(property.schema).isReadOnly
            }
            change.removed.formUnion(omitted.map { JSONPointer(tokens: [$0.name]) })
        }
        return ItemChange(
            setting: JSONObject([part.member.name: .object(change.members)]),
            removing: Set(change.removed.map { JSONPointer(tokens: place.tokens + $0.tokens) }))
    }

    /// The body of a reply as one that shows the item, for a reply that shows a part of it alone.
    func whole(_ body: JSONValue?) -> JSONValue? {
        guard let part, let place = part.place else { return body }
        return body?[place].map { .object([part.member.name: $0]) }
    }

    /// The body of a reply with that item: the reverse of ``whole(_:)``. Nil if the item lacks the part.
    func shown(_ item: JSONValue, in body: JSONValue?) -> JSONValue? {
        guard let part, let place = part.place else { return item }
        guard let own = item[part.member.name], !own.isNull else { return nil }
        return body?.setting(own, at: place) ?? own
    }

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
        guard part?.place == nil, !itemSchema.properties.isEmpty, itemSchema != resource.row else { return nil }
        return StoredMembers(
            sending: body.schema, of: itemSchema, key: resource.key, by: operation, isMerged: !body.isWhole,
            in: document)
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
        let listed = segments.dropLast(resource.depth)
        let asked = template.segments.indices.prefix(listed.count).filter { place in
            template.segments[place].parameter != nil
                && !(home.segments.indices.contains(place) && home.segments[place].parameter != nil)
        }
        if let owned {
            let values = listed.map { PercentCode.decoded($0) }
            let list = OwnersList(
                path: "/" + listed.joined(separator: "/"), owners: nil,
                owner: owned.owner(below: values, in: body.document))
            return ResourcePlace(path: path, list: list)
        }
        // A list without parameters beyond those of its collection shows all rows.
        let isOwners = !resource.identity.owners.isEmpty
        guard isOwners || !asked.isEmpty else { return ResourcePlace(path: path) }
        return ResourcePlace(
            path: path,
            list: OwnersList(
                path: "/" + listed.joined(separator: "/"),
                owners: isOwners && asked.count == resource.identity.owners.count ? asked.map(value) : nil,
                hasUnlisted: !isOwners))
    }
}

/// A list that may show only some rows of its collection: those of an owner, or of one of several lists.
struct OwnersList: Sendable, Hashable {
    let path: String
    /// The owners in the path; nil if the path does not name them.
    let owners: [String]?
    /// True if the list may have rows that were added at no particular list.
    var hasUnlisted = false
    /// The item that owns the rows, if all have the same owner.
    var owner: RowOwnership?

    func isOwner(of id: String) -> Bool {
        owners.map { id.hasPrefix(RowIdentity.id($0 + [""])) } ?? false
    }
}

struct ResourcePlace: Sendable, Hashable {
    /// The path of the collection, or of a single item.
    let path: String
    var row: String?
    /// The list that is read or added to, if it may show only some rows of its collection.
    var list: OwnersList?
}

/// The resources of a document, by request.
struct ResourceMap: Sendable {
    /// By method and number of segments, the most concrete path first (``PathTemplate/concreteness``).
    private var operations: [Key: [ResourceOperation]] = [:]
    private(set) var all: [ResourceOperation] = []

    struct Embedded {
        let name: String
        let member: String
        let list: ResourceOperation
    }

    private struct Key: Hashable {
        let method: HTTPRequest.Method
        let segments: Int
    }

    init(_ document: APIDocument, below pathPrefix: String) {
        all = document.byConcreteness.reversed().compactMap { ResourceOperation($0, below: pathPrefix, in: document) }
        for operation in all {
            operations[Key(method: operation.method, segments: operation.template.segments.count), default: []]
                .append(operation)
        }
    }

    /// The lists whose rows the item contains in a member.
    func lists(in item: ResourceOperation, of document: APIDocument) -> [Embedded] {
        guard case .read = item.role else { return [] }
        let found = document.memo.value(for: item.id) {
            all.enumerated().compactMap { index, list -> (index: Int, member: String)? in
                guard case .list = list.role, list.form == .array, let row = list.row,
                    list.path.segments.count == item.path.segments.count + 1,
                    let rows = EmbeddedRows(list.path, row, in: document), rows.read.id == item.id
                else { return nil }
                return (index, rows.member)
            }
        }
        return found.compactMap { index, member in
            all[index].path.segments.last?.literal.map { Embedded(name: $0, member: member, list: all[index]) }
        }
    }

    /// The operation of a request and its target; an exact match of the final slash is preferred.
    func find(_ method: HTTPRequest.Method, path: Substring) -> (ResourceOperation, ResourcePlace)? {
        let segments = PathTemplate.segments(of: path)
        let endsInSlash = PathTemplate.endsInSlash(path)
        var other: (ResourceOperation, ResourcePlace)?
        for operation in operations[Key(method: method, segments: segments.count)] ?? [] {
            guard let place = operation.place(segments) else { continue }
            if operation.template.endsInSlash == endsInSlash { return (operation, place) }
            other = other ?? (operation, place)
        }
        return other
    }
}
