import APIDocument
import APIModel
import DemoManager
import WireFormats

import struct APIDocument.Operation

/// All rows of a list in the document, and the bodies from which its pages are cut.
///
/// The rows are those of an example, those of the collection that the list searches, those in the item above the list,
/// or generated. Created once per path.
struct DocumentRows: Sendable {
    var rows: [JSONValue]
    /// The whole body of an example; nil for a generated one.
    let example: JSONValue?
    /// True if rows were added to the example, so that its page and counts change.
    let isFilled: Bool
    /// A page that is followed by others, and the last one.
    private let bodies: (page: JSONValue, last: JSONValue)
    private let envelope: ListEnvelope

    init(_ mended: MendedExample, of list: ListModel) {
        let body = mended.body
        rows = body[list.rows]?.arrayValue ?? []
        isFilled = mended.added > 0
        example = body
        bodies = (body, body)
        envelope = ListEnvelope(of: body, rows: list.rows)
    }

    func body(_ page: [JSONValue], _ listing: SampleListing) -> JSONValue {
        let body = envelope.describing(listing, in: listing.isLast ? bodies.last : bodies.page)
        return body.setting(.array(page), at: listing.pointer)
    }
}

/// An operation at one path, as the key of values that are generated once.
struct PathKey: Hashable {
    let operation: String
    let path: [String]
}

extension DocumentRows {
    /// The rows of a requested list without an example of its own.
    static func rows(
        of operation: Operation, _ list: ListModel, for request: ReceivedRequest, in document: APIDocument
    ) throws(SampleError) -> DocumentRows {
        let path = request.pathSegments(of: operation.path)
        return try document.memo.result(for: PathKey(operation: operation.id, path: path)) {
            () throws(SampleError) in try DocumentRows(of: operation, list, for: request, path, in: document)
        }
    }

    private init(
        of operation: Operation, _ list: ListModel, for request: ReceivedRequest, _ path: [String],
        in document: APIDocument
    ) throws(SampleError) {
        let generator = SampleGenerator(document: document)
        if var example = generator.example(of: list.answer).map({ MendedExample(body: $0) }) {
            example.fill(list, of: operation, in: document)
            self.init(example, of: list)
            return
        }
        let given = ParentMembers(path: operation.path, document: document).members(of: list.row, below: path)
        let home = RowHome(operation, path, in: document)
        if let owned = document.ownedLists[operation.path] {
            let owner = owned.owner(below: path, in: document)
            let rows = try owned.rows(for: owner, in: document).filter(owner.isOwner)
            try self.init(rows.map { $0.below(given) }, of: list, at: home, in: document)
        } else if let own = EmbeddedRows(operation.path, list.row, in: document)?.rows(request, behind: 1) {
            try self.init(own.map { $0.below(given) }, of: list, at: home, in: document)
        } else if let part = document.part(of: list.answer, at: list.rows),
            let written = generator.example(of: part)?.arrayValue
        {
            let rows = document.filled(written, of: list, by: operation)
            try self.init(rows, of: list, at: home, in: document)
        } else if let rows = Self.rowsOfCollection(shownBy: operation, list, in: document) {
            try self.init(rows, of: list, at: home, in: document)
        } else {
            let rows = try Self.generated(of: operation, list, at: home, in: document)
            try self.init(given.isEmpty ? rows : rows.map { $0.below(given) }, of: list, at: home, in: document)
        }
    }

    /// The rows of the collection whose items a list without path parameters shows at another path; nil if the list
    /// must have more of them.
    private static func rowsOfCollection(
        shownBy operation: Operation, _ list: ListModel, in document: APIDocument
    ) -> [JSONValue]? {
        guard operation.path.parameterNames.isEmpty, let link = document.rowLinks.link(from: operation),
            link.home.parameterNames.isEmpty, let all = document.read(at: link.home.shape), all.id != operation.id,
            document.list(of: all)?.row == list.row, document.resource(of: all)?.form == .array
        else { return nil }
        let rows = DocumentItem.rows(of: all, at: all.path.text, in: document).map(\.row)
        let least = document.part(of: list.answer, at: list.rows).map(document.resolveChoices)?.minItems ?? 0
        return rows.count < max(1, least) ? nil : rows
    }

    /// The rows with generated members beside them.
    private init(
        _ rows: [JSONValue], of list: ListModel, at home: RowHome, in document: APIDocument
    ) throws(SampleError) {
        self.rows = rows
        example = nil
        isFilled = false
        guard list.rows != .root else {
            bodies = ([], [])
            envelope = ListEnvelope(of: [], rows: .root)
            return
        }
        let array = document.part(of: list.answer, at: list.rows).map(document.resolveChoices)
        let shown = Array(rows.prefix(min(max(PageWindow.usualSize, array?.minItems ?? 0), array?.maxItems ?? .max)))
        var page = SampleListing(at: list.rows, rows: shown.indices, total: shown.count + 1)
        page.made = shown
        page.isPage = list.pagination != .none
        func body(_ page: SampleListing) throws(SampleError) -> JSONValue {
            try SampleGenerator(document: document)
                .sample(for: list.answer, seed: home.seed, entity: home.entity, listing: page).value
        }
        let first = try body(page)
        envelope = ListEnvelope(of: first, rows: list.rows, generatedFor: page)
        page.total = shown.count
        bodies = (first, try body(page))
    }

    /// The generated rows of a list, without the members that its path determines.
    static func generated(
        of operation: Operation, _ list: ListModel, at home: RowHome, in document: APIDocument
    ) throws(SampleError) -> [JSONValue] {
        try document.memo.result(for: PathKey(operation: operation.id, path: [home.seed])) {
            () throws(SampleError) in
            let array = document.part(of: list.answer, at: list.rows).map(document.resolveChoices)
            let usual = document.rowCount(of: operation, list)
            let total = min(usual, DistinctRows.most(list.row, of: operation, in: document) ?? usual)
            let most = max(1, array?.maxItems ?? total)
            var rows: [JSONValue] = []
            while rows.count < total {
                let range = rows.count..<min(rows.count + most, total)
                let page = try SampleGenerator(document: document).sample(
                    for: list.answer, seed: home.seed, entity: home.entity,
                    listing: SampleListing(at: list.rows, rows: range, total: total))
                rows += page.value[list.rows]?.arrayValue ?? []
                if rows.count < range.upperBound { break }
            }
            return document.linkedToSelf(rows, of: operation, list)
        }
    }
}

/// The collection for which the rows of a list are generated: the list's own, or for a search that of the items it
/// finds. Therefore a row of a search opens as the item it shows.
struct RowHome {
    /// The path of the collection in the request, without the server's prefix.
    let seed: String
    let entity: String?
    /// The member of a row that fills the last parameter of its item's path; nil to find it by the path.
    let key: JSONPointer?

    /// The home of a list's rows.
    ///
    /// - Parameter path: the segments of the request's path.
    init(_ list: Operation, _ path: [String], in document: APIDocument) {
        self.init(document.rowLinks.link(from: list), list.path, path, isRow: false)
    }

    /// The home of one item.
    ///
    /// - Parameter isRow: true if the path ends in the key of a row.
    init(ofItem item: PathTemplate, _ path: [String], isRow: Bool, in document: APIDocument) {
        let read = isRow ? document.read(at: item.shape) : nil
        self.init(read.flatMap { document.rowLinks.link(to: $0) }, item, path, isRow: isRow)
    }

    private init(_ link: RowLinks.Link?, _ template: PathTemplate, _ path: [String], isRow: Bool) {
        let path = path.suffix(template.segments.count)
        key = link?.key
        guard let home = link?.home else {
            seed = "/" + (isRow ? path.dropLast() : path).joined(separator: "/")
            entity = template.entity
            return
        }
        // Parameters of the collection's path are the first ones of the request's path.
        let own = zip(home.segments, Array(path) + Array(repeating: "", count: home.segments.count))
            .map { segment, text in segment.literal ?? text }
        seed = "/" + own.joined(separator: "/")
        entity = home.entity
    }
}

/// The rows of a list below an item that contains them: `/orders/{id}/lines` has the `lines` of the order.
struct EmbeddedRows {
    let read: Operation
    let member: String
    private let document: APIDocument

    /// Nil if the item above has no rows of that name and schema.
    ///
    /// - Parameters:
    ///   - list: the list's path.
    ///   - row: the schema of its rows, resolved.
    init?(_ list: PathTemplate, _ row: Schema, in document: APIDocument) {
        let shape = list.prefix(list.segments.count - 1).shape
        guard let name = list.segments.last?.literal.map(HumanName.key), !name.isEmpty, row.type == .object,
            let read = document.read(at: shape),
            case .item(_, let itemSchema) = document.shape(of: read),
            let property = itemSchema.properties.first(where: { HumanName.key($0.name) == name }),
            let items = document.resolveChoices(property.schema).items, document.resolveChoices(items) == row
        else { return nil }
        self.read = read
        self.document = document
        member = property.name
    }

    /// The rows for a request with some segments more than the item's path; nil if the item cannot be generated.
    func rows(_ request: ReceivedRequest, behind depth: Int) -> [JSONValue]? {
        DocumentItem.item(by: read, for: request, above: depth, in: document)?[member]?.arrayValue
    }
}

/// The number of rows that a list can have without repeating an id.
enum DistinctRows {
    /// The number of ids: values of an enum, integers up to a maximum. Nil if it is unlimited.
    ///
    /// - Parameter row: the schema of a row, resolved.
    static func most(_ row: Schema, of list: Operation, in document: APIDocument) -> Int? {
        guard let name = document.rowKey(of: row, in: list)?.tokens.first,
            let id = row.properties.first(where: { $0.name == name })?.schema
        else {
            return nil
        }
        let schema = document.resolveChoices(id)
        if let values = schema.enumValues { return max(1, Set(values.filter { !$0.isNull }).count) }
        guard schema.type == .integer, let bound = schema.maximum, let end = bound.value.int else { return nil }
        let least = schema.minimum.flatMap { bound in bound.value.int.map { bound.isExclusive ? $0 &+ 1 : $0 } } ?? 1
        let (span, isOver) = (bound.isExclusive ? end &- 1 : end).subtractingReportingOverflow(max(1, least))
        let step = max(1, schema.multipleOf?.int ?? 1)
        return isOver || span < 0 ? nil : span / step + 1
    }
}

extension APIDocument {
    func rowKey(of row: Schema, in list: Operation) -> JSONPointer? {
        let below = list.path.shape + "/{}"
        let item = operations.first { $0.path.shape == below }
        let parameter = item?.path.segments.last?.parameter ?? "id"
        return key(parameter, of: row, at: list.path.segments.count, in: list.path)
    }
}

extension DocumentMemo {
    /// The value for a key, or the error of creating it; created once.
    func result<Key: Hashable & Sendable, Value: Sendable, Failure: Error>(
        for key: Key, _ make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try value(for: key) {
            do throws(Failure) {
                return Result<Value, Failure>.success(try make())
            } catch {
                return .failure(error)
            }
        }.get()
    }
}
