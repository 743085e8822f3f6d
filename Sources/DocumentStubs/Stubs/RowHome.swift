import APIDocument
import APIModel
import WireFormats

/// What the rows of a list are made as: rows of the path they are listed at, or, for a search, of the collection whose items
/// they are. So a row that a search shows is the thing that opens.
struct RowHome {
    /// The path of the collection as the request has it, without the server's own: members that point to its rows are made
    /// without it, too.
    let seed: String
    /// What a row describes, in words.
    let entity: String?
    /// The member of a row that an item's path ends in, where a list says it; nil where the path itself does.
    let key: JSONPointer?

    /// The home of a list's rows.
    ///
    /// - Parameter path: the segments of the request's path.
    init(_ list: Operation, _ path: [String], in document: APIDocument) {
        self.init(document.rowLinks.link(from: list), list.path, path, isRow: false)
    }

    /// The home of one thing, which a path shows.
    ///
    /// - Parameter isRow: whether the path ends in what the thing is known by.
    init(ofItem item: PathTemplate, _ path: [String], isRow: Bool, in document: APIDocument) {
        let read = isRow ? document.read(at: item.shape) : nil
        self.init(read.flatMap { document.rowLinks.link(to: $0) }, item, path, isRow: isRow)
    }

    private init(_ link: RowLinks.Link?, _ template: PathTemplate, _ path: [String], isRow: Bool) {
        let path = path.suffix(template.segments.count)
        key = link?.key
        guard let home = link?.home else {
            seed = "/" + (isRow ? path.dropLast() : path).joined(separator: "/")
            entity = ThingName.entity(ofPath: template)
            return
        }
        // The beginning of the two paths is the same where the home asks for anything.
        let own = zip(home.segments, Array(path) + Array(repeating: "", count: home.segments.count))
            .map { segment, text in segment.literal ?? text }
        seed = "/" + own.joined(separator: "/")
        entity = ThingName.entity(ofPath: home)
    }
}
