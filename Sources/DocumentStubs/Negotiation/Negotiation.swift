import APIDocument
import APIModel
import DemoManager
import HTTPTypes
import WireFormats

/// Chooses among everything an operation may answer, as a request asks: a status and an example by `Prefer`, a media type by
/// `Accept`. What cannot be had is ``NotOffered``: 404 for a status or an example, 406 for a media type. An error is never
/// 406: whoever asks for one, or causes one, is told it in the form the document has for it.
public struct Negotiation: Sendable {
    private let document: APIDocument
    private let operation: Operation
    private let readsAccept: Bool

    /// The answers of one operation.
    ///
    /// - Parameter readsAccept: whether a request's `Accept` counts; else it gets the usual form.
    public init(_ operation: Operation, in document: APIDocument, readsAccept: Bool = true) {
        self.operation = operation
        self.document = document
        self.readsAccept = readsAccept
    }

    /// The answer to a request.
    ///
    /// - Parameter status: the status to answer with, whatever the request asks for; nil lets it choose. An example it asks for
    ///   is given where that status has it.
    /// - Throws: ``NotOffered``, or what makes the reply's body.
    public func reply(to request: ReceivedRequest, status forced: Int? = nil) throws -> StubReply {
        var reply = try reply(to: request, status: forced, of: nil)
        try reply.finish()
        return reply
    }

    /// - Parameter exchange: the sample exchange that the request begins: its answer is given, in the form that the request takes,
    ///   unless the request asks for another one.
    private func reply(
        to request: ReceivedRequest, status forced: Int?, of exchange: Exchange?
    ) throws -> StubReply {
        let wish = Preference(request.request)
        let exchange = wish == nil ? exchange : nil
        let wanted = forced ?? wish?.code ?? exchange?.status
        if wanted == nil, operation.isUndescribedWrite { return StubReply(status: .noContent) }
        guard let (response, status) = response(wanted) else {
            let code = wanted ?? 0
            throw NotOffered(404, "\(operation.id) has no answer with the status \(code).")
        }
        guard let (media, name) = media(of: response, status, for: request.request) else {
            guard response.content.isEmpty else {
                let known = response.content.map(\.name).joined(separator: ", ")
                throw NotOffered(406, "\(operation.id) answers as \(known), which the request does not accept.")
            }
            return answers(response, nil, status)[0].reply.given(status)
        }
        let answers = answers(response, media, status)
        let given = exchange.flatMap { exchange in answers.first { $0.example == exchange.example } }
        var answer =
            given ?? AgreeingExample(operation, in: document).answer(of: answers, to: request) ?? answers.first
        if let example = wish?.example, let named = answers.first(where: { $0.example == example }) {
            answer = named
        } else if let example = wish?.example, forced == nil {
            throw NotOffered(404, "The answer \(status) of \(operation.id) has no example \"\(example)\".")
        } else if wish?.isDynamic == true, let schema = media.schema {
            var reply = answers[0].reply.given(status)
            let seed = "\(UInt64.random(in: 0 ... .max))"
            reply.body = media.bytes(
                try SampleGenerator(document: document).sample(for: schema, seed: seed, row: .random(in: 1..<100))
                    .value, in: document)
            return reply
        }
        guard let answer else { return answers[0].reply.given(status) }
        var reply = answer.reply.given(status)
        let isAlone = readsAccept && document.exampleStyle == .written && !document.isRelated(operation)
        let isAsWritten = answer.isExample && (wish?.isExact == true || isAlone)
        if !isAsWritten { try answer.reply.maker?.make(request, &reply) }
        if !name.contains("*") { reply.headers[.contentType] = name }
        if forced == nil, wish == nil, given == nil, !isAsWritten {
            WrittenReply(operation, in: document)?.shape(&reply, for: request)
        }
        return reply
    }

    /// The answer of a sample exchange: its status, and its example's name.
    struct Exchange {
        let status: Int
        let example: String?
    }

    /// What a stub gives to the engine; that of a sample exchange its answer.
    func maker(of exchange: Exchange? = nil) -> ReplyMaker {
        ReplyMaker(needsBody: WrittenReply(operation, in: document) != nil) { request, reply in
            let delay = reply.delay
            reply = try self.reply(to: request, status: nil, of: exchange)
            reply.delay = delay
        }
    }

    private func answers(_ response: Response, _ media: MediaType?, _ status: Int) -> [Answer] {
        Answer.all(of: response, as: media, status: status, of: operation, in: document)
    }

    /// The response for a status, or the one a call that goes well gets; with the status to say.
    private func response(_ code: Int?) -> (Response, Int)? {
        if let code {
            guard (200...999).contains(code) else { return nil }
            return operation.response(for: code).map { ($0, code) }
        }
        if let success = operation.success { return (success, success.status.usual) }
        // Nothing went well in this document: what it does say, the mildest first.
        return operation.responses.min { $0.status.usual < $1.status.usual }.map { ($0, max($0.status.usual, 200)) }
    }

    /// The form of the body the client wants most, with the name to give it; of equals the one the client names first, then the
    /// document's first, and for who takes everything alike the JSON form. Of an error that it wants in no form it gets the usual one.
    private func media(of response: Response, _ status: Int, for request: HTTPRequest) -> (MediaType, String)? {
        guard let usual = response.content.usual else { return nil }
        guard readsAccept, let accepted = AcceptedTypes(request) else { return (usual, usual.name) }
        guard !accepted.areAll else { return (usual, usual.name) }
        var best: (media: MediaType, rank: AcceptedTypes.Rank)?
        for form in response.content {
            guard let rank = accepted.rank(of: form.essence), best.map({ rank.isBefore($0.rank) }) ?? true else {
                continue
            }
            best = (form, rank)
        }
        guard var media = best?.media ?? (status >= 400 || isDescribed(accepted) ? usual : nil) else { return nil }
        let name = media.essence.contains("*") ? accepted.concrete(for: media.essence) ?? media.sentName : media.name
        var named = media
        named.name = name
        // A range stands for JSON, too; what is asked of it may be something else.
        if media.name != response.json?.name || media.essence.contains("*") && !named.isJSON { media = named }
        return (media, name)
    }

    /// Whether the client accepts a type that the document names for the header `Accept`: it is not turned down for that.
    private func isDescribed(_ accepted: AcceptedTypes) -> Bool {
        guard let parameter = operation.accept else { return false }
        let schema = document.resolve(parameter.schema)
        let named = [parameter.example, schema.default, schema.const] + parameter.examples.map(\.value)
        return (named.compactMap(\.self) + (schema.enumValues ?? [])).compactMap(\.stringValue)
            .contains { accepted.rank(of: MediaTypeName($0).text) != nil }
    }
}

extension Response.Status {
    /// The code to answer with.
    fileprivate var usual: Int {
        switch self {
        case .exact(let code): code
        case .range(let digit): digit * 100
        case .default: 200
        }
    }
}

extension Reply {
    /// What is given of it, with a status, before it is made.
    fileprivate func given(_ status: Int) -> StubReply {
        StubReply(status: HTTPResponse.Status(code: status), headers: headers, body: body)
    }
}
