import DemoManager
import DemoManagerFiles
import Foundation
import HTTPTypes
import Recordings
import WireFormats

extension Exchange {
    /// The request in WireMock's format, without secrets.
    func logged(by redactor: Redactor) -> JSONValue { shown(by: redactor).loggedRequest(redactor) }

    /// Request, decision and reply as one of WireMock's serve events, without secrets.
    ///
    /// - Parameter manager: the manager with the stub that answered.
    func event(of manager: DemoManager) -> JSONValue {
        let redactor = manager.redactor
        let shown = shown(by: redactor)
        var event = JSONObject([
            "id": .string(id.uuid), "request": shown.loggedRequest(redactor), "wasMatched": .bool(stub != nil),
            "decision": .string(action.word), "reason": .string(shown.reason),
        ])
        shown.addOrigin(to: &event, manager)
        guard let outcome = shown.outcome else { return .object(event) }
        event["response"] = outcome.response
        event["webSocket"] = shown.messages?.json
        event["timing"] = ["totalTime": .number(outcome.duration.inMilliseconds)]
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
        event["callback"] = call.callback.map { .string($0) }
        event["screen"] = screen.map { .string($0) }
        event["operation"] = call.operation.map { .string($0) }
        event["session"] = call.session.map { .string($0) }
    }

    private func loggedRequest(_ redactor: Redactor) -> JSONValue {
        let body = requestBody ?? []
        let facts = RequestFacts(request, body: nil)
        return [
            "url": .string(sentPath), "absoluteUrl": .string(absoluteURL(redactor)),
            "method": .string(sentMethod.rawValue), "headers": request.headerFields.json,
            "queryParams": facts.queryParameters, "cookies": facts.cookieValues,
            "loggedDate": .number(Int(date.timeIntervalSince1970 * 1_000)),
            "loggedDateString": .string(date.formatted(.iso8601)),
            "body": .string(String(decoding: body, as: UTF8.self)),
            "bodyAsBase64": .string(Data(body).base64EncodedString()),
        ]
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
        let failure: JSONValue? =
            switch end {
            case .status: nil
            case .failure(let text): .string(text)
            case .cancelled: "cancelled"
            }
        let (status, headers, body) = sent
        return .object([
            "failure": failure, "status": status.map { .number($0) }, "headers": headers.json,
            "body": .string(String(decoding: body, as: UTF8.self)),
            "bodyAsBase64": .string(Data(body).base64EncodedString()),
        ])
    }
}

extension SocketMessages {
    /// The newest messages, and the number of all.
    fileprivate var json: JSONValue {
        ["count": .number(count), "messages": .array(newest.map(\.json))]
    }
}

extension SocketMessage {
    fileprivate var json: JSONValue {
        var object = JSONObject(["from": .string(sender.rawValue), "time": .number(time.inMilliseconds)])
        let text = String(decoding: bytes, as: UTF8.self)
        switch kind {
        case .text: object["text"] = .string(text)
        case .binary: object["base64"] = .string(Data(bytes).base64EncodedString())
        case .close(let code):
            object["close"] = code.map { .number($0) } ?? .null
            object["reason"] = .string(text)
        }
        if isCut { object["size"] = .number(size) }
        return .object(object)
    }
}

/// The parts of a request that WireMock's tools access by name.
extension RequestFacts {
    /// The decoded query parameters, each as `{"key": ..., "values": [...]}`.
    fileprivate var queryParameters: JSONValue {
        var object = JSONObject()
        for item in query {
            let (name, value) = (
                String(decoding: item.name, as: UTF8.self), String(decoding: item.value, as: UTF8.self)
            )
            let values = object[name]?["values"]?.arrayValue ?? []
            object[name] = ["key": .string(name), "values": .array(values + [.string(value)])]
        }
        return .object(object)
    }

    fileprivate var cookieValues: JSONValue {
        var object = JSONObject()
        for item in cookies {
            object[String(decoding: item.name, as: UTF8.self)] = .string(String(decoding: item.value, as: UTF8.self))
        }
        return .object(object)
    }
}
