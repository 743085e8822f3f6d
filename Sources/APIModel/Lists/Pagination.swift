import APIDocument
import WireFormats

/// How a collection hands out its rows.
package enum Pagination: Sendable, Hashable {
    /// All rows at once.
    case none
    /// The reply carries the cursor of the next page at `next`; it goes into the query parameter. Null, an empty string
    /// or nothing there ends the list. A cursor that is a URL is followed by its query; where no
    /// parameter takes one (the name is empty), others lead nowhere.
    case cursor(parameter: String, next: JSONPointer)
    /// Pages are numbered from `first`; one with fewer than `size` rows, or none, is the last.
    case page(parameter: String, first: Int = 1, sizeParameter: String? = nil, size: Int? = nil)
    /// Rows are counted from `first`, usually 0; a page with fewer than `limit` rows is the last.
    case offset(parameter: String, limitParameter: String? = nil, limit: Int, first: Int = 0)
    /// The id of the last row, which stands at `id`, leads on: in `after`, or in `before` where rows run from the highest
    /// id to the lowest. A page with fewer than `limit` rows, or none, is the last.
    case lastRow(after: String?, before: String?, id: JSONPointer, limitParameter: String? = nil, limit: Int? = nil)
    /// The reply's `Link` header names the next page (RFC 8288, `rel=next`).
    case link

    /// The query parameters that say which page is asked for.
    package var parameters: [String] {
        switch self {
        case .cursor("", _): []
        case .cursor(let parameter, _), .page(let parameter, _, _, _), .offset(let parameter, _, _, _): [parameter]
        case .lastRow(let after, let before, _, _, _): [after, before].compactMap(\.self)
        case .none, .link: []
        }
    }

    /// The parameter that leads on behind a page, where the last row's id does: the one that fits the order of the page's rows. Nil
    /// where something else leads on, or nothing: what came since a row of a list that runs down was in the list before it.
    package func parameter(behind last: String, from first: String) -> String? {
        guard case .lastRow(let after, let before, _, _, _) = self else { return nil }
        guard last.isBelow(first) else { return after ?? before }
        return before ?? (after.map(PagingNames.newer.has) ?? false ? nil : after)
    }
}

extension String {
    /// True if both are whole numbers and this one is smaller; numbers of any length.
    fileprivate func isBelow(_ other: String) -> Bool {
        let isNumber = [self, other].allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }
        return isNumber && (utf8.count, self) < (other.utf8.count, other)
    }
}

/// How a query parameter that leads through a list counts.
package enum PageStep: Sendable, Hashable {
    /// Pages, from this number on.
    case pages(from: Int)
    /// Rows, or in a way that only the server knows.
    case rows

    /// How a parameter counts, by its name and its schema.
    package init(_ parameter: Parameter, in document: APIDocument) {
        guard PagingNames.pages.has(parameter.name) else {
            self = .rows
            return
        }
        // Pages are counted from 0 or 1; a default of 7 says nothing about the first.
        let schema = document.resolve(parameter.schema)
        self = .pages(from: (schema.default?.intValue ?? schema.minimum?.value.int ?? 1) == 0 ? 0 : 1)
    }

    /// True if a value asks for the first page; nil stands for no value.
    package func isFirst(_ value: String?) -> Bool {
        guard let value, !value.isEmpty else { return true }
        if case .pages(let first) = self { return Int(value) == first }
        return false
    }
}

extension Operation {
    /// The query parameter that a link to the next page sets.
    package var pageParameter: Parameter? {
        let query = parameters.filter { $0.location == .query }
        return query.first { PagingNames.pages.has($0.name) }
            ?? query.first { PagingNames.cursors.has($0.name) || PagingNames.offsets.has($0.name) }
    }

    /// How the parameter that leads through the operation's list counts.
    package func pageStep(of pagination: Pagination, in document: APIDocument) -> PageStep {
        switch pagination {
        case .cursor(let name, _):
            parameters.first { $0.location == .query && $0.name == name }.map { PageStep($0, in: document) } ?? .rows
        case .link: pageParameter.map { PageStep($0, in: document) } ?? .rows
        case .page(_, let first, _, _): .pages(from: first)
        case .none, .offset, .lastRow: .rows
        }
    }
}
