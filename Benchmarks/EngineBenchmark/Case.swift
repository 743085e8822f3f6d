import DemoManager
import HTTPTypes

/// One kind of decision, at any number of stubs. Texts are equally long for every number, so that only the number differs.
enum Case: String, CaseIterable {
    case exactHit = "exact-hit"
    case exactMiss = "exact-miss"
    case templateHit = "template-hit"
    case templateMiss = "template-miss"
    case queryValue = "query-value"
    case headerValue = "header-value"
    case containingHit = "containing-hit"
    case containingMiss = "containing-miss"
    case regex

    /// How many times the cost at one stub the others may cost; nil for what is tried one by one.
    var aim: Double? {
        switch self {
        case .exactHit, .exactMiss, .queryValue, .headerValue: 1.3
        case .templateHit, .templateMiss: 2
        case .containingHit, .containingMiss: 3
        case .regex: nil
        }
    }

    /// The numbers of stubs it is measured at.
    var sizes: [Int] { self == .regex ? [1, 100, 10_000] : [1, 100, 10_000, 100_000] }

    /// A manager in demo with `size` stubs of this kind.
    func manager(size: Int, journal: Bool) throws -> DemoManager {
        let limits = journal ? Journal.Limits() : Journal.Limits(entries: 0)
        let manager = DemoManager(configuration: .init(journal: limits))
        manager.isEnabled = true
        try manager.add(try stubs(size))
        return manager
    }

    /// `size` stubs of this kind.
    func stubs(_ size: Int) throws -> [Stub] { try (0..<size).map { try stub($0) } }

    /// The stub with this number.
    func stub(_ number: Int) throws -> Stub {
        let text = Self.digits(number)
        var pattern = RequestPattern(method: .one(.get))
        switch self {
        case .exactHit, .exactMiss: pattern.url = .path("/items/\(text)/detail")
        case .templateHit, .templateMiss: pattern.url = .template(try URLTemplate("/items/\(text)/{part}"))
        case .queryValue:
            pattern.url = .path("/items/search/detail")
            pattern.queryParameters = [NamedMatcher("id", .equalTo(text))]
        case .headerValue:
            pattern.url = .path("/items/search/detail")
            pattern.headers = [NamedMatcher("X-Item", .equalTo(text))]
        case .containingHit, .containingMiss: pattern.url = .containing(["/items/\(text)/"])
        case .regex: pattern.url = .pathMatching(try RegularExpression("/items/\(text)/[a-z]+"))
        }
        let body = Array(#"{"id": "\#(text)", "title": "A thing", "price": 12.5}"#.utf8)
        let reply = Reply(headers: [.contentType: "application/json"], body: body)
        return Stub(request: pattern, sequence: [SequenceEntry(reply)], origin: .made(by: "benchmark"))
    }

    /// Requests to repeat: they spread over all stubs, or match none.
    func requests(size: Int) -> [HTTPRequest] {
        (0..<16).map { place in
            let number = isMiss ? 900_000 + place : place * max(1, size / 16) % size
            return request(number)
        }
    }

    /// The request the stub with this number answers.
    func request(_ number: Int) -> HTTPRequest {
        let text = Self.digits(number)
        switch self {
        case .queryValue: return .get("https://api.example.com/items/search/detail?lang=en&id=\(text)")
        case .headerValue:
            var request = HTTPRequest.get("https://api.example.com/items/search/detail")
            request.headerFields[.accept] = "application/json"
            if let name = HTTPField.Name("X-Item") { request.headerFields[name] = text }
            return request
        default: return .get("https://api.example.com/items/\(text)/detail")
        }
    }

    /// Whether no stub answers.
    var isMiss: Bool {
        switch self {
        case .exactMiss, .templateMiss, .containingMiss: true
        default: false
        }
    }

    private static func digits(_ number: Int) -> String { String(String(1_000_000 + number).dropFirst()) }
}
