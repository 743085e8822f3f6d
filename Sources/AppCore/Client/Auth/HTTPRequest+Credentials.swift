import Foundation
import HTTPTypes

extension HTTPRequest {
    /// The request with credentials that need no exchange.
    func signed(with credentials: Credentials) -> HTTPRequest {
        var signed = self
        switch credentials {
        case .bearer(let token):
            signed.headerFields[.authorization] = "Bearer " + token
        case .basic(let username, let password):
            let pair = Data("\(username):\(password)".utf8).base64EncodedString()
            signed.headerFields[.authorization] = "Basic " + pair
        case .apiKey(let key, let name, .header):
            if let name = HTTPField.Name(name) { signed.headerFields[name] = key }
        case .apiKey(let key, let name, .query):
            let path = path ?? "/"
            signed.path = path + (path.contains("?") ? "&" : "?") + QueryItem.encoded([QueryItem(name, key)])
        case .apiKey(let key, let name, .cookie):
            let cookie = "\(name)=\(key)"
            signed.headerFields[.cookie] = [headerFields[.cookie], cookie].compactMap(\.self).joined(separator: "; ")
        case .password, .client:
            break
        }
        return signed
    }
}
