import HTTPTypes

/// The value of `Accept-Encoding` (RFC 9110 section 12.5.3). With it a server is asked for codings that both the
/// client and a recording can decode.
struct AcceptedCodings: Hashable, Sendable {
    private struct Coding: Hashable {
        /// In lower case.
        let name: String
        /// As in the header: `q=0.5`; empty without one.
        let weight: String

        /// True for a weight of zero (RFC 9110 section 12.4.2).
        var isRefused: Bool { weight.hasPrefix("q=") && Double(weight.dropFirst(2)) == 0 }
    }

    private let codings: [Coding]

    /// Codings that a recording can decode.
    private static let readable = ["gzip", "x-gzip", "deflate"]

    /// - Parameter header: the field's joined values; empty accepts only unencoded bytes.
    init(_ header: String) {
        codings = header.split(separator: ",").compactMap { item in
            let parts = item.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            let words = parts.map { part in part.filter { !$0.isWhitespace }.lowercased() }
            return words[0].isEmpty ? nil : Coding(name: words[0], weight: words.count > 1 ? words[1] : "")
        }
    }

    private init(_ codings: [Coding]) { self.codings = codings }

    /// The codings that a recording can decode; `*` stands for those not named. Nil if the client accepts none of
    /// them, not even unencoded bytes.
    var readable: AcceptedCodings? {
        let named = codings.map(\.name)
        var kept = codings.flatMap { coding -> [Coding] in
            switch coding.name {
            case "identity": [coding]
            case "*" where coding.isRefused: [coding]
            case "*":
                ["gzip", "deflate"].filter { !named.contains($0) }.map { Coding(name: $0, weight: coding.weight) }
            default: Self.readable.contains(coding.name) ? [coding] : []
            }
        }
        if kept.allSatisfy(\.isRefused) {
            // Unencoded bytes are accepted unless refused.
            guard !codings.contains(where: { ["identity", "*"].contains($0.name) && $0.isRefused }) else { return nil }
            kept.append(Coding(name: "identity", weight: ""))
        }
        return AcceptedCodings(kept)
    }

    var text: String {
        codings.map { $0.weight.isEmpty ? $0.name : "\($0.name);\($0.weight)" }.joined(separator: ", ")
    }
}

extension HTTPRequest {
    /// The request for recording: with a coding that can be decoded, if the client accepts one, and unconditional,
    /// because a 304 cannot answer others.
    var forRecording: HTTPRequest {
        var request = self
        if headerFields[.acceptEncoding] != nil {
            let accepted = AcceptedCodings(headerFields[values: .acceptEncoding].joined(separator: ","))
            if let readable = accepted.readable, readable != accepted {
                request.headerFields[.acceptEncoding] = readable.text
            }
        }
        if method == .get || method == .head {
            request.headerFields[.ifNoneMatch] = nil
            request.headerFields[.ifModifiedSince] = nil
        }
        return request
    }
}
