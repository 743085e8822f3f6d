import DemoManager
import Foundation
import HTTPTypes
import Recordings
import WireFormats

extension Exchange {
    /// The request in WireMock's format, without secrets.
    func logged(by redactor: Redactor) -> JSONValue { .object(shown(by: redactor).loggedMembers(redactor)) }

    /// Request, decision and reply as one of WireMock's serve events, without secrets.
    ///
    /// - Parameter manager: the manager with the stub that answered.
    func event(of manager: DemoManager) -> JSONValue {
        let redactor = manager.redactor
        let shown = shown(by: redactor)
        var event = JSONObject([
            .init(key: "id", value: .string(id.uuid)),
            .init(key: "request", value: .object(shown.loggedMembers(redactor))),
            .init(key: "wasMatched", value: .bool(stub != nil)),
            .init(key: "decision", value: .string(action.word)), .init(key: "reason", value: .string(shown.reason)),
        ])
        shown.addOrigin(to: &event, manager)
        guard let outcome = shown.outcome else { return .object(event) }
        event["response"] = outcome.response
        event["webSocket"] = shown.messages?.json
        event["timing"] = ["totalTime": .number(JSONNumber(outcome.milliseconds))]
        return .object(event)
    }

    private func shown(by redactor: Redactor) -> Exchange {
        redacted(by: redactor) { $0.decodedBody ?? $0.body }
    }

    /// Adds the stub, the screen, the operation and the session.
    func addOrigin(to event: inout JSONObject, _ manager: DemoManager) {
        if let stub {
            event["stub"] = .string(stub.name)
            if let state = stub.id.flatMap({ manager.state(of: $0) }) {
                event["stubMapping"] = ["id": .string(state.uuid), "name": .string(stub.name)]
            }
        }
        if let callback = call.callback { event["callback"] = .string(callback) }
        if let screen { event["screen"] = .string(screen) }
        if let operation = call.operation { event["operation"] = .string(operation) }
        if let session = call.session { event["session"] = .string(session) }
    }

    private func loggedMembers(_ redactor: Redactor) -> JSONObject {
        let body = requestBody ?? []
        var request = JSONObject([
            .init(key: "url", value: .string(sentPath)),
            .init(key: "absoluteUrl", value: .string(absoluteURL(redactor))),
            .init(key: "method", value: .string(sentMethod.rawValue)),
            .init(key: "headers", value: request.headerFields.json),
            .init(key: "queryParams", value: request.queryParameters),
            .init(key: "cookies", value: request.cookies),
            .init(key: "loggedDate", value: .number(JSONNumber(Int(date.timeIntervalSince1970 * 1_000)))),
            .init(key: "loggedDateString", value: .string(date.formatted(.iso8601))),
        ])
        request["body"] = .string(String(decoding: body, as: UTF8.self))
        request["bodyAsBase64"] = .string(Data(body).base64EncodedString())
        return request
    }

    /// The URL that the client requested, whatever the destination.
    private func absoluteURL(_ redactor: Redactor) -> String {
        let asked = call.asked ?? Call.Asked(request)
        guard let authority = asked.authority else { return redactor.url(asked.path ?? "/") }
        return redactor.url("\(asked.scheme ?? "http")://\(authority)\(asked.path ?? "/")")
    }
}

extension Decision.Action {
    var word: String {
        switch self {
        case .stub: "stubbed"
        case .passThrough: "passed"
        case .refuse: "refused"
        }
    }
}

extension ExchangeOutcome {
    fileprivate var response: JSONValue {
        var response = JSONObject()
        switch end {
        case .status: break
        case .failure(let text): response["failure"] = .string(text)
        case .cancelled: response["failure"] = "cancelled"
        }
        let (status, headers, body) = sent
        response["status"] = status.map { .number(JSONNumber($0)) }
        response["headers"] = headers.json
        response["body"] = .string(String(decoding: body, as: UTF8.self))
        response["bodyAsBase64"] = .string(Data(body).base64EncodedString())
        return .object(response)
    }

    fileprivate var milliseconds: Int { duration.inMilliseconds }
}

extension SocketMessages {
    /// The newest messages, and the number of all.
    fileprivate var json: JSONValue {
        ["count": .number(JSONNumber(count)), "messages": .array(newest.map(\.json))]
    }
}

extension SocketMessage {
    fileprivate var json: JSONValue {
        var object = JSONObject()
        object["from"] = .string(sender.rawValue)
        object["time"] = .number(JSONNumber(time.inMilliseconds))
        let text = String(decoding: bytes, as: UTF8.self)
        switch kind {
        case .text: object["text"] = .string(text)
        case .binary: object["base64"] = .string(Data(bytes).base64EncodedString())
        case .close(let code):
            object["close"] = code.map { .number(JSONNumber($0)) } ?? .null
            object["reason"] = .string(text)
        }
        if isCut { object["size"] = .number(JSONNumber(size)) }
        return .object(object)
    }
}

extension HTTPFields {
    /// The fields as an object; repeated fields become an array.
    fileprivate var json: JSONValue {
        var object = JSONObject()
        for field in self {
            let value = JSONValue.string(field.value)
            switch object[field.name.rawName] {
            case nil: object[field.name.rawName] = value
            case .array(let values)?: object[field.name.rawName] = .array(values + [value])
            case let first?: object[field.name.rawName] = .array([first, value])
            }
        }
        return .object(object)
    }
}

/// The parts of a request that WireMock's tools access by name.
extension HTTPRequest {
    /// The decoded query parameters, each as `{"key": ..., "values": [...]}`.
    var queryParameters: JSONValue {
        var object = JSONObject()
        for (name, value) in FormItem.items((path ?? "").drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }) {
            let values = object[name]?["values"]?.arrayValue ?? []
            object[name] = ["key": .string(name), "values": .array(values + [.string(value)])]
        }
        return .object(object)
    }

    var cookies: JSONValue {
        var object = JSONObject()
        for field in headerFields[fields: .cookie] {
            for item in field.value.split(separator: ";") {
                let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = parts[0].trimmingCharacters(in: .whitespaces)
                object[name] = .string(parts.count > 1 ? String(parts[1]) : "")
            }
        }
        return .object(object)
    }
}
