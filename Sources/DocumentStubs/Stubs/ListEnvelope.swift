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
            guard let told = page.value(name, beside: names, like: member.value), !isGenerated || told == member.value
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

    /// The body with its numbers of rows and pages as they are after writes.
    func counting(_ change: ListChange, in body: JSONValue) -> JSONValue {
        let list = rows.tokens.last.map(HumanName.key)
        func numbers(_ isMeant: (Member) -> Bool) -> [(place: JSONPointer, number: Int)] {
            members.filter(isMeant).compactMap { member in
                body[member.place]?.intValue.map { (member.place, $0) }
            }
        }
        let totals = numbers { ListCount.isTotal($0.name, of: list, beside: $0.siblings) }
        guard let total = totals.first?.number else { return body }
        let sizes = numbers { PagingNames.pageSizes.hasKey($0.name) }.map(\.number)
        let pages = numbers { PagingNames.pageCounts.hasKey($0.name) }
        let now =
            totals.map { ($0.place, $0.number.counting(change.more)) }
            + pages.map { ($0.place, change.pages($0.number, of: total, sizes: sizes)) }
        return now.reduce(body) { $0.setting(.number(JSONNumber($1.1)), at: $1.0) }
    }
}

extension SampleListing {
    /// The value that a member beside the list has for this page; nil for one that is not about the page.
    fileprivate func value(_ name: String, beside siblings: [String], like own: JSONValue) -> JSONValue? {
        if own.boolValue != nil { return answer(name, beside: siblings).map(JSONValue.bool) }
        return own.intValue == nil ? nil : number(name, beside: siblings).map { .number(JSONNumber($0)) }
    }
}

/// The number of rows that writes added to a list which somebody wrote or recorded.
struct ListChange: Sendable {
    /// The number of rows more than its reply says.
    let more: Int
    /// The number of rows on a page, by the request or by a first page that is not the only one.
    let sizes: (asked: Int?, held: Int?)

    /// The number of pages after the change; unchanged if no size of a page agrees with the number before.
    func pages(_ before: Int, of total: Int, sizes declared: [Int]) -> Int {
        let held = sizes.held.flatMap { $0 < total ? $0 : nil }
        let size = (declared + [sizes.asked, held].compactMap(\.self))
            .first { $0 > 0 && ListCount.pages(of: total, size: $0) == before }
        return size.map { ListCount.pages(of: total.counting(more), size: $0) } ?? before
    }
}

extension HTTPFields {
    /// Changes the fields that count rows and pages.
    mutating func count(_ change: ListChange) {
        func numbers(_ isMeant: (String) -> Bool) -> [(name: HTTPField.Name, number: Int)] {
            compactMap { field in
                isMeant(HumanName.key(field.name.rawName)) ? Int(field.value).map { (field.name, $0) } : nil
            }
        }
        let totals = numbers(PagingNames.totalHeaders.hasKey)
        guard let total = totals.first?.number else { return }
        let sizes = numbers { $0 == PagingNames.sizeHeader }.map(\.number)
        let pages = numbers(PagingNames.pageCountHeaders.hasKey)
        for (name, number) in totals { self[name] = String(number.counting(change.more)) }
        for (name, number) in pages { self[name] = String(change.pages(number, of: total, sizes: sizes)) }
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
    private static let totals = Set(PagingNames.totals)

    /// True for the number of all rows: `total`; `articlesCount` beside `articles`; `count` if nothing else says it.
    ///
    /// - Parameters:
    ///   - name: the member's name as one word in lower case.
    ///   - list: the name of the list's member, in the same form.
    ///   - siblings: the names of the members beside it.
    static func isTotal(_ name: String, of list: String?, beside siblings: some Collection<String>) -> Bool {
        if totals.contains(name) { return true }
        if let list, !list.isEmpty, name == list + "count" || name == HumanName.singular(list) + "count" { return true }
        return name == "count" && siblings.allSatisfy { !totals.contains($0) }
    }

    /// The number of pages that so many rows fill.
    static func pages(of total: Int, size: Int) -> Int { total / size + (total % size == 0 ? 0 : 1) }
}
