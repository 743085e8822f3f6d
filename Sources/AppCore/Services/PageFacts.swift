import APIModel
import HTTPTypes
import WireFormats

/// The facts about a page in its reply: at the places in the document, else in headers.
struct PageFacts {
    private(set) var total: Int?
    private(set) var hasMore: Bool?
    /// The page's number, as the server counts.
    private(set) var number: Int?
    private static let most = 1_000_000_000_000_000

    /// - Parameter rows: the number of rows on the page.
    init(_ response: APIResponse, rows: Int, at places: PageFactPlaces) {
        func value(_ place: JSONPointer?) -> JSONValue? { place.flatMap { response.json?[$0] } }
        // A count that does not exceed the page's rows may be their number.
        total = value(places.total)?.intValue ?? value(places.count)?.intValue.flatMap { $0 > rows ? $0 : nil }
        hasMore = value(places.more)?.boolValue ?? value(places.last)?.boolValue.map { !$0 }
        number = value(places.number)?.intValue
        let fields = response.head.headerFields
        if let range = HTTPField.Name("Content-Range").flatMap({ fields[$0] }) {
            // `items 0-24/319` (RFC 9110 section 14.4); a star is an unknown number.
            total = total ?? range.split(separator: "/").last.flatMap { Int(String($0).trimmed) }
        }
        for field in fields where PagingNames.totalHeaders.has(field.name.rawName) {
            total = total ?? Int(field.value.trimmed)
        }
        if hasMore == nil, LinkHeader.leadsToPages(in: fields) {
            hasMore = LinkHeader.next(in: fields) != nil
        }
        // Larger numbers are not plausible, and sums must not overflow.
        if let number = total, !(0...Self.most).contains(number) { total = nil }
    }
}

/// The `Link` header (RFC 8288).
enum LinkHeader {
    /// The target of the first link with the relation `next`.
    static func next(in headers: HTTPFields) -> String? {
        links(in: headers).first { $0.relations.contains("next") }?.target
    }

    /// True if there is a link to another page.
    static func leadsToPages(in headers: HTTPFields) -> Bool {
        links(in: headers).contains { !$0.relations.isDisjoint(with: ["first", "prev", "last", "next"]) }
    }

    private typealias Link = (target: String, relations: Set<String>)

    private static func links(in headers: HTTPFields) -> [Link] {
        guard let name = HTTPField.Name("Link") else { return [] }
        return headers[values: name].flatMap(links)
    }

    /// Reads `<target>; rel="next", <target>; rel=last`. Targets and quoted texts may contain commas and semicolons.
    private static func links(in value: String) -> [Link] {
        var links: [Link] = []
        var rest = value[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let target = String(rest[rest.index(after: open)..<close])
            rest = rest[rest.index(after: close)...]
            let parameters = HeaderParameters(rest.prefix { $0 != "<" }, separatedBy: [";", ","])
            // A link with an anchor belongs to another page (section 3.2).
            guard parameters["anchor"] == nil else { continue }
            links.append((target, Set((parameters["rel"] ?? "").lowercased().split(separator: " ").map(String.init))))
        }
        return links
    }
}
