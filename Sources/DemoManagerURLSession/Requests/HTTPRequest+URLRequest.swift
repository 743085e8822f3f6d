public import HTTPTypes

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension HTTPRequest {
    /// Converts a request for stubs and explanations: `manager.explain(.request(request))`. Its body is not included.
    public static func request(_ request: URLRequest) -> HTTPRequest {
        HTTPRequest(request, additional: nil)
    }
}
