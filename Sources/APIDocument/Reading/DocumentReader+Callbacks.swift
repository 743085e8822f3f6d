import HTTPTypes
import WireFormats

extension DocumentReader {
    /// The callbacks of an operation: one for each expression and method.
    mutating func readCallbacks(_ operation: JSONObject) -> [Callback] {
        map("callbacks", of: operation) { reader, name, value in
            reader.following(value) { $0.readCallback(name, $1) }
        }.flatMap(\.self)
    }

    /// The document's webhooks (OpenAPI 3.1).
    mutating func readWebhooks(_ root: JSONObject) -> [Callback] {
        map("webhooks", of: root) { reader, name, value in
            reader.readRequests(value) { Callback(name: name, url: nil, request: $0) }
        }.flatMap(\.self)
    }

    private mutating func readCallback(_ name: String, _ value: JSONValue) -> [Callback]? {
        object(value, "a callback")?.members.filter { !$0.key.hasPrefix("x-") }.flatMap { item in
            at(item.key) { reader -> [Callback] in
                let url: RuntimeText?
                do throws(Complaint) {
                    url = try RuntimeText(item.key)
                } catch {
                    reader.report(
                        "the URL of the callback \(name) cannot be read: \(error)", severity: .warning)
                    url = nil
                }
                let requests = reader.readRequests(item.value) { Callback(name: name, url: url, request: $0) } ?? []
                // Without a URL it would be a webhook.
                return url == nil ? [] : requests
            }
        }
    }

    /// The requests of a path item, without callbacks of their own.
    private mutating func readRequests(_ value: JSONValue, _ make: (Operation) -> Callback) -> [Callback]? {
        following(withoutSiblings(value)) { reader, value in
            guard let item = reader.object(value, "a path item") else { return nil }
            let shared = reader.readParameters(item)
            return DocumentReader.methods.compactMap { name in
                guard let value = item[name], let method = HTTPRequest.Method(rawValue: name.uppercased()) else {
                    return nil
                }
                return reader.at(name) { reader in
                    reader.following(value) { $0.readRequest($1, method, shared) }
                }.map(make)
            }
        }
    }

    private mutating func readRequest(
        _ value: JSONValue, _ method: HTTPRequest.Method, _ shared: [Parameter]
    ) -> Operation? {
        guard let object = object(value, "an operation") else { return nil }
        var request = Operation(id: object["operationId"]?.stringValue ?? "", method: method, path: PathTemplate("/"))
        request.summary = string("summary", of: object)
        checkText("description", of: object)
        request.parameters = (shared + readParameters(object)).filter { $0.location == .header }
        request.requestBody = readRequestBody(of: object)
        return request
    }
}
