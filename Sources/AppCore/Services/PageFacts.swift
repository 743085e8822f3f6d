import APIDocument
import APIModel
import HTTPTypes
import WireFormats

/// What a reply says about its own page, by members and headers of common names.
struct PageFacts {
    /// Number of all rows.
    private(set) var total: Int?
    /// Whether another page follows.
    private(set) var hasMore: Bool?
    /// The page's own number, as the server counts.
    private(set) var number: Int?

    private static let holders: Set<String> = [
        "meta", "metadata", "pagination", "paging", "page", "pageinfo", "hits", "responsemetadata",
    ]
    private static let lasts = ["last", "islast", "islastpage", "lastpage"]
    private static let numbers = ["page", "number", "pagenumber", "currentpage", "pageindex", "current"]
    private static let headers = [
        "X-Total-Count", "X-Total", "Total-Count", "X-Pagination-Total-Count", "Pagination-Count",
    ]

    /// How many objects lie in each other at most, as in `meta.pagination.total`.
    private static let depth = 3

    /// - Parameters:
    ///   - rows: the number of rows on the page.
    ///   - place: where they stand in the answer. What stands further out counts before what stands beside them.
    init(_ response: APIResponse, rows: Int, at place: JSONPointer) {
        var around = response.json
        for token in place.tokens {
            guard let object = around?.objectValue else { break }
            read(object, rows: rows, depth: Self.depth)
            around = object[token]
        }
        let fields = response.head.headerFields
        if let range = HTTPField.Name("Content-Range").flatMap({ fields[$0] }) {
            // `items 0-24/319` (RFC 9110 section 14.4); a star stands for a number nobody knows.
            total = total ?? range.split(separator: "/").last.flatMap { Int($0.trimmed) }
        }
        for name in Self.headers {
            total = total ?? HTTPField.Name(name).flatMap { fields[$0] }.flatMap { Int($0[...].trimmed) }
        }
        if hasMore == nil, LinkHeader.isThere(in: fields, with: ["first", "prev", "last", "next"]) {
            hasMore = LinkHeader.next(in: fields) != nil
        }
        if let number = total, number < 0 { total = nil }
    }

    /// - Parameter depth: how many objects may be looked into, this one among them.
    private mutating func read(_ object: JSONObject, rows: Int, depth: Int) {
        let members = object.members.map { (HumanName.key($0.key), $0.value) }
        func first<T>(_ names: [String], _ value: (JSONValue) -> T?) -> T? {
            for name in names {
                if let member = members.first(where: { $0.0 == name }), let found = value(member.1) { return found }
            }
            return nil
        }
        // Elasticsearch has an object there: {"value": 10000, "relation": "gte"}.
        total = total ?? first(PagingNames.totals) { $0.intValue ?? $0["value"]?.intValue }
        // "count" means all rows at some servers and those of the page at others.
        total = total ?? first(["count"]) { $0.intValue }.flatMap { $0 > rows ? $0 : nil }
        hasMore = hasMore ?? first(PagingNames.mores) { $0.boolValue } ?? first(Self.lasts) { $0.boolValue }.map { !$0 }
        number = number ?? first(Self.numbers) { $0.intValue }
        guard depth > 1 else { return }
        for (key, value) in members where Self.holders.contains(key) {
            if let inner = value.objectValue { read(inner, rows: rows, depth: depth - 1) }
        }
    }
}

extension Substring {
    /// Without spaces at both ends.
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " }
        return start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex)]
    }
}
