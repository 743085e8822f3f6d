import JSONText

/// Typed access to the parts of a body; each refusal names its key.
extension JSONValue {
    /// The members of an object.
    ///
    /// - Parameters:
    ///   - keys: the members it may have; nil allows all.
    ///   - pointer: the names that lead to where it stands in the body.
    /// - Throws: ``AdminRefusal`` 422 where it is something else or has a member of another name.
    func members(of keys: Set<String>? = nil, at pointer: [String]) throws(AdminRefusal) -> JSONObject {
        guard let object = objectValue else {
            throw .unprocessable("\(Self.name(pointer)) must be a JSON object.", at: pointer)
        }
        for key in object.keys where keys?.contains(key) == false {
            let known = keys?.sorted().joined(separator: ", ") ?? ""
            throw .unprocessable("\"\(key)\" is not supported here; known are \(known).", at: pointer + [key])
        }
        return object
    }

    /// The elements of an array.
    func elements(at pointer: [String]) throws(AdminRefusal) -> [JSONValue] {
        guard let elements = arrayValue else {
            throw .unprocessable("\(Self.name(pointer)) must be a list.", at: pointer)
        }
        return elements
    }

    /// A Boolean value.
    func flag(at pointer: [String]) throws(AdminRefusal) -> Bool {
        guard let flag = boolValue else {
            throw .unprocessable("\(Self.name(pointer)) must be true or false.", at: pointer)
        }
        return flag
    }

    /// A text.
    func text(at pointer: [String]) throws(AdminRefusal) -> String {
        guard let text = stringValue else { throw .unprocessable("\(Self.name(pointer)) must be a text.", at: pointer) }
        return text
    }

    /// One of several words.
    func choice<Choice: RawRepresentable & CaseIterable>(
        of type: Choice.Type, at pointer: [String]
    ) throws(AdminRefusal) -> Choice where Choice.RawValue == String {
        guard let choice = stringValue.flatMap(Choice.init) else {
            let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw .unprocessable("\(Self.name(pointer)) must be one of \(names).", at: pointer)
        }
        return choice
    }

    private static func name(_ pointer: [String]) -> String { pointer.last ?? "The body" }
}
