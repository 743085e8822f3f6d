import APIDocument
import WireFormats

package enum Pagination: Sendable, Hashable {
    /// All rows in one reply.
    case none
    /// The reply has the cursor of the next page at `next`, and the query parameter takes it. A missing, null or empty
    /// cursor ends the list. A cursor that is a URL sets the query; without a parameter (an empty name) only URLs are
    /// followed.
    case cursor(parameter: String, next: JSONPointer)
    /// Pages are numbered from `first`; one with fewer than `size` rows, or without rows, is the last.
    case page(parameter: String, first: Int = 1, sizeParameter: String? = nil, size: Int? = nil)
    /// Rows are numbered from `first`, mostly 0; a page with fewer than `limit` rows is the last.
    case offset(parameter: String, limitParameter: String? = nil, limit: Int, first: Int = 0)
    /// The next request has the id of the last row, found at `id`: in `after`, or in `before` if ids descend. A page
    /// with fewer than `limit` rows, or without rows, is the last.
    case lastRow(after: String?, before: String?, id: JSONPointer, limitParameter: String? = nil, limit: Int? = nil)
    /// The reply's `Link` header names the next page (RFC 8288, `rel=next`).
    case link

    /// The query parameters that select the page.
    package var parameters: [String] {
        switch self {
        case .cursor("", _): []
        case .cursor(let parameter, _), .page(let parameter, _, _, _), .offset(let parameter, _, _, _): [parameter]
        case .lastRow(let after, let before, _, _, _): [after, before].compactMap(\.self)
        case .none, .link: []
        }
    }

    /// The query parameter that takes the last row's id for the next page, by the order of the page's rows. Nil for
    /// other paginations, and for descending rows if the only parameter asks for newer ones.
    package func parameter(behind last: String, from first: String) -> String? {
        guard case .lastRow(let after, let before, _, _, _) = self else { return nil }
        guard last.isBelow(first) else { return after ?? before }
        return before ?? (after.map(PagingNames.newer.has) ?? false ? nil : after)
    }
}

extension String {
    /// True if both are natural numbers, of any length, and this one is smaller.
    fileprivate func isBelow(_ other: String) -> Bool {
        let isNumber = [self, other].allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }
        return isNumber && (utf8.count, self) < (other.utf8.count, other)
    }
}

/// The unit that a paging parameter counts in.
package enum PageStep: Sendable, Hashable {
    /// Pages, numbered from this value.
    case pages(from: Int)
    /// Rows, or a unit that only the server knows.
    case rows

    /// The unit of a parameter, by its name and schema.
    package init(_ parameter: Parameter, in document: APIDocument) {
        guard PagingNames.pages.has(parameter.name) else {
            self = .rows
            return
        }
        // Pages are numbered from 0 or 1; a default of 7 does not tell which.
        let schema = document.resolve(parameter.schema)
        self = .pages(from: (schema.default?.intValue ?? schema.minimum?.value.int ?? 1) == 0 ? 0 : 1)
    }

    /// True if a value selects the first page; nil means that the parameter is not sent.
    package func isFirst(_ value: String?) -> Bool {
        guard let value, !value.isEmpty else { return true }
        if case .pages(let first) = self { return Int(value) == first }
        return false
    }
}

extension Operation {
    /// The query parameter that a link to the next page sets.
    package func pageParameter(in document: APIDocument) -> Parameter? {
        let query = document.queryParameters(of: self)
        return query.first { PagingNames.pages.has($0.name) }
            ?? query.first { PagingNames.cursors.has($0.name) || PagingNames.offsets.has($0.name) }
    }

    /// The unit of the operation's paging parameter.
    package func pageStep(of pagination: Pagination, in document: APIDocument) -> PageStep {
        switch pagination {
        case .cursor(let name, _):
            document.queryParameters(of: self).first { $0.name == name }.map { PageStep($0, in: document) } ?? .rows
        case .link: pageParameter(in: document).map { PageStep($0, in: document) } ?? .rows
        case .page(_, let first, _, _): .pages(from: first)
        case .none, .offset, .lastRow: .rows
        }
    }
}
