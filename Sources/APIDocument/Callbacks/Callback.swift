/// A request that the API sends to its client: a callback of an operation, or a webhook.
package struct Callback: Sendable {
    package var name: String
    /// The URL; nil for a webhook, which has none in the document.
    package var url: RuntimeText?
    /// The method, with the request's headers and body. Its path is the root, and nothing routes to it.
    package var request: Operation
}
