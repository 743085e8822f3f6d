import APIDocument
import APIModel
import HTTPTypes
import WireFormats

/// The facts about a page in its reply: at the places that the document gives, else in headers.
struct PageFacts {
    /// The number of all rows.
    private(set) var total: Int?
    /// True if another page follows.
    private(set) var hasMore: Bool?
    /// The page's own number, as the server counts.
    private(set) var number: Int?

    private static let headers = [
        "X-Total-Count", "X-Total", "Total-Count", "X-Pagination-Total-Count", "Pagination-Count",
    ]

    /// - Parameter rows: the number of rows on the page.
    init(_ response: APIResponse, rows: Int, at places: PageFactPlaces) {
        func value(_ place: JSONPointer?) -> JSONValue? { place.flatMap { response.json?[$0] } }
        // A count that is not larger than the page may be that of the page's rows.
        total = value(places.total)?.intValue ?? value(places.count)?.intValue.flatMap { $0 > rows ? $0 : nil }
        hasMore = value(places.more)?.boolValue ?? value(places.last)?.boolValue.map { !$0 }
        number = value(places.number)?.intValue
        let fields = response.head.headerFields
        if let range = HTTPField.Name("Content-Range").flatMap({ fields[$0] }) {
            // `items 0-24/319` (RFC 9110 section 14.4); a star stands for an unknown number.
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
}

extension Substring {
    /// Without spaces at both ends.
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " }
        return start[..<(start.lastIndex { $0 != " " }.map(start.index(after:)) ?? start.startIndex)]
    }
}
