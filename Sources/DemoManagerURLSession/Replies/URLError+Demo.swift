public import DemoManager
public import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLError {
    /// The reason why the demo manager neither answered nor sent the request; nil for all other errors. The error's
    /// localized description has its message.
    public var demoRefusal: Refusal? { userInfo[NSUnderlyingErrorKey] as? Refusal }

    /// The error with which clients see a fault.
    init(_ fault: Fault, _ stub: StubRef, _ url: URL?) {
        let code: URLError.Code =
            switch fault {
            case .connectionReset, .emptyResponse: .networkConnectionLost
            case .malformedChunk: .cannotParseResponse
            case .randomDataThenClose: .badServerResponse
            case .timeout: .timedOut
            case .noNetwork: .notConnectedToInternet
            }
        self.init(code, "Simulated: \(fault.title) (\(stub.reason)).", url)
    }

    /// An error with a message for people.
    init(_ code: URLError.Code, _ message: String, _ url: URL?, _ cause: (any Error)? = nil) {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        info[NSUnderlyingErrorKey] = cause
        info[NSURLErrorFailingURLErrorKey] = url?.unmarked
        self.init(code, userInfo: info)
    }
}
