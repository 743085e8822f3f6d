import APIDocument
import AppCore
import HTTPTypes

/// The counted calls beside the operations of the documents.
struct CoverageReport: Hashable, Sendable {
    struct Row: Hashable, Sendable {
        /// Nil for calls of no operation.
        var operation: String?
        /// `GET /books`.
        let title: String
        let calls: Coverage.Calls
        /// Declared statuses that were never answered, and answered ones that are not declared.
        var missing: [String] = [], undeclared: [String] = []
        /// Declared parameters that were never sent; those of the path always are.
        var unused: [String] = []
        /// The first screen that makes the call.
        var screen: String?

        fileprivate var name: String { [operation, title].compactMap(\.self).joined(separator: " ") }
    }

    let rows: [Row]
    /// The calls without an operation.
    let others: [Row]

    /// A document whose operations are counted.
    struct Part: Sendable {
        let document: APIDocument
        /// The names that its operations are counted by.
        var names = ScreenNames()
        /// The path of its server; empty for a document alone.
        var path = ""
        /// The first one of an operation is that of its row.
        var screens: [Screen] = []
    }

    init(_ coverage: Coverage, of parts: [Part]) {
        let rows = parts.flatMap { Self.rows(coverage.operations, of: $0) }
        let known = Set(rows.compactMap(\.operation))
        self.rows = rows
        others = coverage.operations.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }
            .map { Row(title: $0.key, calls: $0.value) }
    }

    private static func rows(_ counted: [String: Coverage.Calls], of part: Part) -> [Row] {
        let screen = Dictionary(
            part.screens.flatMap { screen in screen.operations.map { ($0, screen.id) } },
            uniquingKeysWith: { first, _ in first })
        return part.document.operations.map { operation in
            let id = part.names.operation(operation.id)
            let calls = counted[id] ?? Coverage.Calls()
            let declared = operation.responses.map { "\($0.status)" }
            let answered = calls.statuses.keys.filter { $0 != "none" }.sorted()
            return Row(
                operation: id, title: "\(operation.method.rawValue) \(part.path)\(operation.path)", calls: calls,
                missing: declared.filter { status in !answered.contains { matches(status, $0) } },
                undeclared: answered.filter { status in !declared.contains { matches($0, status) } },
                unused: operation.parameters.filter { $0.location != .path && calls.parameters[$0.name] == nil }
                    .map(\.name), screen: screen[id])
        }
    }

    /// True if a declared status covers an answered one: `404`, `4XX` or `default`.
    private static func matches(_ declared: String, _ status: String) -> Bool {
        let declared = declared.uppercased()
        return declared == status || declared == "DEFAULT" || declared == "\(status.prefix(1))XX"
    }

    var called: Int { rows.count { $0.calls.count > 0 } }
    /// Of the operations; 100 for a document without one.
    var percent: Int { rows.isEmpty ? 100 : called * 100 / rows.count }
    var sentence: String { "\(called) of \(rows.count) operations were called (\(percent) %)" }

    /// For CI servers: a test case an operation, which fails if it was never called.
    var junit: String {
        let cases = rows.map { row in
            let name = "  <testcase classname=\"coverage\" name=\"\(Self.escaped(row.name))\""
            return row.calls.count > 0 ? name + "/>" : name + "><failure message=\"never called\"/></testcase>"
        }
        let head = "<testsuite name=\"coverage\" tests=\"\(rows.count)\" failures=\"\(rows.count - called)\">"
        return (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", head] + cases + ["</testsuite>", ""])
            .joined(separator: "\n")
    }

    var html: String {
        func cells(_ texts: [String], _ tag: String) -> String {
            "<tr>" + texts.map { "<\(tag)>\(Self.escaped($0))</\(tag)>" }.joined() + "</tr>"
        }
        let heads = [
            "Operation", "Calls", "Statuses", "Never answered", "Not declared", "Parameters never sent", "Clients",
        ]
        let lines = rows.map { row in
            func counts(_ table: [String: Int]) -> String {
                table.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
            }
            return cells(
                [
                    row.name, "\(row.calls.count)", counts(row.calls.statuses),
                    row.missing.joined(separator: ", "), row.undeclared.joined(separator: ", "),
                    row.unused.joined(separator: ", "), counts(row.calls.clients),
                ], "td")
        }
        let rest = others.map { cells([$0.title, "\($0.calls.count)"], "td") }
        let unknown = rest.isEmpty ? [] : ["<h2>Calls of no operation</h2>", "<table>"] + rest + ["</table>"]
        return
            ([
                "<!doctype html>", "<meta charset=\"utf-8\">", "<title>Coverage</title>",
                "<style>body{font-family:sans-serif}td,th{padding:.3em .8em;text-align:left;vertical-align:top}</style>",
                "<h1>\(sentence)</h1>", "<table>", cells(heads, "th"),
            ] + lines + ["</table>"] + unknown + [""]).joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // XML has no such characters.
            case _ where scalar.value < 0x20: result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
