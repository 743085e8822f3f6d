import APIDocument
import DemoManager
import Foundation
import HTTPTypes
import JSONText

/// One reply on its way through the memory.
struct Overlay {
    let operation: ResourceOperation
    let place: ResourcePlace
    let request: HTTPRequest
    let reply: StubReply

    /// The reply as it is after what was written, this request included.
    mutating func apply(to rows: inout RememberedRows, shown: JSONValue?, sent: JSONObject?) -> StubReply {
        let id = place.row ?? ""
        if rows.deleted.contains(id), !operation.role.isOfCollection { return gone }
        switch operation.role {
        case .list(let pointer): return list(&rows, shown, at: pointer)
        case .create(let pointer):
            guard let sent else { return reply }
            return create(&rows, shown, sent, at: pointer)
        case .echo(let pointer):
            guard let sent, let shown, let thing = shown[pointer], thing.objectValue != nil else { return reply }
            return reply.with(shown.setting(thing.merged(with: sent.members(of: operation.members)), at: pointer))
        case .read(let pointer): return read(rows, shown, at: pointer, id)
        case .update(let pointer):
            guard let sent else { return reply }
            rows.change(id, setting: operation.depth == 2 ? sent.members(of: operation.members) : sent)
            guard let shown, let thing = shown[pointer], thing.objectValue != nil else { return reply }
            // A stub for every row shows one of them: what is known of this one stands in its place.
            let known = (rows.known(id) ?? rows.current(thing.identified(id, at: operation.key), id: id)).objectValue
            return reply.with(shown.setting(thing.merged(with: known ?? JSONObject()), at: pointer))
        case .delete:
            rows.delete(id)
            return reply
        }
    }

    private func list(_ rows: inout RememberedRows, _ shown: JSONValue?, at pointer: JSONPointer) -> StubReply {
        guard let shown, let items = shown[pointer]?.arrayValue else { return reply }
        rows.note(items, key: operation.key)
        guard !rows.isEmpty else { return reply }
        let query = ReceivedRequest(request).queryItems
        let isFirst = operation.pagination.isFirstPage(query)
        let now = rows.current(items, key: operation.key) { isFirst && Self.fits($0, query) }
        let difference = rows.added.count { Self.fits($0.row, query) } - rows.deleted.count
        return reply.with(shown.setting(.array(now), at: pointer).countingRows(difference))
    }

    private func create(
        _ rows: inout RememberedRows, _ shown: JSONValue?, _ sent: JSONObject, at pointer: JSONPointer
    ) -> StubReply {
        let template = shown?[pointer].flatMap { $0.objectValue == nil ? nil : $0 } ?? .object(JSONObject())
        let isIDSent = operation.key.map { JSONValue.object(sent).id(at: $0) != nil } ?? false
        let row = rows.add(template.merged(with: sent), key: operation.key, isIDSent: isIDSent)
        guard let shown, shown[pointer]?.objectValue != nil else { return reply }
        return reply.with(shown.setting(row, at: pointer))
    }

    private func read(_ rows: RememberedRows, _ shown: JSONValue?, at pointer: JSONPointer, _ id: String) -> StubReply {
        guard let shown, let thing = shown[pointer], thing.objectValue != nil else { return reply }
        // What the stub says of the thing stays where the row that was added says nothing.
        let now = rows.addedRow(id).flatMap(\.objectValue).map(thing.merged) ?? rows.current(thing, id: id)
        return now == thing ? reply : reply.with(shown.setting(now, at: pointer))
    }

    private var gone: StubReply {
        let body: JSONValue = ["error": "Not found"]
        return StubReply(
            status: .notFound, headers: [.contentType: "application/json"], body: body.bytes(.compact),
            delay: reply.delay)
    }

    /// Whether a row that was added belongs to the list asked for: members the query names have the values it names.
    private static func fits(_ row: JSONValue, _ query: [(name: String, value: String)]) -> Bool {
        query.allSatisfy { item in
            guard !item.value.isEmpty, let value = row[item.name]?.scalarText else { return true }
            return value.lowercased() == item.value.lowercased()
        }
    }
}

extension ResourceRole {
    fileprivate var isOfCollection: Bool {
        switch self {
        case .list, .create, .echo: true
        case .read, .update, .delete: false
        }
    }
}

extension StubReply {
    /// The reply with another body.
    fileprivate func with(_ json: JSONValue) -> StubReply {
        var reply = self
        reply.body = json.bytes(.compact)
        return reply
    }
}

extension JSONObject {
    /// The members with these names.
    fileprivate func members(of names: Set<String>) -> JSONObject {
        JSONObject(members.filter { names.contains($0.key) })
    }
}

extension JSONValue {
    private static let totals: Set<String> = ["total", "totalcount", "totalitems", "totalresults", "totalelements"]

    /// The object with the number of all rows, where it says one, changed by `difference`.
    fileprivate func countingRows(_ difference: Int) -> JSONValue {
        guard difference != 0, case .object(let object) = self else { return self }
        return .object(
            JSONObject(
                object.members.map { member in
                    var member = member
                    if Self.totals.contains(HumanName.key(member.key)), let total = member.value.intValue {
                        member.value = .number(JSONNumber(max(0, total + difference)))
                    } else if ["meta", "pagination", "page", "paging"].contains(HumanName.key(member.key)) {
                        member.value = member.value.countingRows(difference)
                    }
                    return member
                }))
    }
}
