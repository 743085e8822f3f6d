import APIDocument
import HTTPTypes

/// A document with the routes of its operations.
package final class ServedDocument: Sendable {
    package let document: APIDocument
    /// Routes requests to the document's operations.
    package let router: OperationRouter
    /// The screens of calls that name none, by operation id.
    private let screens: [String: String]
    /// The screens' ids by their lowercase spelling.
    private let names: [String: String]
    /// The engine's ids of operations that have another id in the document.
    private let operations: [String: String]
    private let ownIDs: [String: String]

    /// - Parameters:
    ///   - screens: the screens of calls that name none, by the document's operation ids.
    ///   - operations: the engine's ids of operations that have another id in the document.
    package init(
        _ document: APIDocument, _ router: OperationRouter, screens: [String: String] = [:],
        operations: [String: String] = [:]
    ) {
        self.document = document
        self.router = router
        self.screens = screens
        self.operations = operations
        ownIDs = Dictionary(operations.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        names = Dictionary(screens.values.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The engine's id of an operation.
    func id(of operation: Operation) -> String { operations[operation.id] ?? operation.id }

    /// The operation for an engine's id; nil if another document has it.
    package func operation(_ id: String) -> Operation? {
        operations[id] == nil ? document.operation(ownIDs[id] ?? id) : nil
    }

    /// The screen of a call: the one the client names, else the operation's. Unknown names are ignored, so that a typo
    /// cannot take a call out of demo mode.
    func screen(_ name: String?, of operation: Operation?) -> String? {
        let named = names.isEmpty ? name : name.flatMap { names[$0.lowercased()] }
        return named ?? operation.flatMap { screens[$0.id] }
    }
}

/// All documents of a run, each below its own path; the routes of the manager's description.
package final class ServedDocuments: Sendable {
    /// Sorted by path length, longest first.
    private let documents: [ServedDocument]
    /// In the order they were named.
    package let all: [ServedDocument]

    package init(_ documents: [ServedDocument]) {
        all = documents
        self.documents = documents.sorted { $0.router.prefix.utf8.count > $1.router.prefix.utf8.count }
    }

    /// The document of a request: the one with the longest path that contains the request's. For clients that omit this
    /// path, the first document with an operation for the request.
    package func document(of request: HTTPRequest) -> ServedDocument? {
        guard documents.count > 1, let path = request.path else { return documents.first }
        let own = documents.first { !$0.router.prefix.isEmpty && $0.router.holds(path) }
        return own ?? documents.first { document in
            if case .unknown = document.router.routed(request.method, path).route { false } else { true }
        } ?? documents.last
    }
}
