import HTTPTypes

/// The value of `Accept-Encoding` (RFC 9110 section 12.5.3), restricted to codings that both the client and a recording
/// can decode.
enum AcceptedCodings {
    private struct Coding {
        /// In lower case.
        let name: String
        /// The weight as in the header: `q=0.5`; empty without one.
        let weight: String

        /// True for a weight of zero (RFC 9110 section 12.4.2).
        var isRefused: Bool { weight.hasPrefix("q=") && Double(weight.dropFirst(2)) == 0 }
        var text: String { weight.isEmpty ? name : "\(name);\(weight)" }
    }

    /// The codings of a header that a recording can decode; `*` represents those not named. Nil if the client accepts
    /// none of them, and no unencoded bytes.
    ///
    /// - Parameter header: the field's joined values; empty accepts only unencoded bytes.
    static func readable(_ header: String) -> String? {
        let codings = header.split(separator: ",").compactMap { item -> Coding? in
            let parts = item.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            let words = parts.map { part in part.filter { !$0.isWhitespace }.lowercased() }
            return words[0].isEmpty ? nil : Coding(name: words[0], weight: words.count > 1 ? words[1] : "")
        }
        let named = codings.map(\.name)
        var kept = codings.flatMap { coding -> [Coding] in
            switch coding.name {
            case "*" where !coding.isRefused:
                ["gzip", "deflate"].filter { !named.contains($0) }.map { Coding(name: $0, weight: coding.weight) }
            case "*", "identity", "gzip", "x-gzip", "deflate": [coding]
            default: []
            }
        }
        if kept.allSatisfy(\.isRefused) {
            // Unencoded bytes are accepted unless refused.
            guard !codings.contains(where: { ["identity", "*"].contains($0.name) && $0.isRefused }) else { return nil }
            kept.append(Coding(name: "identity", weight: ""))
        }
        return kept.map(\.text).joined(separator: ", ")
    }
}

extension HTTPRequest {
    /// The request for recording: with a coding that can be decoded, if the client accepts one, and unconditional,
    /// because a 304 cannot answer others.
    var forRecording: HTTPRequest {
        var request = self
        if headerFields[.acceptEncoding] != nil {
            let accepted = headerFields[values: .acceptEncoding].joined(separator: ",")
            if let readable = AcceptedCodings.readable(accepted) { request.headerFields[.acceptEncoding] = readable }
        }
        if method == .get || method == .head {
            request.headerFields[.ifNoneMatch] = nil
            request.headerFields[.ifModifiedSince] = nil
        }
        return request
    }
}
