import WireFormats

/// Something to fill in and send.
package struct Form: Sendable, Hashable {
    /// How the body is made of what was filled in.
    package enum Style: Sendable, Hashable {
        /// The object as it was loaded, with the changes (PUT of the whole resource). See ``FormTree/Kept`` for what of it goes along.
        case replace
        /// Only what changed (PATCH).
        case merge
        /// Only what the form holds (POST; PUT of a part that is never loaded by itself).
        case create
    }

    /// The call.
    package var request: Request
    /// How its body is made.
    package var style: Style
    /// The title, such as "Edit profile".
    package var title: String
    /// The place of the form's object in the loaded item or row, with its first values.
    package var base = JSONPointer.root
    /// The body; nil where the call takes none.
    package var body: FormBody?
    /// True if the body has the schema of the loaded item: then a replacement keeps members that the schema does not
    /// name.
    package var hasSchemaOfItem = true

    /// The body's members as one list, those of objects within it included; read-only ones are left out. Made anew each time.
    package var fields: [Field] {
        body.map { FieldReader(document: $0.document, direction: .request).fields(of: $0.schema) } ?? []
    }

    /// The parameters nothing else fills: a person may have to, or likes to.
    package var parameters: [Field] {
        request.parameters.compactMap { if case .ask(let field) = $0.source { field } else { nil } }
    }

    /// The form's tree as it begins.
    /// - Parameter value: the object to change; nil for something new.
    package func tree(of value: JSONValue?) -> FormTree {
        FormTree(body, parameters: parameters, value: value, fillsDefaults: style != .merge, keeping: kept)
    }

    private var kept: FormTree.Kept {
        switch style {
        case .replace: hasSchemaOfItem ? .allowed : .named
        case .merge: .all
        case .create: .named
        }
    }

    /// The members of a loaded object that a replacement starts with; nil if nothing is replaced.
    func carried(of value: JSONValue?) -> JSONValue? {
        guard let value, let body, style == .replace || style == .merge && !body.owners.isEmpty else { return nil }
        return FormTree(body, value: value, keeping: hasSchemaOfItem ? .allowed : .named).value
    }
}
