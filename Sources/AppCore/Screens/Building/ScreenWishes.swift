import APIDocument
import HTTPTypes
import WireFormats

struct ScreenWishes {
    enum Kind: Equatable {
        case screen(Screen.Kind)
        /// No screen; the operation may still fill other screens' parameters.
        case none
    }

    private(set) var id: String?
    private(set) var title: String?
    private(set) var kind: Kind?
    private(set) var columns: [String]?
    private(set) var order: Int?
    private(set) var sources: [String: BoundParameter.Source] = [:]
    private(set) var complaints: [Complaint] = []

    struct Complaint {
        let message: String
        let pointer: JSONPointer
    }

    /// Reads an operation's `x-screen`; without one, all members are empty.
    init(_ operation: Operation, knowing operations: Set<String>) {
        guard let wishes = operation.screen else { return }
        let place = operation.pointer.appending("x-screen")
        guard let object = wishes.objectValue else {
            complaints.append(Complaint(message: "\"x-screen\" must be an object", pointer: place))
            return
        }
        for member in object.members {
            read(member, at: place.appending(member.key), knowing: operations)
        }
    }

    private mutating func read(_ member: JSONObject.Member, at place: JSONPointer, knowing operations: Set<String>) {
        let value = member.value
        switch (member.key, value) {
        case ("id", .string(let text)) where !text.isEmpty:
            id = text
        case ("title", .string(let text)) where !text.isEmpty:
            title = text
        case ("kind", .string("none")):
            kind = Kind.none
        case ("kind", .string(let text)):
            kind = Screen.Kind(rawValue: text).map(Kind.screen)
            if kind == nil {
                complain("\"kind\" must be collection, item, form, conversation or none", at: place)
            }
        case ("columns", .array(let names)) where names.allSatisfy({ $0.stringValue != nil }):
            columns = names.compactMap(\.stringValue)
        case ("order", .number(let number)) where number.int != nil:
            order = number.int
        case ("parameters", .object(let parameters)):
            for parameter in parameters.members {
                sources[parameter.key] = source(
                    parameter.value, at: place.appending(parameter.key), knowing: operations)
            }
        case (let key, _):
            if let need = Self.needs[key] {
                complain("\"\(key)\" must be \(need)", at: place)
            } else if !key.hasPrefix("x-") {
                complain("\"x-screen\" has no key \"\(key)\"", at: place)
            }
        }
    }

    private static let needs = [
        "id": "text", "title": "text", "kind": "text", "columns": "a list of names",
        "order": "a whole number: the place in the sidebar", "parameters": "an object of sources",
    ]

    /// A literal, or `operationId#/json/pointer`.
    private mutating func source(
        _ value: JSONValue, at place: JSONPointer, knowing operations: Set<String>
    ) -> BoundParameter.Source? {
        guard let text = value.stringValue, let mark = text.firstIndex(of: "#") else { return .literal(value) }
        let id = String(text[..<mark])
        let rest = String(text[text.index(after: mark)...])
        guard rest.isEmpty || rest.hasPrefix("/"), !id.isEmpty else { return .literal(value) }
        guard operations.contains(id) else {
            complain("there is no operation \"\(id)\" to take this from", at: place)
            return nil
        }
        do throws(JSONError) {
            return .operation(id: id, pointer: try JSONPointer(rest))
        } catch {
            complain("\"\(rest)\" is no JSON pointer: \(error.message)", at: place)
            return nil
        }
    }

    private mutating func complain(_ message: String, at place: JSONPointer) {
        complaints.append(Complaint(message: message, pointer: place))
    }
}
