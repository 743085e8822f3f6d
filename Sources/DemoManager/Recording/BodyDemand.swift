import HTTPTypes
import JSONText

/// What a recording demands of a request's body: that it is the same, but for secrets and what changes with each request.
struct BodyDemand {
    /// Of the body as a whole.
    private(set) var matchers: [ValueMatcher] = []
    /// Of a form's fields.
    private(set) var fields: [NamedMatcher] = []

    /// Bodies longer than this are not compared.
    static let limit = 64 << 10

    init(_ body: [UInt8], _ type: String?, _ method: HTTPRequest.Method) {
        guard !body.isEmpty else {
            // Without it the recording of an empty body would answer for every other.
            if [.post, .put, .patch].contains(method) { matchers = [.absent] }
            return
        }
        let type = (type ?? "").lowercased()
        // The boundary of a multipart body is another each time.
        guard body.count <= Self.limit, !type.hasPrefix("multipart/"),
            let text = String(validating: body, as: UTF8.self)
        else { return }
        if let json = Self.json(body) {
            matchers = Self.demand(of: json)
        } else if type.hasPrefix("application/x-www-form-urlencoded") {
            fields = Self.fields(body)
        } else if RecordedSecret.isFree(body, contentType: type) {
            matchers = [.equalTo(text)]
        }
    }

    private static func json(_ body: [UInt8]) -> JSONValue? {
        do { return try JSONValue(parsing: body) } catch { return nil }
    }

    private static func demand(of json: JSONValue) -> [ValueMatcher] {
        // A placeholder of another tool in it would mean something there.
        guard !json.text().contains("${json-unit") else { return [] }
        let redacted = RecordedSecret.marked(json)
        if redacted == json { return [.equalToJSON(json)] }
        guard let rest = harmless(json, redacted) else { return [] }
        return [.equalToJSON(rest, ignoringExtraElements: true)]
    }

    /// What is the same in both; nil where nothing is. An array with a secret item is left out: places would shift.
    private static func harmless(_ value: JSONValue, _ redacted: JSONValue) -> JSONValue? {
        switch (value, redacted) {
        case (.object(let own), .object(let other)) where own.count == other.count:
            let members = zip(own.members, other.members).compactMap { own, other in
                harmless(own.value, other.value).map { JSONObject.Member(key: own.key, value: $0) }
            }
            return .object(JSONObject(members))
        case (.array(let own), .array(let other)) where own.count == other.count:
            let items = zip(own, other).compactMap { harmless($0, $1) }
            return items.count == own.count ? .array(items) : nil
        default: return value == redacted ? value : nil
        }
    }

    /// Of a form each field that is no secret and stands once.
    private static func fields(_ body: [UInt8]) -> [NamedMatcher] {
        let items = FormItem.items(body[...]).map { item in
            (name: String(decoding: item.name, as: UTF8.self), value: String(decoding: item.value, as: UTF8.self))
        }
        let counts = items.reduce(into: [:]) { counts, item in counts[item.name, default: 0] += 1 }
        let names = Array(counts.keys)
        return items.compactMap { item in
            guard counts[item.name] == 1, !Redactor.isSecret(item.name),
                !AuthorizationCode.isField(item.name, item.value, among: names),
                RecordedSecret.isFree(Array(item.value.utf8), contentType: "text/plain")
            else { return nil }
            return NamedMatcher(item.name, .equalTo(item.value))
        }
    }
}
