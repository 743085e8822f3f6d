import APIDocument
import APIModel

/// Where the next page begins; only `CollectionService` makes and reads one.
public struct PageToken: Sendable, Hashable {
    enum Position: Sendable, Hashable {
        case cursor(String)
        case page(Int)
        case offset(Int)
        case query([QueryItem])
        case row(id: String, parameter: String)
    }

    let position: Position
    /// Rows of the first page, which is a full one where another follows; nil where nobody knows.
    var full: Int?
}

extension Pagination {
    /// Rows of a full page, where the document says it.
    public var size: Int? {
        switch self {
        case .page(_, _, _, let size): size
        case .offset(_, _, let limit, _): limit
        case .lastRow(_, _, _, _, let limit): limit
        case .none, .cursor, .link: nil
        }
    }

    /// The same, with pages counted from 0 where the first page's answer led to page 1.
    ///
    /// - Parameter second: the page after the first.
    public func numbered(by second: PageToken?) -> Pagination {
        guard case .page(let parameter, _, let sizeParameter, let size) = self,
            case .page(let number)? = second?.position
        else { return self }
        return .page(parameter: parameter, first: number - 1, sizeParameter: sizeParameter, size: size)
    }

    /// The page that holds a row, without the pages before it; nil where only one page leads to the next.
    ///
    /// - Parameters:
    ///   - row: counted from 0, as the server does.
    ///   - size: rows of a full page, at least 1.
    /// - Returns: the page, nil for the first one, and the row it begins with.
    public func token(ofRow row: Int, size: Int) -> (token: PageToken?, start: Int)? {
        let number = max(0, row) / max(1, size)
        let start = number * max(1, size)
        switch self {
        case .page(_, let first, _, _):
            return (number == 0 ? nil : PageToken(position: .page(first + number), full: size), start)
        case .offset:
            return (number == 0 ? nil : PageToken(position: .offset(start), full: size), start)
        case .none, .cursor, .lastRow, .link:
            return nil
        }
    }
}
