import APIDocument
import APIModel

extension ScreenCatalog {
    /// The ids of the screens that a successful write may change: those at a path in the written collection, and those
    /// with rows or an item of it.
    package func outdated(by write: Request) -> Set<String> {
        let reads = Set(screens.compactMap { $0.load?.path.shape })
        let written = WrittenCollection(of: write.path, reads: reads)
        return Set(
            screens.filter { screen in
                if written.holds(screen.load?.path, isList: screen.showsRows, reads: reads) { return true }
                // Rows that open as things of the collection are of it.
                guard screen.showsRows, let row = screen.rowScreen.flatMap({ self[$0] }) else { return false }
                return written.isOne(row.load?.path)
            }.map(\.id))
    }
}

/// The collection a write changes: `/tickets` for `POST /tickets`, `PUT /tickets/{id}` and `POST /tickets/{id}/close`.
private struct WrittenCollection {
    let path: PathTemplate
    private let name: String?

    init(of write: PathTemplate, reads: Set<String>) {
        var path = write
        // What nobody reads there is an act on what stands before it, or a way to add to it.
        while path.segments.count > 1, path.segments.last?.literal != nil, !reads.contains(path.shape),
            !reads.contains(path.shape + "/{}")
        {
            path = path.prefix(path.segments.count - 1)
        }
        if path.segments.last?.literal == nil { path = path.prefix(path.segments.count - 1) }
        self.path = path
        name = path.segments.last?.literal.map(HumanName.key)
    }

    /// True if the collection, a part of it, or one of its items is read at a path.
    func holds(_ other: PathTemplate?, isList: Bool, reads: Set<String>) -> Bool {
        guard let other else { return false }
        if begins(other) {
            let inside = other.segments.dropFirst(path.segments.count).count { $0.literal == nil }
            // Lists below one thing have rows of their own.
            if inside == 0 || inside == 1 && !isList { return true }
        }
        let collection = other.segments.last?.literal == nil ? other.prefix(other.segments.count - 1) : other
        return name != nil && collection.segments.last?.literal.map(HumanName.key) == name
    }

    /// True if a path names one item of the collection.
    func isOne(_ other: PathTemplate?) -> Bool {
        guard let other, begins(other), other.segments.count == path.segments.count + 1 else { return false }
        return other.segments.last?.literal == nil
    }

    private func begins(_ other: PathTemplate) -> Bool {
        other.segments.count >= path.segments.count && other.prefix(path.segments.count).shape == path.shape
    }
}
