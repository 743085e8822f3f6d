import APIDocument
import APIModel
import WireFormats

extension FormTree {
    /// Which members of a loaded object, that no input shows, are kept and sent.
    ///
    /// A `PUT` carries what the request's schema describes and is not `readOnly` (OpenAPI 3.0.3, "Schema Object": such a
    /// member "SHOULD NOT be sent as part of the request"). A member that the schema does not name goes along only where the
    /// schema is the one of what was loaded and is not closed: there a replacement without it would lose it. With another
    /// schema, or a closed one, it is none of the request's business. Of the entries of a list their ids go along, `readOnly` or not.
    public enum Kept: Sendable, Hashable {
        /// All of them, `readOnly` ones too: where only changes are sent, or a person wrote the whole body.
        case all
        /// Those that the schema does not name, where it allows them.
        case allowed
        /// None.
        case named
    }

    /// Whether a `readOnly` member says which entry of a list an object is: of one that was loaded it goes along, since a server that
    /// is not told takes each for a new one and lets go of those it had.
    func identifiesEntry(_ name: String, at id: FormNode.ID) -> Bool {
        var node = nodes[id]
        while node.role == .variant, let choice = node.parent { node = nodes[choice] }
        guard node.role == .item, !node.isNew, let list = node.parent else { return false }
        let key = HumanName.key(name)
        return NameClass.identity.hasKey(key) || key == HumanName.key(HumanName.singular(nodes[list].field.name)) + "id"
    }

    /// Whether members that an object's schema does not name are kept.
    func keepsUnknown(of object: Schema, at id: FormNode.ID) -> Bool {
        switch kept {
        case .all: return true
        case .allowed:
            return object.allowsAdditionalProperties && object.json["unevaluatedProperties"]?.boolValue != false
        case .named:
            // The body as a whole is another thing than what was loaded; names of one's own in a part of it are described.
            if case .member = nodes[id].role { return object.additionalProperties != nil }
            return false
        }
    }
}
