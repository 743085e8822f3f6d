import APIDocument
import HTTPTypes
import WireFormats

/// The extension `x-list` of an operation: the places of its rows, of the next page's address or cursor, and of the number
/// of all rows.
///
/// They are JSON pointers into the answer: `x-list: {rows: /data/orders, next: /meta/after, total: /meta/count}`.
package struct ListWish: Sendable {
    package let rows: JSONPointer?
    package let next: JSONPointer?
    package let total: JSONPointer?
    /// Its problems, with places below the operation.
    package private(set) var complaints: [(message: String, place: [String])] = []

    /// Nil for an operation without `x-list`.
    package init?(_ operation: Operation, in document: APIDocument) {
        guard let written = operation.list else { return nil }
        var complaints: [(message: String, place: [String])] = []
        guard let object = written.objectValue else {
            (rows, next, total) = (nil, nil, nil)
            self.complaints = [("\"x-list\" must be an object such as {rows: /data}", [])]
            return
        }
        for key in object.keys where !["rows", "next", "total"].contains(key) {
            complaints.append(("\"x-list\" has no key \"\(key)\"; it has rows, next and total", [key]))
        }
        let answer = document.answer(of: operation) ?? .any
        func pointer(_ name: String) -> (JSONPointer, Schema)? {
            guard let value = object[name] else { return nil }
            do {
                let pointer = try JSONPointer(value.stringValue ?? "?")
                if let part = document.part(of: answer, at: pointer) { return (pointer, document.resolveChoices(part)) }
                complaints.append(("the answer has nothing at \"\(pointer)\"", [name]))
            } catch {
                complaints.append(("\"\(name)\" must be a JSON pointer such as /data", [name]))
            }
            return nil
        }
        let list = pointer("rows")
        if let list, list.1.type != .array {
            complaints.append(("the answer has no array at \"\(list.0)\"", ["rows"]))
        }
        rows = list.flatMap { $0.1.type == .array ? $0.0 : nil }
        next = pointer("next")?.0
        total = pointer("total")?.0
        self.complaints = complaints
    }
}

extension APIDocument {
    /// The problems of all `x-list` extensions, with the path of each in the document.
    package var listComplaints: [(message: String, pointer: JSONPointer)] {
        operations.flatMap { operation in
            (ListWish(operation, in: self)?.complaints ?? []).map { message, place in
                let own = ["paths", operation.path.text, operation.method.rawValue.lowercased(), "x-list"]
                return (message, JSONPointer(tokens: own + place))
            }
        }
    }
}
