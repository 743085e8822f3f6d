import DemoManager
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Which server a request goes to that is sent in place of a task's own.
enum Origin: Sendable {
    /// The one the task meant.
    case own
    /// The one a stub forwards to; it gets nothing of the session's.
    case other
}

extension Installation {
    /// The other protocol classes of the configuration.
    var otherClasses: [AnyClass] {
        (configuration.protocolClasses ?? []).filter { !($0 is DemoURLProtocol.Type) }
    }

    /// The session that sends in place of the app's, made when it is first needed.
    func session(for origin: Origin) -> URLSession {
        sessions.withLock { sessions in
            if let session = sessions[origin] { return session }
            #if canImport(Darwin)
                let session = URLSession(
                    configuration: configuration(for: origin), delegate: RedirectsUnfollowed(), delegateQueue: nil)
            #else
                let session = URLSession(configuration: configuration(for: origin))
            #endif
            sessions[origin] = session
            return session
        }
    }

    private func configuration(for origin: Origin) -> URLSessionConfiguration {
        let copy = configuration.copy() as? URLSessionConfiguration ?? .default
        copy.protocolClasses = otherClasses
        #if !canImport(Darwin)
            copy.protocolClasses = [PassingProtocol.self] + otherClasses
        #endif
        if origin == .other {
            // The data to send to it are in the request.
            copy.httpAdditionalHeaders = nil
            copy.httpCookieStorage = nil
            copy.urlCredentialStorage = nil
            copy.urlCache = nil
        }
        return copy
    }
}
