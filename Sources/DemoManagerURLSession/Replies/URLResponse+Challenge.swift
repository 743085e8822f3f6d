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
        /// The same response as the app may see it: its URL without marks, and the challenge of a 401 renamed if `isRenamed`.
        /// Nil if it is so already.
        func readable(_ isRenamed: (String) -> Bool) -> HTTPURLResponse? {
            guard let http = self as? HTTPURLResponse, let url else { return nil }
            let challenge = http.statusCode == 401 ? http.value(forHTTPHeaderField: "WWW-Authenticate") : nil
            let renamed = challenge.flatMap { isRenamed($0) ? $0 : nil }
            guard renamed != nil || url.unmarked != url else { return nil }
            var headers: [String: String] = [:]
            for (key, value) in http.allHeaderFields { headers["\(key)"] = "\(value)" }
            if let renamed {
                headers["WWW-Authenticate"] = nil
                headers[renamedChallenge] = renamed
            }
            return HTTPURLResponse(
                url: url.unmarked, statusCode: http.statusCode, httpVersion: "HTTP/1.1", headerFields: headers)
        }
    }

    extension String {
        /// True if URLSession can parse the challenge: it traps without a realm, and on schemes other than Basic.
        var isReadableChallenge: Bool { hasPrefix("Basic ") && contains("realm=") }
    }
#endif
