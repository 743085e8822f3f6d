import DemoManager
import Foundation
import HTTPTypes
import WireFormats

enum TemplateValue: Sendable {
    case missing
    case json(JSONValue)
    /// A value that may repeat: it reads as the first one, and contains all.
    case texts([String])
    case fields([(name: String, texts: [String])], ignoresCase: Bool)
    case root
    case request
    /// The request's path, with its segments and parameters as members.
    case path
    /// The request's body, parsed as JSON at most once.
    case body
    /// An argument of `jsonPath`.
    case query(JSONPath)

    static func text(_ text: String) -> TemplateValue { .json(.string(text)) }

    /// The scalar or container that is compared and written.
    func plain(_ request: TemplateRequest) -> JSONValue {
        switch self {
        case .missing, .root, .request: .null
        case .json(let value): value
        case .texts(let texts): texts.first.map { .string($0) } ?? .null
        case .fields(let fields, _):
            .object(JSONObject(fields.map { .init(key: $0.name, value: .string($0.texts.first ?? "")) }))
        case .path: .string(request.path)
        case .body: .string(request.body)
        case .query(let path): .string(path.text)
        }
    }

    func text(_ request: TemplateRequest) -> String {
        let plain = plain(request)
        return plain.scalarText ?? (plain.isNull ? "" : plain.text())
    }

    /// The items of an array or object, with their keys; nil for other values.
    var items: [(key: String?, value: TemplateValue)]? {
        switch self {
        case .json(.array(let items)): items.map { (nil, .json($0)) }
        case .json(.object(let object)): object.members.map { ($0.key, .json($0.value)) }
        case .texts(let texts): texts.map { (nil, .text($0)) }
        case .fields(let fields, _): fields.map { ($0.name, .texts($0.texts)) }
        default: nil
        }
    }

    /// As in Handlebars: missing values, `false`, 0, "" and empty arrays are false.
    func isTrue(_ request: TemplateRequest) -> Bool {
        switch self {
        case .missing, .json(.null), .json(false), .json(.string("")), .json(.array([])), .texts([]): false
        case .json(.number(let number)): number.double != 0
        case .body: !request.body.isEmpty
        default: true
        }
    }

    var cost: Int {
        switch self {
        case .json(let value): value.cost
        case .fields(let fields, _): fields.count
        case .texts(let texts): texts.count
        default: 0
        }
    }
}

extension JSONValue {
    fileprivate var cost: Int {
        switch self {
        case .string(let text): text.utf8.count / 256
        case .array(let items): items.reduce(items.count) { $0 + $1.cost }
        case .object(let object): object.members.reduce(object.members.count) { $0 + $1.value.cost }
        default: 0
        }
    }
}

/// A request as templates see it: that of the client, even if the engine decides on another address. Used for one reply
/// on one thread. Each part is computed once, because loops may read it repeatedly.
final class TemplateRequest {
    private let facts: RequestFacts
    private let parameters: [(name: String, value: String)]

    static let members = [
        "method", "url", "path", "pathSegments", "query", "headers", "cookies", "body", "bodyAsBase64", "host", "port",
        "scheme", "baseUrl",
    ]

    init(_ received: ReceivedRequest, path template: URLTemplate?) {
        var request = received.request
        if let asked = received.asked {
            request.authority = asked.authority ?? request.authority
            request.path = asked.path
        }
        let facts = RequestFacts(request, body: Array(received.body))
        self.facts = facts
        guard let template else {
            parameters = []
            return
        }
        // A stub may match below the server's base path, which its template does not include.
        var rest = facts.path
        var values = template.values(in: rest)
        while values == nil, let slash = rest.dropFirst().firstIndex(of: UInt8(ascii: "/")) {
            rest = rest[slash...]
            values = template.values(in: rest)
        }
        parameters = zip(template.parameterNames, values ?? []).map { ($0, Self.text(PercentCode.decoded($1))) }
    }

    private static func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private(set) lazy var path = Self.text(PercentCode.decoded(facts.path))
    var body: String { facts.body?.text ?? "" }
    var json: JSONValue? { facts.body?.json }
    var bodySize: Int { facts.body?.bytes.count ?? 0 }
    private lazy var base64 = Data(facts.body?.bytes ?? []).base64EncodedString()
    private lazy var query = Self.fields(facts.query)
    private lazy var cookies = Self.fields(facts.cookies)
    private lazy var headers: TemplateValue = {
        let host = facts.request.authority.map { [(name: "Host", value: $0)] } ?? []
        let others = facts.request.headerFields.map { (name: $0.name.rawName, value: $0.value) }
        return Self.fields(host + others, ignoresCase: true)
    }()
    /// The decoded segments of the path, without empty ones.
    private lazy var segments = facts.path.split(separator: UInt8(ascii: "/"))
        .map { Self.text(PercentCode.decoded($0)) }

    func member(_ name: String) -> TemplateValue {
        let scheme = facts.request.scheme ?? "http"
        switch name {
        case "method": return .text(facts.method.rawValue)
        case "url": return .text(facts.targetText)
        case "path": return .path
        case "pathSegments": return .json(.array(segments.map { .string($0) }))
        case "query": return query
        case "cookies": return cookies
        case "headers": return headers
        case "body": return .body
        case "bodyAsBase64": return .text(base64)
        case "host": return facts.authority.host.map { .text($0) } ?? .missing
        case "port": return facts.authority.port.map { .json(.number($0)) } ?? .missing
        case "scheme": return .text(scheme)
        case "baseUrl": return facts.request.authority.map { .text("\(scheme)://\($0)") } ?? .missing
        default: return .missing
        }
    }

    /// A segment by index, or a parameter by name.
    func pathMember(_ name: String) -> TemplateValue {
        if let value = parameters.first(where: { $0.name == name })?.value { return .text(value) }
        guard let index = Int(name), segments.indices.contains(index) else { return .missing }
        return .text(segments[index])
    }

    private static func fields(_ items: [FormItem]) -> TemplateValue {
        fields(items.map { (text($0.name), text($0.value)) }, ignoresCase: false)
    }

    private static func fields(_ items: [(name: String, value: String)], ignoresCase: Bool) -> TemplateValue {
        var order: [(name: String, texts: [String])] = []
        var places: [String: Int] = [:]
        for item in items {
            let key = ignoresCase ? item.name.lowercased() : item.name
            if let place = places[key] {
                order[place].texts.append(item.value)
            } else {
                places[key] = order.count
                order.append((item.name, [item.value]))
            }
        }
        return .fields(order, ignoresCase: ignoresCase)
    }
}
