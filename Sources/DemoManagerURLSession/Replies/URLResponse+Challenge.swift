import Foundation
import HTTPTypes
import WireFormats

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPURLResponse {
    /// The headers as they are compared and recorded, by name.
    var fields: HTTPFields {
        var fields = HTTPFields()
        for (key, value) in allHeaderFields.inOrder({ "\($0.key)" < "\($1.key)" }) {
            if let name = HTTPField.Name("\(key)") { fields.append(HTTPField(name: name, value: "\(value)")) }
        }
        return fields
    }
}

/// The name under which a 401's `WWW-Authenticate` is given on Linux. URLSession answers a challenge itself there: without a
/// delegate that has a credential the task never ends, and for schemes it does not know it ends the process.
let renamedChallenge = "X-WWW-Authenticate"

#if !canImport(Darwin)
    extension URLResponse {
        /// The same response with its challenge renamed, if it is a 401 with one that `isRenamed`; else nil.
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
        /// True if URLSession can read it as a challenge: it traps on one without a realm, and on schemes but Basic.
        var isReadableChallenge: Bool { hasPrefix("Basic ") && contains("realm=") }
    }
#endif
