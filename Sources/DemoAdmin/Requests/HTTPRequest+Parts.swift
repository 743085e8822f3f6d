import Foundation
import HTTPTypes
import JSONText

/// The parts of a request that WireMock's tools look up by name.
extension HTTPRequest {
    /// The query's parameters, decoded, each as `{"key": ..., "values": [...]}`.
    var queryParameters: JSONValue {
        let items = (path ?? "").drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }.split(separator: "&")
        var object = JSONObject()
        for item in items {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = PercentCode.decoded(form: parts[0])
            let values = object[name]?["values"]?.arrayValue ?? []
            let value = JSONValue.string(parts.count > 1 ? PercentCode.decoded(form: parts[1]) : "")
            object[name] = ["key": .string(name), "values": .array(values + [value])]
        }
        return .object(object)
    }

    /// The cookies, by name.
    var cookies: JSONValue {
        var object = JSONObject()
        for field in headerFields[fields: .cookie] {
            for item in field.value.split(separator: ";") {
                let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = parts[0].trimmingCharacters(in: .whitespaces)
                object[name] = .string(parts.count > 1 ? String(parts[1]) : "")
            }
        }
        return .object(object)
    }
}
