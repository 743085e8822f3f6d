import HTTPTypes
import WireFormats

/// A part of an exchange, as links and callbacks name it (OpenAPI 3.1.1, "Runtime Expressions").
package enum RuntimeExpression: Sendable, Hashable {
    package enum Side: String, Sendable, CaseIterable { case request, response }

    case url, method, statusCode
    case header(Side, HTTPField.Name)
    case query(String)
    case path(String)
    case body(Side, JSONPointer)

    package init(_ text: String) throws(Complaint) {
        let simple: [String: RuntimeExpression] = ["$url": .url, "$method": .method, "$statusCode": .statusCode]
        if let expression = simple[text] {
            self = expression
            return
        }
        for side in Side.allCases {
            let start = "$\(side.rawValue)."
            guard text.hasPrefix(start) else { continue }
            let source = text.dropFirst(start.count)
            if source == "body" || source.hasPrefix("body#") {
                do throws(JSONError) {
                    self = .body(side, try JSONPointer(String(source.dropFirst("body#".count))))
                    return
                } catch {
                    throw Complaint("\"\(text)\" names no place: \(error.message)")
                }
            }
            let parts = source.split(separator: ".", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { continue }
            let found: RuntimeExpression? =
                switch (parts[0], side) {
                case ("header", _): HTTPField.Name(parts[1]).map { .header(side, $0) }
                case ("query", .request): .query(parts[1])
                case ("path", .request): .path(parts[1])
                default: nil
                }
            guard let found else { continue }
            self = found
            return
        }
        throw Complaint(
            "\"\(text)\" is not a runtime expression; write one such as $request.body#/callbackUrl, "
                + "$request.query.url, $request.header.X-Url, $request.path.id or $response.body#/url")
    }

    package init(inLink text: String) throws(Complaint) {
        self = try RuntimeExpression(text.hasPrefix("{") ? String(text.dropFirst().prefix { $0 != "}" }) : text)
    }
}

/// A text with runtime expressions in braces, such as a callback's URL. A single expression needs no braces.
package struct RuntimeText: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case literal(String)
        case expression(RuntimeExpression, String)
    }

    package let text: String
    private let parts: [Part]

    package init(_ text: String) throws(Complaint) {
        self.text = text
        guard !text.hasPrefix("$") else {
            parts = [.expression(try RuntimeExpression(text), text)]
            return
        }
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else {
                throw Complaint("\"\(text)\" has a brace that is not closed")
            }
            let inner = String(rest[rest.index(after: open)..<close])
            parts += [.literal(String(rest[..<open])), .expression(try RuntimeExpression(inner), inner)]
            rest = rest[rest.index(after: close)...]
        }
        self.parts = parts + [.literal(String(rest))]
        guard case .literal(let start)? = self.parts.first(where: { $0 != .literal("") }) else { return }
        guard ["http://", "https://"].contains(where: start.lowercased().hasPrefix) else {
            throw Complaint(
                "\"\(text)\" is not a URL; begin it with an expression such as {$request.body#/callbackUrl}")
        }
    }

    /// The text with the values of an exchange.
    /// - Throws: a complaint that names an expression without a value.
    package func value(in exchange: RuntimeExchange) throws(Complaint) -> String {
        var result = ""
        for part in parts {
            switch part {
            case .literal(let text): result += text
            case .expression(let expression, let text):
                guard let value = exchange[expression] else {
                    throw Complaint("the exchange has no value for \(text)")
                }
                result += value
            }
        }
        return result
    }
}

/// A request and its response, from which runtime expressions take values.
package struct RuntimeExchange: Sendable {
    package var url: String
    package var method: HTTPRequest.Method
    package var status: Int
    package var pathValues: [String: String]
    package var headers: [RuntimeExpression.Side: HTTPFields]
    /// The bodies as JSON; bodies of other types are left out.
    package var bodies: [RuntimeExpression.Side: JSONValue]

    package init(
        url: String, method: HTTPRequest.Method, status: Int, pathValues: [String: String],
        headers: [RuntimeExpression.Side: HTTPFields], bodies: [RuntimeExpression.Side: JSONValue]
    ) {
        (self.url, self.method, self.status) = (url, method, status)
        (self.pathValues, self.headers, self.bodies) = (pathValues, headers, bodies)
    }

    /// The value of an expression, as text; nil if the exchange has none, or an empty one.
    package subscript(expression: RuntimeExpression) -> String? {
        let value: String? =
            switch expression {
            case .url: url
            case .method: method.rawValue
            case .statusCode: String(status)
            case .header(let side, let name): headers[side]?[name]
            case .path(let name): pathValues[name]
            case .query(let name):
                FormItem.items(url.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }).first { $0.name == name }?.value
            case .body(let side, let pointer): bodies[side]?[pointer].map { $0.scalarText ?? $0.text(.compact) }
            }
        return value?.isEmpty == false ? value : nil
    }
}

/// A request that the API sends to its client: a callback of an operation, or a webhook.
package struct Callback: Sendable {
    package var name: String
    /// The URL; nil for a webhook, which has none in the document.
    package var url: RuntimeText?
    /// The method, headers and body of the request. Its path is the root, and no router finds it.
    package var request: Operation
}
