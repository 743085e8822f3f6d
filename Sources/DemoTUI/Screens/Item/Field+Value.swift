import AppCore
import JSONText

extension Field {
    /// The members of an object whose schema says nothing: one field each, as sent.
    static func fields(of value: JSONValue) -> [Field] {
        guard let object = value.objectValue else {
            return [Field(pointer: .root, name: "value", title: "Value", kind: .json)]
        }
        return object.members.map { member in
            Field(
                pointer: JSONPointer.root.appending(member.key), name: member.key, title: member.key,
                kind: Kind(showing: member.value))
        }
    }
}

extension Field.Kind {
    /// The kind that shows a value as it is.
    fileprivate init(showing value: JSONValue) {
        switch value {
        case .bool: self = .boolean
        case .number: self = .number
        case .string, .null: self = .text
        case .array, .object: self = .json
        }
    }
}
