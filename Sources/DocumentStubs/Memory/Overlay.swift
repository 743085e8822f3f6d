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
    let document: APIDocument

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
            if operation.creates, rows.isMissing(id) {
                let row = JSONValue.object(fitting(sent)).identified(id, at: operation.key)
                rows.put(completed(row, number: rows.added.count), as: id)
            }
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
        return reply.with(shown.setting(.array(now), at: pointer).countingRows(difference, of: pointer.tokens.last))
    }

    private func create(
        _ rows: inout RememberedRows, _ shown: JSONValue?, _ sent: JSONObject, at pointer: JSONPointer
    ) -> StubReply {
        let template = shown?[pointer].flatMap { $0.objectValue == nil ? nil : $0 } ?? .object(JSONObject())
        let isIDSent = operation.key.map { JSONValue.object(sent).id(at: $0) != nil } ?? false
        let own = fitting(sent)
        // Several at once, or something else that is no row: nothing is guessed.
        guard !own.isEmpty || sent.isEmpty || template.id(at: operation.key) != nil else { return reply }
        let known = fitting(template.objectValue ?? JSONObject())
        let new = completed(JSONValue.object(known).merged(with: own), number: rows.added.count)
        let row = rows.add(new, key: operation.key, isIDSent: isIDSent)
        var reply = reply
        if isLocated, let id = row.id(at: operation.key) {
            reply.headers[.location] =
                "\(place.path)/\(id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? id)"
        }
        guard let shown, let thing = shown[pointer], thing.objectValue != nil else { return reply }
        return reply.with(shown.setting(thing.merged(with: row.objectValue ?? JSONObject()), at: pointer))
    }

    /// Whether the document says that the reply names the place of what was made.
    private var isLocated: Bool {
        let response = document.operation(operation.id)?.response(for: reply.status.code)
        return response?.headers.contains { $0.name.lowercased() == "location" } ?? false
    }

    /// The row with what a row must have and neither the sender nor the reply said.
    private func completed(_ row: JSONValue, number: Int) -> JSONValue {
        guard let schema = operation.row, schema.required.contains(where: { row[$0] == nil }) else { return row }
        do {
            let sample = try SampleGenerator(document: document)
                .sample(for: schema, seed: place.path, row: PageWindow.total + number, isNew: true).value
            return schema.required.reduce(row) { row, name in
                guard row[name] == nil, let value = sample[name] else { return row }
                return row.setting(value, at: JSONPointer(tokens: [name]))
            }
        } catch {
            return row
        }
    }

    /// Of what is sent, what a row of the list can show: a password is no member of it, and labels that are sent by name
    /// are no objects.
    private func fitting(_ sent: JSONObject) -> JSONObject {
        guard let row = operation.row, !row.properties.isEmpty else { return sent }
        let properties = Dictionary(row.properties.map { ($0.name, $0.schema) }) { first, _ in first }
        return JSONObject(
            sent.members.filter { member in
                guard let schema = properties[member.key] else { return row.allowsUndeclared }
                return !document.resolve(schema).isWriteOnly
                    && document.violations(of: member.value, against: schema).isEmpty
            })
    }

    private func read(_ rows: RememberedRows, _ shown: JSONValue?, at pointer: JSONPointer, _ id: String) -> StubReply {
        guard let shown, let thing = shown[pointer], thing.objectValue != nil else { return reply }
        // What the stub says of the thing stays where the row that was added says nothing.
        let now = rows.addedRow(id).flatMap(\.objectValue).map(thing.merged) ?? rows.current(thing, id: id)
        return now == thing ? reply : reply.with(shown.setting(now, at: pointer))
    }

    private var gone: StubReply {
        let body = describedFailure ?? ["error": "Not found"]
        return StubReply(
            status: .notFound, headers: [.contentType: "application/json"], body: body.bytes(.compact),
            delay: reply.delay)
    }

    /// What the document says is answered where nothing is found.
    private var describedFailure: JSONValue? {
        let described = document.operation(operation.id)
        guard let response = described?.response(for: 404), response.status != described?.success?.status,
            let media = response.json
        else { return nil }
        if let example = media.examples.lazy.compactMap(\.value).first { return example }
        guard let schema = media.schema else { return nil }
        do {
            return try SampleGenerator(document: document).sample(for: schema, seed: "\(operation.id) not found").value
        } catch {
            return nil
        }
    }

    /// Whether a row that was added belongs to the list asked for: members the query names have the values it names.
    private static func fits(_ row: JSONValue, _ query: [(name: String, value: String)]) -> Bool {
        query.allSatisfy { item in
            guard !item.value.isEmpty else { return true }
            if let value = row[item.name]?.scalarText { return value.lowercased() == item.value.lowercased() }
            return !RowFilter.isSearch(item.name) || row.contains(item.value.lowercased())
        }
    }
}

extension Schema {
    /// Whether members nobody declared are said to be welcome.
    fileprivate var allowsUndeclared: Bool {
        json["additionalProperties"].map { $0 != false } ?? false
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
    /// The object with the number of all rows, where it says one, changed by `difference`.
    fileprivate func countingRows(_ difference: Int, of list: String?) -> JSONValue {
        guard difference != 0, case .object(let object) = self else { return self }
        let names = object.keys.map(HumanName.key)
        let list = list.map(HumanName.key)
        return .object(
            JSONObject(
                object.members.map { member in
                    var member = member
                    if ListCount.isTotal(HumanName.key(member.key), of: list, beside: names),
                        let total = member.value.intValue
                    {
                        member.value = .number(JSONNumber(max(0, total + difference)))
                    } else if ["meta", "pagination", "page", "paging"].contains(HumanName.key(member.key)) {
                        member.value = member.value.countingRows(difference, of: nil)
                    }
                    return member
                }))
    }
}
