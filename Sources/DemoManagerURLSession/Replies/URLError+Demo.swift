public import DemoManager
public import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLError {
    /// Why the demo manager let the request neither have an answer nor leave; nil for every other error. Its message is the
    /// error's localized description.
    public var demoRefusal: Refusal? { userInfo[NSUnderlyingErrorKey] as? Refusal }

    /// The error a client sees for a fault.
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

    /// An error with a text for a person.
    init(_ code: URLError.Code, _ message: String, _ url: URL?, _ cause: (any Error)? = nil) {
        var info: [String: Any] = [NSLocalizedDescriptionKey: message]
        info[NSUnderlyingErrorKey] = cause
        info[NSURLErrorFailingURLErrorKey] = url
        self.init(code, userInfo: info)
    }
}
