import APIDocument
import WireFormats

/// One part of a form: a value to fill in, or a group of parts.
package struct FormNode: Sendable, Identifiable {
    /// Names a node within its tree; never given twice.
    package typealias ID = Int

    /// The relation of a node to the one around it.
    package enum Role: Sendable, Hashable {
        /// The whole body, or the group of parameters.
        case root
        /// The member of that name.
        case member(String)
        /// An entry of a list.
        case item
        /// The name of a map's entry.
        case key
        /// The value of a map's entry.
        case value
        /// The form chosen of several: the same place as the choice.
        case variant
    }

    /// The input.
    package enum Content: Sendable, Hashable {
        /// Text as it was typed.
        case text(String)
        /// One of the field's options; nil is none.
        case pick(Int?)
        /// Some of these values, each once.
        case picks([JSONValue], chosen: [Int])
        /// A value nobody can change.
        case fixed(JSONValue)
        /// An object; one that is not there has no members yet.
        case group([ID], isPresent: Bool)
        /// A list and its entries.
        case list([ID])
        /// An object with names of one's own choice.
        case map([Entry])
        /// One of several forms; those chosen before keep what was typed.
        case variants([FormVariant], selected: Int?, bodies: [Int: ID])
    }

    /// An entry of a map.
    package struct Entry: Sendable, Hashable {
        /// Its name.
        package let key: ID
        package let value: ID
    }

    /// Its name in the tree.
    package let id: ID
    /// The node around it; nil for a root.
    package let parent: ID?
    /// The relation to the node around it.
    package let role: Role
    /// The title and the constraints.
    package internal(set) var field: Field
    /// The input.
    package internal(set) var content: Content
    /// True if a person changed it.
    package internal(set) var isTouched = false
    /// The first content.
    var start: Content
    /// The value it began with, which stays as it is spelt until it is changed.
    var original: JSONValue?
    /// The schema of what it holds, unresolved; entries are made of it.
    let schema: Schema
    /// How many nodes are around it.
    let depth: Int
    /// True for a new object, which gets all required members at once.
    let isNew: Bool

    /// True if it has the document's default.
    package var showsDefault: Bool {
        guard !isTouched, original == nil, let value = field.default else { return false }
        switch content {
        case .text(let text): return !text.isEmpty && text == field.text(for: value)
        case .pick(let selected): return selected.map { field.options[$0] == value } ?? false
        default: return false
        }
    }
}

/// One of the forms a value may have.
package struct FormVariant: Sendable, Hashable {
    /// The title.
    package let name: String
    /// Its schema with what all forms have in common.
    let schema: Schema
    /// The member that says which one it is, with its value.
    let mark: JSONObject.Member?
}
