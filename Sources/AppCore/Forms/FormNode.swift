import APIDocument
import WireFormats

/// A part of a form: a value to fill in, or a group of parts.
package struct FormNode: Sendable, Identifiable {
    /// Identifies a node in its tree; never reused.
    package typealias ID = Int

    /// The relation of a node to its parent.
    package enum Role: Sendable, Hashable {
        /// The whole body, or the group of parameters.
        case root
        /// A member of that name.
        case member(String)
        /// An entry of a list.
        case item
        /// The name of a map's entry.
        case key
        /// The value of a map's entry.
        case value
        /// The chosen variant of a choice, with the same pointer.
        case variant
    }

    /// The input of a node.
    package enum Content: Sendable, Hashable {
        /// Text, as typed.
        case text(String)
        /// One of the field's options; nil for none.
        case pick(Int?)
        /// Some of these values, each once.
        case picks([JSONValue], chosen: [Int])
        /// A value that cannot be changed.
        case fixed(JSONValue)
        /// An object; an absent one has no members yet.
        case group([ID], isPresent: Bool)
        /// A list and its entries.
        case list([ID])
        /// An object with keys of the user's choice.
        case map([Entry])
        /// One of several variants; earlier choices keep their input.
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
    /// The parent node; nil for a root.
    package let parent: ID?
    /// The relation to the parent node.
    package let role: Role
    /// The title and the constraints.
    package internal(set) var field: Field
    /// The input.
    package internal(set) var content: Content
    /// True if the user changed it.
    package internal(set) var isTouched = false
    /// The initial content.
    var start: Content
    /// The loaded value, which keeps its spelling until it is changed.
    var original: JSONValue?
    /// The schema of its value, unresolved; new entries are built from it.
    let schema: Schema
    /// The number of its ancestors.
    let depth: Int
    /// True for a new object, which gets all required members at once.
    let isNew: Bool

    /// True if it shows the document's default.
    package var showsDefault: Bool {
        guard !isTouched, original == nil, let value = field.default else { return false }
        switch content {
        case .text(let text): return !text.isEmpty && text == field.text(for: value)
        case .pick(let selected): return selected.map { field.options[$0] == value } ?? false
        default: return false
        }
    }
}

/// A variant of a value.
package struct FormVariant: Sendable, Hashable {
    /// The title.
    package let name: String
    /// The variant's schema, including the keywords common to all.
    let schema: Schema
    /// The discriminator's member with its value.
    let mark: JSONObject.Member?
}
