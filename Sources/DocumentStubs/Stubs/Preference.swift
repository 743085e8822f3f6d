import DemoManager
import HTTPTypes

/// What a request asks for with `Prefer: code=404` or `Prefer: example=cat` (RFC 7240; the names are Prism's).
struct Preference {
    private let code: Int?
    private let example: String?

    /// Nil for a request that asks for nothing of the kind.
    init?(_ request: HTTPRequest) {
        guard let name = HTTPField.Name("Prefer") else { return nil }
        var code: Int?
        var example: String?
        for item in request.headerFields[values: name].joined(separator: ",").split(whereSeparator: {
            ",;".contains($0)
        }) {
            let parts = item.split(separator: "=", maxSplits: 1).map { $0.filter { !$0.isWhitespace && $0 != "\"" } }
            guard parts.count == 2 else { continue }
            if parts[0].lowercased() == "code" { code = Int(parts[1]) }
            if parts[0].lowercased() == "example" { example = parts[1] }
        }
        guard code != nil || example != nil else { return nil }
        self.code = code
        self.example = example
    }

    /// The answer that is asked for, if there is one.
    func choice(of answers: [Answer]) -> Answer? {
        answers.first { answer in
            (code.map { $0 == answer.reply.status } ?? true) && (example.map { $0 == answer.example } ?? true)
        }
    }
}

extension Answer {
    /// The answers as one reply: `ordinary`, unless the request asks for another.
    static func reply(_ ordinary: Reply, preferring answers: [Answer]) -> Reply {
        guard !answers.isEmpty else { return ordinary }
        var reply = ordinary
        reply.maker = ReplyMaker(needsBody: false) { request, reply in
            guard let chosen = Preference(request.request)?.choice(of: answers) else {
                return try ordinary.maker?.make(request, &reply) ?? ()
            }
            reply.status = HTTPResponse.Status(code: chosen.reply.status)
            reply.headers = chosen.reply.headers
            reply.body = chosen.reply.body
            try chosen.reply.maker?.make(request, &reply)
        }
        return reply
    }
}
