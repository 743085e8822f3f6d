import HTTPTypes

/// A request's credentials, to be found again in what is said back: servers that echo headers repeat them anywhere.
struct EchoedSecrets {
    private let values: [String]
    private let placeholder: String

    /// Shorter values stand in a reply by chance.
    private static let shortest = 6

    init(_ request: HTTPRequest, placeholder: String) {
        self.placeholder = placeholder
        var values: Set<String> = []
        for field in request.headerFields {
            switch field.name {
            case .authorization, .proxyAuthorization:
                values.insert(field.value)
                // Behind the scheme.
                if let space = field.value.firstIndex(of: " ") {
                    values.insert(String(field.value[space...].dropFirst()))
                }
            case .cookie:
                for part in field.value.split(separator: ";") {
                    if let equal = part.firstIndex(of: "=") { values.insert(String(part[equal...].dropFirst())) }
                }
            default: if Redactor.isSecret(field.name.rawName) { values.insert(field.value) }
            }
        }
        // Whole values before their parts.
        self.values = values.filter { $0.utf8.count >= Self.shortest }.sorted { $0.utf8.count > $1.utf8.count }
    }

    /// The bytes with the placeholder in place of each value.
    func removed(from bytes: [UInt8]) -> [UInt8] {
        values.reduce(bytes) { bytes, value in
            let value = Array(value.utf8)
            return bytes.firstRange(of: value) == nil ? bytes : bytes.replacing(value, with: Array(placeholder.utf8))
        }
    }

    /// The headers with the placeholder in place of each value.
    func removed(from fields: HTTPFields) -> HTTPFields {
        guard !values.isEmpty else { return fields }
        var result = HTTPFields()
        for field in fields {
            let value = values.reduce(field.value) { $0.replacing($1, with: placeholder) }
            result.append(HTTPField(name: field.name, value: value))
        }
        return result
    }
}
