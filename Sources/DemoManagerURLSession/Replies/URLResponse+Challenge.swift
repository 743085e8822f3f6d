import Foundation
import HTTPTypes
import WireFormats

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPURLResponse {
    /// The header fields, for comparing and recording, sorted by name.
    var fields: HTTPFields {
        var fields = HTTPFields()
        for (key, value) in allHeaderFields.inOrder({ "\($0.key)" < "\($1.key)" }) {
            if let name = HTTPField.Name("\(key)") { fields.append(HTTPField(name: name, value: "\(value)")) }
        }
        return fields
    }
}

/// The name by which a 401's `WWW-Authenticate` is delivered on Linux. URLSession handles challenges itself there:
/// without a delegate that has a credential the task never ends, and unknown schemes end the process.
let renamedChallenge = "X-WWW-Authenticate"

#if !canImport(Darwin)
    extension URLResponse {
        /// The same response with its challenge renamed, if it is a 401 whose challenge meets `isRenamed`; else nil.
        func withoutChallenge(_ isRenamed: (String) -> Bool) -> HTTPURLResponse? {
            guard let http = self as? HTTPURLResponse, http.statusCode == 401, let url,
                let challenge = http.value(forHTTPHeaderField: "WWW-Authenticate"), isRenamed(challenge)
            else { return nil }
            var headers: [String: String] = [:]
            for (key, value) in http.allHeaderFields { headers["\(key)"] = "\(value)" }
            headers["WWW-Authenticate"] = nil
            headers[renamedChallenge] = challenge
            return HTTPURLResponse(url: url, statusCode: 401, httpVersion: "HTTP/1.1", headerFields: headers)
        }
    }

    extension String {
        /// True if URLSession can parse the challenge: it traps without a realm, and on schemes other than Basic.
        var isReadableChallenge: Bool { hasPrefix("Basic ") && contains("realm=") }
    }
#endif
