import AppCore
import Foundation
import Testing
import WireFormats

@Suite("The base URL") struct BaseURLTests {
    @Test(
        "Typed addresses are read",
        arguments: [
            ("http://localhost:3000", "http://localhost:3000"), ("HTTPS://API.Example/v1//", "https://api.example/v1"),
            ("http://[::1]:8080/", "http://[::1]:8080"), ("http://h/a%20b", "http://h/a%20b"),
        ])
    func good(text: String, url: String) throws { #expect(try BaseURL(text).description == url) }

    @Test(
        "A request names the host of a URL as the URL writes it",
        arguments: [
            ("http://[::1]:8080/a?b=%20", "[::1]:8080", "/a?b=%20"), ("https://H.Example", "h.example", "/"),
            ("http://127.0.0.1:80/%2F", "127.0.0.1:80", "/%2F"),
        ])
    func names(text: String, authority: String, path: String) throws {
        let url = try #require(URL(string: text))
        #expect(url.httpAuthority == authority && url.httpPath == path)
    }

    @Test(
        "Unusable addresses are refused with a sentence",
        arguments: [
            "localhost:3000", "ftp://h", "http://", "http:///p", "http://h:0", "http://h:99999", "http://h:x",
            "http://u:p@h", "http://h?q", "http://h#f", "http://h\r\nX: y", "http://h h", "http://[]", "http://::1/",
            "",
        ])
    func bad(text: String) {
        let error = #expect(throws: Complaint.self) { try BaseURL(text) }
        #expect(error?.description.hasPrefix("the URL ") == true)
    }
}
