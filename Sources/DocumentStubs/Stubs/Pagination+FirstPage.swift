import APIDocument
import APIModel

extension Pagination {
    /// Whether an item of a query says which page is asked for, or how long it is.
    func isAskedFor(by name: String) -> Bool {
        switch self {
        case .none: false
        case .link where Self.isOfLink(name): true
        default: parameters.contains(name) || PagingNames.isSize(name)
        }
    }

    private static func isOfLink(_ name: String) -> Bool {
        ["cursor", "page", "pagenumber", "offset", "after"].contains(HumanName.key(name))
    }

    /// Whether a query asks for the first page.
    ///
    /// - Parameter step: how the parameter counts that leads on, where the reply says how to.
    func isFirstPage(_ query: [(name: String, value: String)], _ step: PageStep) -> Bool {
        func value(_ name: String) -> String? { query.last { $0.name == name }?.value }
        switch self {
        case .none: return true
        case .cursor(let parameter, _): return step.isFirst(value(parameter))
        case .page(let parameter, let first, _, _): return value(parameter).map { Int($0) == first } ?? true
        case .offset(let parameter, _, _, let first): return value(parameter).map { Int($0) == first } ?? true
        case .lastRow: return !query.contains { parameters.contains($0.name) && !$0.value.isEmpty }
        case .link: return query.allSatisfy { !Self.isOfLink($0.name) || step.isFirst($0.value) }
        }
    }
}
