import HTTPTypes

/// A list as a screen shows it: the request without what asks for a page.
struct ListKey: Sendable, Hashable {
    private let screen: String?
    private let path: String
    private let items: [String]

    /// Names that ask for another page where the operation does not say.
    static let usualPageParameters: Set<String> = [
        "cursor", "page", "offset", "after", "before", "start", "skip", "pagetoken", "page_token", "nexttoken",
        "next_token", "continuationtoken", "starting_after", "page[number]", "page[offset]", "page[cursor]",
        "page[after]",
    ]

    /// The list a request reads a page of, and whether it asks for a page after the first. Nil for unsafe methods.
    static func page(_ facts: RequestFacts, of call: Call, in catalog: Catalog) -> (list: ListKey, isNext: Bool)? {
        guard facts.method == .get else { return nil }
        let described = catalog.operation(of: call, facts)?.pageParameters ?? []
        let names = described.isEmpty ? usualPageParameters : Set(described.map { $0.lowercased() })
        var others: [String] = []
        var isNext = false
        for item in facts.query {
            let name = String(decoding: item.name, as: UTF8.self)
            let value = String(decoding: item.value, as: UTF8.self)
            if names.contains(name.lowercased()) {
                isNext = isNext || !["", "0", "1"].contains(value)
            } else {
                others.append("\(name)=\(value)")
            }
        }
        let list = ListKey(screen: call.screen, path: facts.pathText, items: others.sorted())
        return (list, isNext)
    }
}
