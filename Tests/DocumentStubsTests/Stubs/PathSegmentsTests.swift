import APIDocument
import DemoManager
import HTTPTypes
import Testing

@testable import DocumentStubs

@Suite struct PathSegmentsTests {
    @Test("Segments are decoded each, as far as they are encoded; a slash at the end begins none")
    func decoded() {
        let request = HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/p%65ts/%zz%41/%2F/?a=%41")
        #expect(ReceivedRequest(request).pathSegments(of: PathTemplate("/{a}/{b}/{c}")) == ["pets", "%zzA", "/"])
    }
}
