import APIDocument
import JSONText

/// Something to fill in and send.
public struct Form: Sendable, Hashable {
    /// How the body is made of what was filled in.
    public enum Style: Sendable, Hashable {
        /// The object as it was loaded, with the changes (PUT of the whole resource).
        case replace
        /// Only what changed (PATCH).
        case merge
        /// Only what the form holds (POST; PUT of a part that is never loaded by itself).
        case create
    }

    /// The call.
    public var request: Request
    /// How its body is made.
    public var style: Style
    /// What to fill in, in order; read-only members are left out.
    public var fields: [Field]
    /// What to call it, such as "Edit profile".
    public var title: String
    /// Where the form's object lives in the loaded item or row; its first values stand there.
    public var base: JSONPointer
    /// The schema of the body, resolved.
    public var bodySchema: Schema
    /// The body; nil where the call takes none.
    public var body: FormBody?

    /// A form.
    public init(
        request: Request,
        style: Style,
        fields: [Field],
        title: String,
        base: JSONPointer = .root,
        bodySchema: Schema = .any,
        body: FormBody? = nil
    ) {
        self.request = request
        self.style = style
        self.fields = fields
        self.title = title
        self.base = base
        self.bodySchema = bodySchema
        self.body = body
    }

    /// The parameters nothing else fills: a person may have to, or likes to.
    public var parameters: [Field] {
        request.parameters.compactMap { if case .ask(let field) = $0.source { field } else { nil } }
    }

    /// The form's tree as it begins.
    /// - Parameter value: the object to change; nil for something new.
    public func tree(of value: JSONValue?) -> FormTree {
        FormTree(
            body, parameters: parameters, value: value, fillsDefaults: style != .merge, keepsUnknown: style != .create)
    }
}
