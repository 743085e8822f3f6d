import HTTPTypes
import WireFormats

/// The server a stub forwards its requests to instead of answering them. WireMock's `proxyBaseUrl`.
package struct ProxyBase: Sendable, Equatable, CustomStringConvertible {
    /// The URL as written.
    package let url: String
    private let base: BaseURL
    /// The beginning of paths that is left out there. WireMock's `proxyUrlPrefixToRemove`.
    package var removedPrefix = ""
    /// Fields that requests get in place of their own. WireMock's `additionalProxyRequestHeaders`.
    package var addedHeaders = HTTPFields()
    /// Names of headers that hold credentials whatever they are called, in lower case.
    private var credentials: Set<String> = []

    /// Reads `http://host:port/prefix`.
    ///
    /// - Throws: `InvalidText` for anything but http and https, without a host, or with user info, query or fragment.
    ///   The request's path is added at the end, and secrets do not belong in a stub file.
    package init(_ url: String) throws(InvalidText) {
        do throws(Complaint) {
            base = try BaseURL(url)
        } catch {
            throw InvalidText("proxyBaseUrl \"\(Redactor().url(url))\": \(error)")
        }
        self.url = url
    }

    /// The URL as written.
    package var description: String { url }

    /// The request as it goes to this server: path and query behind the base's path, everything else as it was.
    ///
    /// Headers whose names speak of credentials (`Authorization`, `Cookie`, `X-Api-Key` ...) are left out where the server
    /// is of another origin than the request: they were not meant for it. WireMock sends them along. Query and body stay as
    /// they are: a stub that forwards what carries secrets there is its author's choice.
    ///
    /// - Parameter request: the request as the client made it.
    package func forwarded(_ request: HTTPRequest) -> HTTPRequest {
        var forwarded = request
        // At its own origin the request keeps that origin's spelling: what stands for another server stays to be found.
        if !isOrigin(of: request) {
            (forwarded.scheme, forwarded.authority) = (base.scheme, base.authority)
            // `Host` is the name of the server the request was for; clients write the new one.
            forwarded.headerFields.removeAll {
                Redactor.isSecret($0.name.rawName) || credentials.contains($0.name.canonicalName)
                    || $0.name.canonicalName == "host"
            }
        }
        for field in addedHeaders { forwarded.headerFields[fields: field.name] = addedHeaders[fields: field.name] }
        var target = request.path.map { $0.prefix { $0 != "#" } } ?? "/"
        if target.hasPrefix(removedPrefix) { target = target.dropFirst(removedPrefix.count) }
        forwarded.path = base.pathPrefix + (target.hasPrefix("/") ? target : "/" + target)
        return forwarded
    }

    /// The base that leaves out headers of these names as well.
    func hiding(_ credentials: Set<String>) -> ProxyBase {
        var base = self
        base.credentials = credentials
        return base
    }

    /// True if the request is already for this server: the same scheme, host and port (RFC 6454 section 4).
    package func isOrigin(of request: HTTPRequest) -> Bool {
        let own = Authority(base.authority, scheme: base.scheme)
        let other = Authority(request.authority, scheme: request.scheme)
        return request.scheme?.lowercased() == base.scheme && own.host == other.host && own.port == other.port
    }
}
