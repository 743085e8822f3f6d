import APIDocument

/// What the rows of a list are made as: rows of the path they are listed at, or, for a search, of the collection whose items
/// they are. So a row that a search shows is the thing that opens.
struct RowHome {
    /// The path of the collection as the request has it, without the server's own: members that point to its rows are made
    /// without it, too.
    let seed: String
    /// What a row describes, in words.
    let entity: String?

    /// - Parameter path: the segments of the request's path.
    init(_ list: Operation, _ path: [String], in document: APIDocument) {
        guard let link = RowLinks.link(from: list, in: document) else {
            seed = "/" + path.suffix(list.path.segments.count).joined(separator: "/")
            entity = ThingName.entity(ofPath: list.path)
            return
        }
        // The beginning of the two paths is the same where the item's asks for anything.
        let start = max(0, path.count - list.path.segments.count)
        let own = link.item.path.segments.dropLast().enumerated().map { place, segment in
            segment.literal ?? (path.indices.contains(start + place) ? path[start + place] : "")
        }
        seed = "/" + own.joined(separator: "/")
        entity = ThingName.entity(ofPath: link.item.path)
    }
}
