import APIDocument
import APIModel
import HTTPTypes
import WireFormats

/// Builds requests and forms from operations.
struct RequestBuilder {
    let document: APIDocument
    let binder: ParameterBinder

    init(_ document: APIDocument) {
        self.document = document
        binder = ParameterBinder(document)
    }

    /// The request of an operation from the screen `base`.
    func request(of operation: Operation, _ wishes: ScreenWishes, base: ScreenDraft?) -> Request {
        Request(
            operation: operation.id, method: operation.method, path: operation.path,
            parameters: binder.bind(operation, wishes, base: base),
            contentType: operation.requestBody?.preferred?.name,
            replyType: operation.replyType, hasResponseData: operation.success?.json != nil,
            isKnownToShow: document.isKnownToShow(operation),
            requiresAuthentication: operation.requiresAuthentication,
            unwrapping: document.answer(of: operation).map { document.item(of: operation, $0).place } ?? .root)
    }

    /// The form of a writing operation from the screen `base`.
    func form(
        of operation: Operation, _ wishes: ScreenWishes, base: ScreenDraft?, style: Update.Style, title: String
    ) -> Form {
        var style = style
        var place = JSONPointer.root
        if let base, operation.method == .put || operation.method == .patch,
            let part = part(of: base, named: operation.path)
        {
            place = part
        } else if style == .replace, let base, base.hasPart(at: operation.path) {
            // A PUT of a part without a GET must not send the whole item.
            style = .create
        }
        var request = request(of: operation, wishes, base: base)
        request.parameters += binder.optional(operation, besides: request.parameters)
        let body = FormBody(operation, in: document)
        return Form(
            request: request, style: style, title: wishes.title ?? title, base: place, body: body,
            hasSchemaOfItem: base.map { hasSchema(of: $0, at: place, body) } ?? false)
    }

    /// True if a body has the schema of the item of `base`, or of its part at `place`.
    private func hasSchema(of base: ScreenDraft, at place: JSONPointer, _ body: FormBody?) -> Bool {
        guard let body, let shown = part(of: base.schema, at: place), !shown.properties.isEmpty else { return false }
        return document.resolveChoices(body.schema) == shown || document.unwrapping(body.schema).schema == shown
    }

    private func part(of schema: Schema, at place: JSONPointer) -> Schema? {
        guard let name = place.tokens.first else { return schema }
        return schema.properties.first { $0.name == name }.map { document.resolveChoices($0.schema) }
    }

    /// The object in the item or row that a path below it names: `/users/{id}/address`.
    private func part(of base: ScreenDraft, named path: PathTemplate) -> JSONPointer? {
        guard base.hasPart(at: path), let name = path.segments.last?.literal.map(HumanName.key),
            let property = base.schema.properties.first(where: { HumanName.key($0.name) == name }),
            document.resolveChoices(property.schema).type == .object
        else { return nil }
        return JSONPointer(tokens: [property.name])
    }
}
