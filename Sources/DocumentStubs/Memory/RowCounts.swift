import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// The members of items with the number of rows in a list below the item: `comment_count` for `/issues/{id}/comments`.
///
/// Such a list has as many rows as its item says. A list of those rows that refer to the item (``OwnedList``) determines
/// the number instead.
struct RowCounts: Sendable {
    struct Count: Sendable {
        var name: String { member.name }
        fileprivate let member: Schema.Property
        /// The last segment of the list's path.
        let list: String
        fileprivate let owned: OwnedList?
    }

    /// The largest number of rows that an item determines.
    static let most = PageWindow.ownedTotal

    /// By the shape of the items' path.
    private var counts: [String: [Count]] = [:]
    /// The GETs of the items, by the ids of the lists that follow them.
    private var items: [String: (read: Operation, member: String)] = [:]

    init(_ document: APIDocument) {
        for list in document.operations where list.method == .get {
            guard let name = list.path.segments.last?.literal, case .rows = document.shape(of: list) else { continue }
            let path = list.path.prefix(list.path.segments.count - 1)
            guard path.segments.last?.parameter != nil, let read = document.read(at: path.shape),
                case .item(_, let itemSchema) = document.shape(of: read),
                let member = itemSchema.properties.first(where: { property in
                    let (key, list) = (HumanName.key(property.name), HumanName.key(name))
                    return (key == list || ListCount.isCount(key, of: list))
                        && document.resolveChoices(property.schema).type == .integer
                })
            else { continue }
            let owned = document.ownedLists[list.path]
            counts[path.shape, default: []].append(Count(member: member, list: name, owned: owned))
            if owned == nil, document.rowLinks.link(from: list) == nil { items[list.id] = (read, member.name) }
        }
    }

    /// The counts of the items at a path of this shape.
    subscript(shape: String) -> [Count] { counts[shape] ?? [] }

    func isCounted(_ list: Operation) -> Bool { items[list.id] != nil }

    /// The number of a list's rows according to the item above it; nil if that says nothing.
    ///
    /// - Parameter path: the path of the list, without the server's prefix.
    func rows(of list: Operation, at path: String, in document: APIDocument) -> Int? {
        guard let (read, member) = items[list.id] else { return nil }
        let get = ReceivedRequest(HTTPRequest(method: .get, scheme: nil, authority: nil, path: path))
        let count = DocumentItem.item(by: read, for: get, above: 1, in: document)?[member]?.intValue
        return count.flatMap { (0...Self.most).contains($0) ? $0 : nil }
    }
}

extension RowCounts.Count {
    /// The item with this number of rows; unchanged if its schema does not allow the number.
    func showing(_ rows: Int, in item: JSONValue, of document: APIDocument) -> JSONValue {
        let value = JSONValue.number(rows)
        guard item[member.name]?.intValue != nil, document.fits(value, member.schema) else { return item }
        return item.setting(value, at: JSONPointer(tokens: [member.name]))
    }
}

extension APIDocument {
    var rowCounts: RowCounts { memo.value { RowCounts(self) } }

    /// The generated item with the numbers of the rows that refer to it.
    ///
    /// - Parameter shape: that of the item's path.
    func counted(_ item: JSONValue, id: String?, at shape: String) -> JSONValue {
        guard let id else { return item }
        return rowCounts[shape].reduce(item) { item, count in
            guard let owner = count.owned?.owner(below: [id, count.list], in: self),
                let rows = try? count.owned?.rows(for: owner, in: self)
            else { return item }
            return count.showing(rows.count(where: owner.isOwner), in: item, of: self)
        }
    }
}
