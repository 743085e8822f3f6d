import AppCore
import JSONText
import Testing

@Suite struct ColumnRuleTests {
    private func columns(_ properties: String, required: String = "") throws -> [Column] {
        let rows = "{type: array, items: {required: [\(required)], properties: {\(properties)}}}"
        return try #require(try catalog("  /a: {get: {\(answer(rows))}}").screens.first?.columns)
    }

    @Test("Required scalars come first, then id, name, status, date and amount; what is no scalar is left out")
    func order() throws {
        let columns = try columns(
            """
            other: {type: string}, amount: {type: number}, paidOn: {type: string, format: date}, list: {type: array},
            status: {type: string}, title: {type: string}, id: {type: string}, note: {type: string},
            secret: {type: string, format: password}
            """, required: "note, list")
        #expect(columns.map(\.field.name) == ["note", "id", "title", "status", "paidOn", "amount", "other"])
        #expect(columns.map(\.priority) == Array(0..<7))
        #expect(columns.filter { $0.alignment == .trailing }.map(\.field.name) == ["amount"])
    }

    @Test("There are at most eight columns, and none is hidden behind an optional one")
    func limit() throws {
        let names = (1...12).map { "f\($0)" }
        let columns = try columns(
            names.map { "\($0): {type: string}" }.joined(separator: ", "), required: "f11, f12")
        #expect(columns.map(\.field.name) == ["f11", "f12", "f1", "f2", "f3", "f4", "f5", "f6"])
    }

    @Test("Rows nobody described get columns from what they hold")
    func undeclared() throws {
        let screen = try #require(
            try catalog("  /a: {get: {\(answer("{type: array, items: {type: object}}"))}}").screens.first)
        let columns = screen.columns(for: [["id": 1, "when": "2026-01-31", "deep": [1]]])
        #expect(columns.map(\.field.name) == ["id", "when"])
        #expect(columns[1].field.kind == .date)
    }
}
