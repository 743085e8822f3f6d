import APIDocument
import DemoManager

/// A document as requests are routed by it: the routes of the manager's description, which are replaced as a whole.
package final class ServedDocument: Sendable {
    /// For validation.
    let document: APIDocument
    /// Routes requests to the document's operations.
    let router: OperationRouter
    /// The screens of calls that name none, by operation id.
    private let screens: [String: String]
    /// The screens' ids by their lowercase spelling.
    private let names: [String: String]

    /// - Parameter screens: the screens of calls that name none, by operation id.
    package init(_ document: APIDocument, _ router: OperationRouter, screens: [String: String] = [:]) {
        self.document = document
        self.router = router
        self.screens = screens
        names = Dictionary(screens.values.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The screen of a call: the one the client names, else the operation's. Unknown names are ignored, so that a typo
    /// cannot take a call out of demo mode.
    func screen(_ name: String?, of operation: String?) -> String? {
        let named = names.isEmpty ? name : name.flatMap { names[$0.lowercased()] }
        return named ?? operation.flatMap { screens[$0] }
    }
}
