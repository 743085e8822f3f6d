import APIDocument

extension Pagination {
    /// Whether an item of a query says which page is asked for, or how long it is.
    func isAskedFor(by name: String) -> Bool {
        switch self {
        case .none: false
        case .link where Self.linkNames.contains(name.lowercased()): true
        default: parameters.contains(name) || PageWindow.sizeNames.contains(HumanName.key(name))
        }
    }

    private static let linkNames: Set<String> = ["cursor", "page", "offset", "after"]

    /// Whether a query asks for the first page.
    func isFirstPage(_ query: [(name: String, value: String)]) -> Bool {
        func value(_ name: String) -> String? { query.last { $0.name == name }?.value }
        switch self {
        case .none: return true
        case .cursor(let parameter, _): return value(parameter)?.isEmpty ?? true
        case .page(let parameter, let first, _, _): return value(parameter).map { Int($0) == first } ?? true
        case .offset(let parameter, _, _, let first): return value(parameter).map { Int($0) == first } ?? true
        case .lastRow: return !query.contains { parameters.contains($0.name) }
        case .link: return !query.contains { Self.linkNames.contains($0.name.lowercased()) }
        }
    }
}
