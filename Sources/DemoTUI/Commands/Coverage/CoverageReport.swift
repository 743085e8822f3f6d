import APIDocument
import AppCore
import HTTPTypes

/// The counted calls beside the operations of a document.
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
    /// Calls of no operation.
    let others: [Row]

    /// - Parameter screens: the screens, whose first one of an operation a row names.
    init(_ coverage: Coverage, of document: APIDocument, on screens: [Screen] = []) {
        let screen = Dictionary(
            screens.flatMap { screen in screen.operations.map { ($0, screen.id) } },
            uniquingKeysWith: { first, _ in first })
        let counted = coverage.byOperation.operations
        let known = Set(document.operations.map(\.id))
        others = counted.filter { !known.contains($0.key) }.sorted { $0.key < $1.key }
            .map { Row(title: $0.key, calls: $0.value) }
        rows = document.operations.map { operation in
            let calls = counted[operation.id] ?? Coverage.Calls()
            let declared = operation.responses.map { "\($0.status)" }
            let answered = calls.statuses.keys.filter { $0 != "none" }.sorted()
            return Row(
                operation: operation.id, title: "\(operation.method.rawValue) \(operation.path)", calls: calls,
                missing: declared.filter { status in !answered.contains { Self.matches(status, $0) } },
                undeclared: answered.filter { status in !declared.contains { Self.matches($0, status) } },
                unused: operation.parameters.filter { $0.location != .path && calls.parameters[$0.name] == nil }
                    .map(\.name), screen: screen[operation.id])
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
        let unknown =
            rest.isEmpty ? [] : ["<h2>Calls of no operation</h2>", "<table>"] + rest + ["</table>"]
        return
            ([
                "<!doctype html>", "<meta charset=\"utf-8\">", "<title>Coverage</title>",
                "<style>body{font-family:sans-serif}td,th{padding:.3em .8em;text-align:left;vertical-align:top}</style>",
                "<h1>\(sentence)</h1>", "<table>", cells(heads, "th"),
            ] + lines + ["</table>"] + unknown + [""])
            .joined(separator: "\n")
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
