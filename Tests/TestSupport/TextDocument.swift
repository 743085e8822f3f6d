import Foundation

/// An OpenAPI document from text with one operation a line.
///
///     GET /carts/{id:integer} getCart -> Cart
///     POST /carts addCart Cart -> 201
///     GET /carts?page:integer=1&kind:new|old&q! listCarts -> [Cart] -> 404 text/plain example=no ; x-screen: {id: a}
///     Cart = {id: integer readOnly, name!: string, due: date, kind: new|old}
///
/// `!` marks a required member or parameter, `;` separates YAML members of the operation. `{id:}` stays undeclared.
/// `root` has YAML of the document.
package func openAPI(
    _ title: String = "T", server: String? = "http://test.example", _ text: String, root: String = ""
) -> String {
    var paths: [(path: String, parameters: [String], operations: [String])] = []
    var schemas: [String] = []
    for line in text.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
        if let equals = line.range(of: " = "), !line[..<equals.lowerBound].contains(" ") {
            schemas.append("\(line[..<equals.lowerBound]): \(schema(String(line[equals.upperBound...])))")
            continue
        }
        let parts = line.components(separatedBy: " ; ")
        let sides = parts[0].components(separatedBy: " -> ")
        let words = sides[0].split(separator: " ", maxSplits: 2).map(String.init)
        // Without an id, the second word after the path may be a body.
        let rest = words.count > 2 ? words[2].split(separator: " ", maxSplits: 1).map(String.init) : []
        let hasID = rest.first.map { $0.first?.isLowercase == true && !$0.contains("/") } ?? false
        let id = hasID ? rest[0] : nil
        let body = hasID ? (rest.count > 1 ? rest[1] : nil) : (words.count > 2 ? words[2] : nil)
        var members = Array(parts.dropFirst())
        if let id { members.insert("operationId: \(id)", at: 0) }
        let target = words[1].split(separator: "?", maxSplits: 1).map(String.init)
        if target.count > 1 { members.append("parameters: [\(query(target[1]))]") }
        if let body { members.append("requestBody: {\(content(body))}") }
        if !members.contains(where: { $0.hasPrefix("responses:") }) {
            members.append("responses: {\(sides.dropFirst().map(response).joined(separator: ", "))}")
        }
        let (path, parameters) = pathAndParameters(target[0])
        let operation = "\(words[0].lowercased()): {\(members.joined(separator: ", "))}"
        if let index = paths.firstIndex(where: { $0.path == path }) {
            paths[index].operations.append(operation)
        } else {
            paths.append((path, parameters, [operation]))
        }
    }
    var lines = ["openapi: 3.1.0", "info: {title: \(title), version: '1'}"]
    if let server { lines.append("servers: [{url: '\(server)'}]") }
    if !root.isEmpty { lines.append(root) }
    lines.append("paths:")
    for (path, parameters, operations) in paths {
        lines.append("  \(path):")
        if !parameters.isEmpty { lines.append("    parameters: [\(parameters.joined(separator: ", "))]") }
        lines += operations.map { "    " + $0 }
    }
    if !schemas.isEmpty { lines.append("components: {schemas: {\(schemas.joined(separator: ", "))}}") }
    return lines.joined(separator: "\n")
}

/// `201 Cart`, `Cart`, `text/plain` or `204` as a response.
private func response(_ text: String) -> String {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    let status = Int(words[0]) == nil && words[0] != "default" ? nil : words[0]
    let shape = status == nil ? text : words.count > 1 ? words[1] : nil
    return "'\(status ?? "200")': {description: ok\(shape.map { ", " + content($0) } ?? "")}"
}

/// `Cart`, `text/plain` or `application/hal+json Cart`, perhaps with an example, as the content of a body.
private func content(_ text: String) -> String {
    var (shape, members) = (text, [String]())
    // Within braces it is the example of a member.
    let marks = text.matches(of: /(?:^| )(examples?)=/)
    if let mark = marks.first(where: { mark in
        let before = text[..<mark.range.lowerBound]
        return before.filter { "{[".contains($0) }.count == before.filter { "}]".contains($0) }.count
    }) {
        members = ["\(mark.1): \(text[mark.range.upperBound...])"]
        shape = String(text[..<mark.range.lowerBound])
    }
    let words = shape.split(separator: " ", maxSplits: 1).map(String.init)
    let type = words.first.flatMap { $0.contains("/") && !$0.contains("{") ? $0 : nil }
    if type != nil { shape = words.count > 1 ? words[1] : "string" }
    if !shape.isEmpty { members.insert("schema: \(schema(shape))", at: 0) }
    return "content: {\(type ?? "application/json"): {\(members.joined(separator: ", "))}}"
}

/// `page:integer=1&q!` as parameters.
private func query(_ text: String) -> String {
    text.matches(of: /([^&:=!]+)(!?)(?::([^&=]+))?(?:=([^&]+))?/).map { match in
        let type = schema((match.3.map { String($0) } ?? "string") + (match.4.map { " default=\($0)" } ?? ""))
        return "{name: \(match.1), in: query, \(match.2.isEmpty ? "" : "required: true, ")schema: \(type)}"
    }.joined(separator: ", ")
}

private func pathAndParameters(_ text: String) -> (String, [String]) {
    var path = text
    var parameters: [String] = []
    for match in text.matches(of: /\{(\w+)(?::(\w*))?\}/) {
        path = path.replacingOccurrences(of: match.0, with: "{\(match.1)}")
        let type = match.2.map { String($0) } ?? "string"
        guard !type.isEmpty else { continue }
        parameters.append("{name: \(match.1), in: path, required: true, schema: \(schema(type))}")
    }
    return (path, parameters)
}

/// `[Cart]`, `Cart`, `{name!: string}` or `string readOnly` as a schema in YAML; a schema in YAML stays.
private func schema(_ text: String) -> String {
    let text = text.trimmingCharacters(in: .whitespaces)
    if text.hasPrefix("[") { return "{type: array, items: \(schema(String(text.dropFirst().dropLast())))}" }
    if text.hasPrefix("{") {
        let written = ["{type:", "{$ref:", "{enum:", "{const:", "{oneOf:", "{anyOf:", "{allOf:", "{}"]
        guard !written.contains(where: text.hasPrefix) else { return text }
        var (members, required) = ([String](), [String]())
        for member in topLevelParts(text.dropFirst().dropLast()) {
            let sides = member.split(separator: ":", maxSplits: 1).map(String.init)
            var name = sides[0].trimmingCharacters(in: .whitespaces)
            if name.hasSuffix("!") {
                name.removeLast()
                required.append(name)
            }
            members.append("\(name): \(schema(sides[1]))")
        }
        let needs = required.isEmpty ? "" : "required: [\(required.joined(separator: ", "))], "
        return "{type: object, \(needs)properties: {\(members.joined(separator: ", "))}}"
    }
    if text.first?.isUppercase == true { return "{$ref: '#/components/schemas/\(text)'}" }
    let words = text.split(separator: " ").map(String.init)
    let flags = words.dropFirst().map {
        $0.contains("=") ? $0.replacingOccurrences(of: "=", with: ": ") : "\($0): true"
    }
    let type =
        words[0].contains("|")
        ? "type: string, enum: [\(words[0].replacingOccurrences(of: "|", with: ", "))]"
        : formats[words[0]].map { "type: \($0), format: \(words[0])" } ?? "type: \(words[0])"
    return "{\(([type] + flags).joined(separator: ", "))}"
}

private let formats = [
    "binary": "string", "date": "string", "date-time": "string", "int64": "integer", "uri": "string", "uuid": "string",
]

private func topLevelParts(_ text: Substring) -> [String] {
    var (parts, depth) = ([""], 0)
    for character in text {
        if "{[".contains(character) { depth += 1 }
        if "}]".contains(character) { depth -= 1 }
        if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts.filter { !$0.allSatisfy(\.isWhitespace) }
}
