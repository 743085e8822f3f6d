import HTTPTypes
import WireFormats

/// The server to which a stub forwards its requests. WireMock's `proxyBaseUrl`.
package struct ProxyBase: Sendable, Equatable, CustomStringConvertible {
    /// The URL as written.
    package let url: String
    private let base: BaseURL
    /// A prefix that is removed from forwarded paths. WireMock's `proxyUrlPrefixToRemove`.
    package var removedPrefix = ""
    /// Header fields that replace those of the request. WireMock's `additionalProxyRequestHeaders`.
    package var addedHeaders = HTTPFields()
    /// Further names of credential headers, in lower case.
    private var credentials: Set<String> = []

    /// Parses `http://host:port/prefix`.
    ///
    /// - Throws: `InvalidText` for other schemes, a missing host, or user info, query or fragment. The request's path
    ///   is appended, and secrets do not belong in a stub file.
    package init(_ url: String) throws(InvalidText) {
        do throws(Complaint) {
            base = try BaseURL(url)
        } catch {
            throw InvalidText("proxyBaseUrl \"\(Redactor().url(url))\": \(error)")
        }
        self.url = url
    }

    package var description: String { url }

    /// The request for this server: its path and query are appended to the base path; all else is unchanged.
    ///
    /// If the server has another origin than the request, credential headers (`Authorization`, `Cookie`, `X-Api-Key`
    /// ...) are removed, because they were not meant for it. WireMock sends them. Query and body are unchanged:
    /// forwarding secrets in them is the stub author's choice.
    ///
    /// - Parameter request: the client's request.
    package func forwarded(_ request: HTTPRequest) -> HTTPRequest {
        var forwarded = request
        // At its own origin the request keeps that origin's spelling: what stands for another server stays to be found.
        if !isOrigin(of: request) {
            (forwarded.scheme, forwarded.authority) = (base.scheme, base.authority)
            // `Host` names the original server; clients write the new one.
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

    /// The base that also removes headers with these names.
    func hiding(_ credentials: Set<String>) -> ProxyBase {
        var base = self
        base.credentials = credentials
        return base
    }

    /// True if the request already has this server's scheme, host and port (RFC 6454 section 4).
    package func isOrigin(of request: HTTPRequest) -> Bool {
        let own = Authority(base.authority, scheme: base.scheme)
        let other = Authority(request.authority, scheme: request.scheme)
        return request.scheme?.lowercased() == base.scheme && own.host == other.host && own.port == other.port
    }
}
