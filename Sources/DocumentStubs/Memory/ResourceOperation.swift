import APIDocument
import APIModel
import DemoManager
import Foundation
import HTTPTypes
import JSONText

/// What an operation does to a resource.
enum ResourceRole: Sendable, Hashable {
    /// Answers rows, at that place of the reply.
    case list(rows: JSONPointer)
    /// Adds a row; the reply shows it at that place.
    case create(shownAt: JSONPointer)
    /// Takes something that no list shows; the reply repeats it at that place.
    case echo(shownAt: JSONPointer)
    /// Answers one row or thing, at that place of the reply.
    case read(shownAt: JSONPointer)
    /// Changes one row or thing; the reply shows it at that place.
    case update(shownAt: JSONPointer)
    /// Takes a row away.
    case delete
    /// Takes all rows of a list away, or those that the request names.
    case clear

    /// Where the reply shows what it is about; nil where it shows nothing.
    var place: JSONPointer? {
        switch self {
        case .list(let place), .create(let place), .echo(let place), .read(let place), .update(let place): place
        case .delete, .clear: nil
        }
    }
}

/// One operation of a document that reads or writes a resource: by convention, without configuration.
struct ResourceOperation: Sendable {
    let id: String
    let method: HTTPRequest.Method
    /// The whole path, the server's prefix included.
    let template: PathTemplate
    let role: ResourceRole
    /// How many of the template's last segments lie below the resource: 0 for a collection or a single thing, 1 for a row, more
    /// for a part of a row, or for what is done to one.
    let depth: Int
    /// What tells rows apart.
    let identity: RowIdentity
    /// What a body says of the thing.
    let body: WrittenBody
    /// What a write changes of the thing's members.
    let written: WrittenMembers
    /// Members a row has, where the document says.
    let members: Set<String>
    /// Whether writing to a row that is not there makes it, as the document says by a 201.
    let creates: Bool
    /// What a row is like, resolved; nil where the document does not say.
    let row: Schema?
    /// How pages are asked for.
    let pagination: Pagination
    /// How the parameter counts that leads to its pages.
    let pageStep: PageStep
    /// The collection's own path, where a search shows rows of a collection that has no list of its own.
    let home: PathTemplate?

    /// The resource's path as the document has it.
    let collection: String

    /// Whether the row that is written is named by the body: the path is that of its collection.
    var isNamedByBody: Bool { if case .update = role { depth == 0 && isOfRow } else { false } }

    /// Where a row carries what it is known by.
    var key: JSONPointer? { identity.key }

    /// Whether a row is changed, and not a thing there is one of.
    let isOfRow: Bool
    /// How the list that it is about has its rows.
    let form: RowsForm
    /// Whether it puts, shows or takes away something that is as it was sent, and no thing with members.
    let isKept: Bool
    /// What doing it sets, where the operation does something to a thing that is read elsewhere; nil for all others.
    let outcome: JSONObject?
    /// Members that the reply to a write declares; empty where it declares none.
    let answered: Set<String>
    /// Whether other operations are about the same.
    let isResource: Bool

    /// Whether it is about a part of the row alone, or does something to it: what is sent are members of the row, as far as it
    /// has them.
    var isPartial: Bool { depth > 1 || outcome != nil }

    /// Which rows of the list a query asks for.
    func filter(
        _ query: [(name: String, value: String)], usesPresets: Bool = true, in document: APIDocument
    ) -> RowFilter {
        RowFilter(
            query.filter { !pagination.isAskedFor(by: $0.name) }, row: row ?? .any,
            parameters: document.operation(self.id)?.parameters ?? [], usesPresets: usesPresets, document: document)
    }

    /// What of a row stands in the reply to a write: what the reply declares. One that declares nothing shows the row if it has
    /// nothing else to say, or has a member of it: `{"ok": true}` is about the write and not about the row.
    func answer(_ row: JSONObject, in reply: JSONValue) -> JSONObject {
        guard answered.isEmpty else { return answered == members ? row : row.members(of: answered) }
        let said = reply.objectValue?.keys ?? []
        return said.isEmpty || said.contains { row[$0] != nil } ? row : JSONObject()
    }

    /// Whether a row may have the id that its path says.
    func takes(_ place: ResourcePlace, in document: APIDocument) -> Bool {
        guard let id = place.row.flatMap({ identity.values(of: $0).last }), let key, key != .root,
            let schema = row.flatMap({ document.part(of: $0, at: key) })
        else { return true }
        return document.value(id, of: schema).map { document.allows($0, schema) } ?? false
    }

    /// The resource's own path and the row's id that a request's path means; nil where the path has another form.
    func place(_ segments: [Substring]) -> ResourcePlace? {
        guard PathTemplate.fits(segments, template.written) else { return nil }
        let segments = template.bare(segments)
        let own =
            home.map { home in
                home.segments.enumerated().map { place, segment in segment.literal.map { $0[...] } ?? segments[place] }[
                    ...]
            } ?? segments[...].dropLast(depth)
        let path = "/" + own.joined(separator: "/")
        func value(_ place: Int) -> String { PercentCode.decoded(segments[place]) }
        if isOfRow, depth > 0 {
            // What the path asks for of the row stands right behind its collection's.
            let last = segments.count - depth
            return ResourcePlace(path: path, row: RowIdentity.id((last - identity.owners.count...last).map(value)))
        }
        guard let home else { return ResourcePlace(path: path) }
        let asked = template.segments.indices.filter { place in
            template.segments[place].parameter != nil
                && !(home.segments.indices.contains(place) && home.segments[place].parameter != nil)
        }
        // A list whose path asks for nothing but its rows' own home shows them all.
        let isOwners = !identity.owners.isEmpty
        guard isOwners || !asked.isEmpty else { return ResourcePlace(path: path) }
        return ResourcePlace(
            path: path,
            list: OwnersList(
                path: "/" + segments.joined(separator: "/"),
                owners: isOwners && asked.count == identity.owners.count ? asked.map(value) : nil,
                hasUnlisted: !isOwners))
    }
}

/// Where a request's resource stands.
struct ResourcePlace: Sendable, Hashable {
    /// The collection's path, or that of a thing there is one of.
    let path: String
    /// What the path says of the row (``RowIdentity``); nil for the collection itself and for single things.
    var row: String?
    /// The list that is read or added to, where it need not have all rows of its collection.
    var list: OwnersList?
}
