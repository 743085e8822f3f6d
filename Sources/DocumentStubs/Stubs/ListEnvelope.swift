import APIModel
import HTTPTypes
import WireFormats

/// The members beside the rows of a list that describe its page, such as `total` and `has_more`.
struct ListEnvelope: Sendable {
    private struct Member: Sendable {
        let place: JSONPointer
        /// The key of the name (``HumanName/key(_:)``).
        let name: String
        /// The keys of the members beside it.
        let siblings: [String]
    }

    private var members: [Member] = []
    private let rows: JSONPointer

    /// Reads the members of a body.
    ///
    /// - Parameters:
    ///   - rows: the place of the rows.
    ///   - page: the page for which the body was generated. A number with another value does not describe the page.
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

    /// The body with these members set for a page.
    func describing(_ page: SampleListing, in body: JSONValue) -> JSONValue {
        members.reduce(body) { body, member in
            guard let own = body[member.place],
                let value = page.value(member.name, beside: member.siblings, like: own), value != own
            else { return body }
            return body.setting(value, at: member.place)
        }
    }

    /// The body with its totals changed by writes.
    ///
    /// - Parameter more: the rows that writes added to a list of a stub file or recording.
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
    /// The value of a member for this page; nil for one that does not describe the page.
    fileprivate func value(_ name: String, beside siblings: [String], like own: JSONValue) -> JSONValue? {
        if own.boolValue != nil { return answer(name, beside: siblings).map(JSONValue.bool) }
        return own.intValue == nil ? nil : number(name, beside: siblings).map { .number(JSONNumber($0)) }
    }
}

extension HTTPFields {
    /// Changes the fields with the total number of rows.
    mutating func count(_ more: Int) {
        for field in self where PagingNames.totalHeaders.hasKey(HumanName.key(field.name.rawName)) {
            if let total = Int(field.value) { self[field.name] = String(total.counting(more)) }
        }
    }
}

extension Int {
    /// The sum, at least 0; unchanged on overflow.
    fileprivate func counting(_ more: Int) -> Int {
        let (sum, isOver) = addingReportingOverflow(more)
        return isOver ? self : Swift.max(0, sum)
    }
}

/// Finds the totals beside a list.
enum ListCount {
    /// True for the total: `total`; `articlesCount` beside `articles`; `count` if there is no other total.
    ///
    /// - Parameters:
    ///   - name: the key of the member's name.
    ///   - list: the key of the list's name.
    ///   - siblings: the keys of the members beside it.
    static func isTotal(_ name: String, of list: String?, beside siblings: some Collection<String>) -> Bool {
        if PagingNames.totals.hasKey(name) { return true }
        if let list, !list.isEmpty, name == list + "count" || name == HumanName.singular(list) + "count" { return true }
        return name == "count" && !siblings.contains(where: PagingNames.totals.hasKey)
    }

    /// The number of pages for a number of rows.
    static func pages(of total: Int, size: Int) -> Int { total / size + (total % size == 0 ? 0 : 1) }
}
