import HTTPTypes

extension Exchange: CustomStringConvertible {
    /// One line for logs, without secrets, headers or bodies.
    public var description: String {
        "\(mode.rawValue) \(sentMethod.rawValue) \(redactedPath): \(redacted.reason)"
    }

    /// The exchange without its secrets, to be copied, exported or saved. A reply body with a `Content-Encoding` is
    /// omitted, because its secrets cannot be found.
    public var redacted: Exchange {
        redacted(by: redactor) { $0.headers[.contentEncoding] == nil ? $0.body : nil }
    }

    /// The request's path and query without secrets; cheap enough for each row of a list.
    package var redactedPath: String { redactor.url(sentPath) }

    /// The exchange without its secrets.
    ///
    /// - Parameter decoding: decodes the reply's body from its `Content-Encoding`; nil omits a body it cannot decode.
    package func redacted(by redactor: Redactor, decoding: (ExchangeOutcome) -> [UInt8]?) -> Exchange {
        // Servers repeat what they received.
        let redactor = redactor.knowing(request, body: requestBody)
        var copy = self
        let path = request.path ?? "/"
        copy.request.authority = request.authority.map { String($0.split(separator: "@").last ?? "") }
        copy.request.path = redactor.url(path)
        copy.call.asked?.path = redactor.url(sentPath)
        copy.request.headerFields = redactor.headers(request.headerFields)
        copy.requestBody = requestBody.map {
            redactor.body($0, contentType: request.headerFields[.contentType])
        }
        if let outcome {
            copy.outcome?.headers = redactor.headers(outcome.headers)
            copy.outcome?.body = redactor.body(decoding(outcome) ?? [], contentType: outcome.headers[.contentType])
            if let notice = outcome.notice {
                copy.outcome?.notice?.headers = redactor.headers(notice.headers)
                copy.outcome?.notice?.body = redactor.body(notice.body, contentType: notice.headers[.contentType])
            }
            if case .failure(let text) = outcome.end { copy.outcome?.end = .failure(redactor.text(text)) }
        }
        copy.messages = messages?.redacted(by: redactor)
        switch action {
        case .stub(var reply, let stub):
            reply.headers = redactor.headers(reply.headers)
            copy.action = .stub(reply, stub.redacted(by: redactor))
        case .refuse(let refusal): copy.action = .refuse(refusal.redacted(by: redactor))
        case .passThrough(.stub(let stub)): copy.action = .passThrough(.stub(stub.redacted(by: redactor)))
        case .passThrough(.proxy(let base, let delay, let stub)):
            copy.action = .passThrough(.proxy(to: base, after: delay, stub.redacted(by: redactor)))
        case .passThrough: break
        }
        return copy
    }
}

extension StubRef {
    /// The reference with a redacted name: a stub without a name is called by its URL.
    fileprivate func redacted(by redactor: Redactor) -> StubRef {
        StubRef(
            kind: kind, id: id, name: redactor.text(name), origin: origin, bodyFile: bodyFile, position: position)
    }
}

extension Refusal {
    fileprivate func redacted(by redactor: Redactor) -> Refusal {
        Refusal(
            kind: kind, method: method, path: redactor.url(path), message: redactor.text(message), origin: origin)
    }
}
