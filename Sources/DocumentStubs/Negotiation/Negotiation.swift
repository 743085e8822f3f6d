import APIDocument
import DemoManager
import HTTPTypes
import WireFormats

/// Chooses among the responses of an operation: a status and an example by `Prefer`, a media type by `Accept`.
///
/// Throws ``NotOffered`` if none matches: 404 for a status or an example, 406 for a media type. An error is never
/// refused with 406; it has the type in the document.
package struct Negotiation: Sendable {
    private let document: APIDocument
    private let operation: Operation
    private let readsAccept: Bool
    private let pathPrefix: String
    /// Refuses malformed paths on the screens; the gateway does so if it validates.
    private let path: PathCheck?

    /// Negotiates the responses of one operation.
    ///
    /// - Parameters:
    ///   - pathPrefix: the path of the server's URL, which precedes the document's paths.
    ///   - readsAccept: false to ignore `Accept` and reply in the default type.
    package init(
        _ operation: Operation, in document: APIDocument, below pathPrefix: String = "", readsAccept: Bool = true
    ) {
        self.pathPrefix = pathPrefix
        self.operation = operation
        self.document = document
        self.readsAccept = readsAccept
        path = readsAccept ? nil : PathCheck(operation, in: document)
    }

    /// The reply to a request.
    ///
    /// - Parameter status: the status to reply with; nil to let the request choose. It may still choose an example of
    ///   it.
    /// - Throws: ``NotOffered``, or an error of generating the body.
    package func reply(to request: ReceivedRequest, status forced: Int? = nil) throws -> StubReply {
        var reply = try reply(to: request, status: forced, of: nil)
        try reply.finish()
        return reply
    }

    /// - Parameter exchange: the sample exchange that the request matches; a preference of the request overrides it.
    private func reply(
        to request: ReceivedRequest, status forced: Int?, of exchange: Exchange?
    ) throws -> StubReply {
        let wish = Preference(request.request)
        let exchange = wish == nil ? exchange : nil
        let wanted = forced ?? wish?.code ?? status(ofExample: wish?.example) ?? exchange?.status
        if wanted == nil {
            if let refusal = try path?.refusal(of: request) { return refusal }
            if let refusal = try refusal(ofBody: request) { return refusal }
            if operation.isUndescribedWrite { return StubReply(status: .noContent) }
            if operation.success == nil, !readsAccept { return StubReply(status: .ok) }
        }
        let offer = try offer(wanted, request.request)
        let answers = offer.answers
        func given(_ answer: Answer) -> StubReply {
            var reply = answer.given
            reply.status = .init(code: offer.status)
            return reply
        }
        guard let media = offer.media else { return given(answers[0]) }
        let exchanged = exchange.flatMap { exchange in answers.first { $0.example == exchange.example } }
        var answer =
            exchanged ?? answers.agreeing(with: request, of: operation, in: document) ?? answers[0]
        if let example = wish?.example, let named = answers.first(where: { $0.example == example }) {
            answer = named
        } else if let example = wish?.example, forced == nil {
            throw NotOffered(404, "The answer \(offer.status) of \(operation.id) has no example \"\(example)\".")
        } else if wish?.isDynamic == true, let schema = media.schema {
            var reply = given(answers[0])
            let seed = "\(UInt64.random(in: 0 ... .max))"
            reply.body = media.bytes(
                try SampleGenerator(document: document).sample(for: schema, seed: seed, row: .random(in: 1..<100))
                    .value, in: document)
            return reply
        }
        var reply = given(answer)
        let isAsWritten = answer.isExample && wish?.isExact == true
        if !isAsWritten { try answer.make(request, &reply, of: operation, in: document) }
        if let type = offer.type { reply.headers[.contentType] = type }
        if forced == nil, wish == nil, exchanged == nil, !isAsWritten {
            reply.show(
                UnstoredWrite(operation: operation, document: document, pathPrefix: pathPrefix, request: request))
        }
        return reply
    }

    /// The reply to a body that is not of its type: the document's 400, else its 422, else a 400 with the reason.
    private func refusal(ofBody request: ReceivedRequest) throws -> StubReply? {
        let type = MediaTypeName(request.headers[.contentType])
        guard operation.requestBody != nil, !request.body.isEmpty else { return nil }
        let why: String
        if type.isJSON {
            do throws(JSONError) {
                _ = try JSONValue(parsing: Array(request.body))
                return nil
            } catch {
                why = "body is not JSON: \(error.message) at \(error.position)"
            }
        } else {
            // Documents with a type of their own, as SVG files have, are taken, and not read.
            guard type.isXML, !XMLElement.isBegun(by: request.body) else { return nil }
            why = "body is not XML: it does not begin with <"
        }
        let refusal = try ErrorReplies(document: document).refusal([400, 422], of: operation, to: request)
        guard let refusal else { return .problem(.badRequest, "The \(why).").refusing("the \(why)") }
        let fault = FieldFaults([.init([], "The \(why).")], in: document)
        return try fault.stated(in: refusal, of: operation.response(for: refusal.status.code)).refusing("the \(why)")
    }

    private func status(ofExample name: String?) -> Int? {
        name.flatMap { name in document.answers(of: operation).first { $0.example == name }?.status }
    }

    /// The response of a sample exchange: its status, and the name of its example.
    struct Exchange {
        let status: Int
        let example: String?
    }

    /// The maker for a stub's reply, or for the response of a sample exchange.
    func maker(of exchange: Exchange? = nil) -> ReplyMaker {
        ReplyMaker(needsBody: operation.showsWrites || operation.requestBody != nil) { request, reply in
            let delay = reply.delay
            reply = try self.reply(to: request, status: nil, of: exchange)
            reply.delay = delay
        }
    }

    private struct Offer {
        let status: Int
        let media: MediaType?
        /// The `Content-Type` to send; nil for a range that the request does not narrow.
        let type: String?
        let answers: [Answer]
    }

    private struct OfferKey: Hashable {
        let operation: String
        let status: Int?
        let accept: [String]?
    }

    private func offer(_ wanted: Int?, _ request: HTTPRequest) throws(NotOffered) -> Offer {
        let accept = readsAccept ? request.headerFields[values: .accept] : nil
        let key = OfferKey(operation: operation.id, status: wanted, accept: accept)
        return try document.memo.result(for: key) {
            () throws(NotOffered) in try newOffer(wanted, accept.flatMap(AcceptedTypes.init))
        }
    }

    private func newOffer(_ wanted: Int?, _ accepted: AcceptedTypes?) throws(NotOffered) -> Offer {
        guard let (response, status) = response(wanted) else {
            throw NotOffered(404, "\(operation.id) has no answer with the status \(wanted ?? 0).")
        }
        guard let (media, name) = media(of: response, status, for: accepted) else {
            guard response.content.isEmpty else {
                let known = response.content.map(\.name).joined(separator: ", ")
                throw NotOffered(406, "\(operation.id) answers as \(known), which the request does not accept.")
            }
            let answers = document.answers(of: operation, response, as: nil)
            return Offer(status: status, media: nil, type: nil, answers: answers)
        }
        return Offer(
            status: status, media: media, type: name.contains("*") ? nil : name,
            answers: document.answers(of: operation, response, as: media))
    }

    /// The response for a status, or that of a successful call, with the status to send.
    private func response(_ code: Int?) -> (Response, Int)? {
        if let code {
            guard (200...999).contains(code) else { return nil }
            return operation.response(for: code).map { ($0, code) }
        }
        if let success = operation.success { return (success, success.status.usual) }
        guard !operation.responses.isEmpty else { return (.undescribed, 200) }
        // Without a success, the failure with the lowest status.
        return operation.responses.min { $0.status.usual < $1.status.usual }.map { ($0, max($0.status.usual, 200)) }
    }

    /// The media type that the client prefers, and the name to send. Ties are broken by the client's order, then the
    /// document's; a client that accepts anything gets JSON. An error has the default type if none is accepted.
    private func media(
        of response: Response, _ status: Int, for accepted: AcceptedTypes?
    ) -> (MediaType, String)? {
        guard let usual = response.content.usual else { return nil }
        guard let accepted, !accepted.areAll else { return (usual, usual.name) }
        let ranked = response.content.compactMap { form in accepted.rank(of: form.essence).map { (form, $0) } }
        let best = ranked.min { $0.1 < $1.1 }?.0
        guard var media = best ?? (status >= 400 || isDescribed(accepted) ? usual : nil) else { return nil }
        let name = media.essence.contains("*") ? accepted.concrete(for: media.essence) ?? media.sentName : media.name
        var named = media
        named.name = name
        // A range is read as JSON by default; a concrete type may be another.
        if media.name != response.json?.name || media.essence.contains("*") && !named.isJSON { media = named }
        return (media, name)
    }

    /// True if the document declares an accepted type for the `Accept` header; such a request is not refused.
    private func isDescribed(_ accepted: AcceptedTypes) -> Bool {
        guard let parameter = operation.accept else { return false }
        let schema = document.resolve(parameter.schema)
        let named = [parameter.example, schema.default, schema.const] + parameter.examples.map(\.value)
        return (named.compactMap(\.self) + (schema.enumValues ?? [])).compactMap(\.stringValue)
            .contains { accepted.rank(of: MediaTypeName($0).text) != nil }
    }
}

/// The media types that a client accepts, by its header `Accept` (RFC 9110 section 12.5.1).
struct AcceptedTypes {
    private struct Range {
        let type: Substring
        let subtype: Substring
        let quality: Double

        /// The precision of the match, from 0 for `*/*` to 3; nil for a type outside the range.
        func fit(_ essence: String) -> Int? {
            let parts = essence.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            // The type may be a range of the document.
            if type == "*" || parts[0] == "*" || type == parts[0],
                subtype == "*" || parts[1] == "*" || subtype == parts[1]
            {
                return type == "*" ? 0 : subtype.hasPrefix("*") ? 1 : 3
            }
            return isFormat(of: essence) ? 2 : nil
        }

        /// True for a type such as `application/hal+json` and another type in JSON or XML. A client that reads the one
        /// can read the other (RFC 6839).
        private func isFormat(of essence: String) -> Bool {
            let (own, other) = (MediaTypeName("\(type)/\(subtype)"), MediaTypeName(essence))
            return quality > 0 && subtype.contains("+") && (own.isJSON && other.isJSON || own.isXML && other.isXML)
        }
    }

    private let ranges: [Range]

    /// Nil for a request that accepts everything.
    ///
    /// - Parameter fields: the values of its `Accept` headers.
    init?(_ fields: [String]) {
        let text = fields.joined(separator: ",")
        ranges = text.split(separator: ",").compactMap(Self.range)
        guard !ranges.isEmpty else { return nil }
    }

    private static func range(_ text: Substring) -> Range? {
        let parts = text.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
        guard let name = parts.first else { return nil }
        let names = name.split(separator: "/", omittingEmptySubsequences: false)
        guard names.count == 2 || name == "*" else { return nil }
        let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
        return Range(type: names[0], subtype: names.count == 2 ? names[1] : "*", quality: quality)
    }

    /// True if the client accepts anything, without preference.
    var areAll: Bool { ranges.allSatisfy { $0.type == "*" && $0.quality > 0 } }

    /// The sort key of a type, lower for preferred ones: the negative quality of the most specific range, then its
    /// position in the header. Nil for a type that is not accepted.
    func rank(of essence: String) -> (minusQuality: Double, place: Int)? {
        let best = ranges.enumerated()
            .compactMap { place, range in range.fit(essence).map { (fit: $0, quality: range.quality, place: place) } }
            .max { ($0.fit, $0.quality) < ($1.fit, $1.quality) }
        return best.flatMap { $0.quality > 0 ? (-$0.quality, $0.place) : nil }
    }

    /// The type to send if the document declares a range: the first full name that the client accepts.
    func concrete(for essence: String) -> String? {
        ranges.first { $0.quality > 0 && $0.fit(essence) == 3 }.map { "\($0.type)/\($0.subtype)" }
    }
}

/// The response that a request prefers: `Prefer: code=404`, `Prefer: example=cat` or `Prefer: dynamic=true` (RFC 7240,
/// with Prism's names). The query items `__code`, `__example` and `__dynamic` do the same.
struct Preference {
    let code: Int?
    let example: String?
    /// True for a body that is generated at random each time.
    let isDynamic: Bool

    init?(_ request: HTTPRequest) {
        guard let name = HTTPField.Name("Prefer") else { return nil }
        var wishes: [String: String] = [:]
        for item in Self.queryItems(request) where item.name.hasPrefix("__") {
            wishes[String(item.name.dropFirst(2))] = item.value
        }
        let text = request.headerFields[values: name].joined(separator: ",")
        for item in HeaderParameters(text, separatedBy: [",", ";"]).parameters { wishes[item.name] = item.value }
        code = wishes["code"].flatMap { Int($0) }
        example = wishes["example"]
        isDynamic = wishes["dynamic"] == "true"
        guard code != nil || example != nil || isDynamic else { return nil }
    }

    private static func queryItems(_ request: HTTPRequest) -> [(name: String, value: String)] {
        guard let path = request.path, path.utf8.contains(UInt8(ascii: "_")) else { return [] }
        return ReceivedRequest(request).queryItems
    }

    /// True if the request names a status or an example. It is sent as in the document, and no write is stored.
    var isExact: Bool { code != nil || example != nil }
}
