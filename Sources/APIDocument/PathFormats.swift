/// Suffixes of paths that are no part of a name, like a trailing slash: `/products.json` beside `/products/{id}.json`.
enum PathFormats {
    private static let known = [".json", ".xml"]

    ///
    /// The operations, with the format split off their paths.
    ///
    /// A suffix is a format if some path has it behind a parameter. It stays part of the name if the path also exists
    /// without it, or with another format.
    static func apart(_ operations: [Operation]) -> [Operation] {
        let paths = Set(operations.map(\.path))
        let used = known.filter { format in
            paths.contains { PathTemplate($0.text, format: format).isRow(in: format) }
        }
        guard !used.isEmpty else { return operations }
        var shapes = Set(paths.map(\.shape))
        var changed: [PathTemplate: PathTemplate] = [:]
        for format in used {
            for path in paths.sorted(by: { $0.text < $1.text }) where changed[path] == nil {
                let apart = PathTemplate(path.text, format: format)
                if apart.format == format, shapes.insert(apart.shape).inserted { changed[path] = apart }
            }
        }
        return operations.map { operation in
            var operation = operation
            operation.path = changed[operation.path] ?? operation.path
            return operation
        }
    }
}

extension PathTemplate {
    fileprivate func isRow(in format: String) -> Bool { self.format == format && segments.last?.parameter != nil }
}
