import APIModel
import HTTPTypes
import WireFormats

/// The members beside the rows of a list that describe its page, such as `total` and `has_more`.
struct ListEnvelope: Sendable {
    private struct Member: Sendable {
        let place: JSONPointer
        /// The name as one word in lower case.
        let name: String
        /// The names of the members beside it, in the same form.
        let siblings: [String]
    }

    private var members: [Member] = []
    private let rows: JSONPointer

    /// Reads the members of a body.
    ///
    /// - Parameters:
    ///   - rows: the place of the rows.
    ///   - page: the page that the body was generated for. A number that says something else is not about the page.
    init(of body: JSONValue, rows: JSONPointer, generatedFor page: SampleListing? = nil) {
        self.rows = rows
        read(body, at: .root, page ?? SampleListing(at: rows, rows: 0..<0), isGenerated: page != nil)
    }

    private mutating func read(_ value: JSONValue, at place: JSONPointer, _ page: SampleListing, isGenerated: Bool) {
        guard place.tokens.count <= rows.tokens.count + 1, case .object(let object) = value else { return }
        let names = object.keys.map(HumanName.key)
        for (name, member) in zip(names, object.members) {
            let own = place.appending(member.key)
            guard own != rows else { continue }
            read(member.value, at: own, page, isGenerated: isGenerated)
            guard let shown = page.value(name, beside: names, like: member.value), !isGenerated || shown == member.value
            else { continue }
            members.append(Member(place: own, name: name, siblings: names))
        }
    }

    /// The body with these members as a page has them.
    func describing(_ page: SampleListing, in body: JSONValue) -> JSONValue {
        members.reduce(body) { body, member in
            guard let own = body[member.place],
                let value = page.value(member.name, beside: member.siblings, like: own), value != own
            else { return body }
            return body.setting(value, at: member.place)
        }
    }

    /// The body with its numbers of all rows as they are after writes.
    ///
    /// - Parameter more: the rows that writes added to a list which somebody wrote or recorded.
    func counting(_ more: Int, in body: JSONValue) -> JSONValue {
        let list = rows.tokens.last.map(HumanName.key)
        return members.filter { ListCount.isTotal($0.name, of: list, beside: $0.siblings) }.reduce(body) {
            body, member in
            guard let total = body[member.place]?.intValue else { return body }
            return body.setting(.number(JSONNumber(total.counting(more))), at: member.place)
        }
    }
}

extension SampleListing {
    /// The value that a member beside the list has for this page; nil for one that is not about the page.
    fileprivate func value(_ name: String, beside siblings: [String], like own: JSONValue) -> JSONValue? {
        if own.boolValue != nil { return answer(name, beside: siblings).map(JSONValue.bool) }
        return own.intValue == nil ? nil : number(name, beside: siblings).map { .number(JSONNumber($0)) }
    }
}

extension HTTPFields {
    /// Changes the fields that count all rows.
    mutating func count(_ more: Int) {
        for field in self where PagingNames.totalHeaders.hasKey(HumanName.key(field.name.rawName)) {
            if let total = Int(field.value) { self[field.name] = String(total.counting(more)) }
        }
    }
}

extension Int {
    /// The sum, from 0 to the largest integer.
    fileprivate func counting(_ more: Int) -> Int {
        let (sum, isOver) = addingReportingOverflow(more)
        return isOver ? self : Swift.max(0, sum)
    }
}

/// Finds the members beside a list that count all rows.
enum ListCount {
    /// True for the number of all rows: `total`; `articlesCount` beside `articles`; `count` if nothing else says it.
    ///
    /// - Parameters:
    ///   - name: the member's name as one word in lower case.
    ///   - list: the name of the list's member, in the same form.
    ///   - siblings: the names of the members beside it.
    static func isTotal(_ name: String, of list: String?, beside siblings: some Collection<String>) -> Bool {
        if PagingNames.totals.hasKey(name) { return true }
        if let list, !list.isEmpty, name == list + "count" || name == HumanName.singular(list) + "count" { return true }
        return name == "count" && !siblings.contains(where: PagingNames.totals.hasKey)
    }

    /// The number of pages that so many rows fill.
    static func pages(of total: Int, size: Int) -> Int { total / size + (total % size == 0 ? 0 : 1) }
}
