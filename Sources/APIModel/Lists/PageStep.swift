import APIDocument
import WireFormats

/// How a query parameter that leads through a list counts.
public enum PageStep: Sendable, Hashable {
    /// Pages, from this number on.
    case pages(from: Int)
    /// Rows, or in a way that only the server knows.
    case rows

    /// How a parameter counts, by its name and its schema.
    public init(_ parameter: Parameter, in document: APIDocument) {
        guard PagingNames.pages.contains(HumanName.key(parameter.name)) else {
            self = .rows
            return
        }
        // Pages are counted from 0 or 1; a default of 7 says nothing about the first.
        let schema = document.resolve(parameter.schema)
        self = .pages(from: (schema.default?.intValue ?? schema.minimum?.value.int ?? 1) == 0 ? 0 : 1)
    }

    /// Whether a value asks for the first page; nil is none given.
    public func isFirst(_ value: String?) -> Bool {
        guard let value, !value.isEmpty else { return true }
        if case .pages(let first) = self { return Int(value) == first }
        return false
    }
}

extension Operation {
    /// The query parameter that a link to the next page sets.
    public var pageParameter: Parameter? {
        let query = parameters.filter { $0.location == .query }
        return query.first { PagingNames.pages.contains(HumanName.key($0.name)) }
            ?? query.first { PagingNames.cursors.union(PagingNames.offsets).contains(HumanName.key($0.name)) }
    }

    /// How the parameter that leads through the operation's list counts.
    public func pageStep(of pagination: Pagination, in document: APIDocument) -> PageStep {
        switch pagination {
        case .cursor(let name, _):
            parameters.first { $0.location == .query && $0.name == name }.map { PageStep($0, in: document) } ?? .rows
        case .link: pageParameter.map { PageStep($0, in: document) } ?? .rows
        case .page(_, let first, _, _): .pages(from: first)
        case .none, .offset, .lastRow: .rows
        }
    }
}
