import APIDocument

/// The operations whose answers fill parameters of others (`getMe#/data/userId`), as requests. They need no screen.
struct ParameterSources: Sendable {
    private var requests: [String: Request] = [:]

    /// Collects what the screens' requests name, and what those name in turn.
    init(_ catalog: ScreenCatalog, of document: APIDocument) {
        let builder = RequestBuilder(document)
        let known = Set(document.operations.map(\.id))
        var wanted = catalog.screens.flatMap(\.requests).flatMap(\.sources)
        while let id = wanted.popLast() {
            guard requests[id] == nil, let operation = document.operation(id) else { continue }
            let request = builder.request(of: operation, ScreenWishes(operation, knowing: known), base: nil)
            requests[id] = request
            wanted += request.sources
        }
    }

    /// The request of a source operation.
    subscript(id: String) -> Request? { requests[id] }
}

extension Screen {
    /// Every request the screen can make.
    fileprivate var requests: [Request] {
        [load, create?.request, update?.request, delete].compactMap { $0 }
    }
}
