import HTTPTypes

/// What a client takes as `Content-Encoding` (RFC 9110 section 12.5.3), so that a server can be asked for what both the client
/// reads and a recording can look into.
struct AcceptedCodings: Hashable, Sendable {
    private struct Coding: Hashable {
        /// In lower case.
        let name: String
        /// As it stands in the header: `q=0.5`; empty where there is none.
        let weight: String

        /// Whether the weight is zero (RFC 9110 section 12.4.2).
        var isRefused: Bool { weight.hasPrefix("q=") && Double(weight.dropFirst(2)) == 0 }
    }

    private let codings: [Coding]

    /// Codings that a recording takes off.
    private static let readable = ["gzip", "x-gzip", "deflate"]

    /// - Parameter header: the field's values, joined; empty says that nothing but the bytes themselves is taken.
    init(_ header: String) {
        codings = header.split(separator: ",").compactMap { item in
            let parts = item.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            let words = parts.map { part in part.filter { !$0.isWhitespace }.lowercased() }
            return words[0].isEmpty ? nil : Coding(name: words[0], weight: words.count > 1 ? words[1] : "")
        }
    }

    private init(_ codings: [Coding]) { self.codings = codings }

    /// Those of them that a recording can look into; `*` stands for all of these that are not named. Nil where the client takes
    /// nothing of the kind, not even the bytes as they are.
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
            // The bytes as they are count as taken unless they are refused.
            guard !codings.contains(where: { ["identity", "*"].contains($0.name) && $0.isRefused }) else { return nil }
            kept.append(Coding(name: "identity", weight: ""))
        }
        return AcceptedCodings(kept)
    }

    /// The header's value.
    var text: String {
        codings.map { $0.weight.isEmpty ? $0.name : "\($0.name);\($0.weight)" }.joined(separator: ", ")
    }
}

extension HTTPRequest {
    /// The request as it is sent while its reply is recorded: in a coding that can be looked into, where the client takes one,
    /// and for a reading not on condition that the client's copy is old - "you have it" (304) is nothing to answer others with.
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
