public import HTTPTypes

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

extension HTTPRequest {
    /// The request as stubs and explanations take it: `manager.explain(.request(request))`. Its body stays behind.
    public static func request(_ request: URLRequest) -> HTTPRequest {
        HTTPRequest(request, additional: nil)
    }
}
