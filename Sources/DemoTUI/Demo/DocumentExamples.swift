import APIDocument
import DemoManager
import HTTPTypes
import JSONText

extension APIDocument {
    /// The first example of each operation's success, by operation.
    var successExamples: [String: JSONValue] {
        Dictionary(
            operations.compactMap { operation in
                operation.success?.json?.examples.lazy.compactMap(\.value).first.map { (operation.id, $0) }
            },
            uniquingKeysWith: { first, _ in first })
    }
}

extension DemoManager {
    /// Adds the document's examples as stubs: what answers where no stub file does. Of two paths that match, the one with
    /// fewer parameters answers, as OpenAPI has it.
    ///
    /// - Parameter pathPrefix: the path of the server's URL, which the document's paths are below.
    func addExamples(of document: APIDocument, below pathPrefix: String) throws(Problem) {
        let bodies = document.successExamples
        let general = document.operations.sorted { $0.path.parameterNames.count > $1.path.parameterNames.count }
        var stubs: [Stub] = []
        for operation in general {
            guard let body = bodies[operation.id], case .exact(let status)? = operation.success?.status else {
                continue
            }
            do {
                let template = try URLTemplate(pathPrefix + operation.path.text)
                let reply = Reply(
                    status: status, headers: [.contentType: "application/json"], body: body.bytes(.compact))
                stubs.append(
                    Stub(
                        name: "example of \(operation.id)", source: .documentExample,
                        request: RequestPattern(method: .one(operation.method), url: .template(template)),
                        sequence: [SequenceEntry(reply)], origin: .made(by: "the document's example")))
            } catch {
                // A path that is no template has no example; the reader has listed it among the problems.
            }
        }
        _ = try add(stubs)
    }
}
