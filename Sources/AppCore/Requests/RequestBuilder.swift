import APIDocument
import APIModel
import HTTPTypes
import WireFormats

struct RequestBuilder {
    let document: APIDocument
    /// The links to each operation, with their source operations.
    private let links: [String: [(source: Operation, link: Link)]]

    init(_ document: APIDocument) {
        self.document = document
        var links: [String: [(source: Operation, link: Link)]] = [:]
        for operation in document.operations {
            for (_, link) in operation.links {
                let target = link.operationID ?? link.operationReference.flatMap(document.operation(at:))?.id
                if let target { links[target, default: []].append((operation, link)) }
            }
        }
        self.links = links
    }

    func request(of operation: Operation, _ wishes: ScreenWishes, base: ScreenDraft?) -> Request {
        Request(
            operation: operation.id, method: operation.method, path: operation.path,
            parameters: bind(operation, wishes, base: base),
            replyType: operation.replyType, hasResponseData: operation.success?.json != nil,
            isKnownToShow: document.isKnownToShow(operation),
            requiresAuthentication: operation.requiresAuthentication,
            unwrapping: document.answer(of: operation).map { document.item(of: operation, $0).place } ?? .root)
    }

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
        request.parameters += optional(operation, besides: request.parameters)
        let body = FormBody(operation, in: document)
        return Form(
            request: request, style: style, title: wishes.title ?? title, base: place, body: body,
            hasSchemaOfItem: base.map { hasSchema(of: $0, at: place, body) } ?? false)
    }

    /// True if a body has the schema of the item of `base`, or of its part at `place`.
    private func hasSchema(of base: ScreenDraft, at place: JSONPointer, _ body: FormBody?) -> Bool {
        guard let body, let part = document.part(of: base.schema, at: place) else { return false }
        let shown = document.resolveChoices(part)
        guard !shown.properties.isEmpty else { return false }
        return document.resolveChoices(body.schema) == shown || document.unwrapping(body.schema).schema == shown
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

// MARK: Sources of parameters

extension RequestBuilder {
    func linkSources(to operation: String) -> [String] { (links[operation] ?? []).map(\.source.id) }

    /// The parameters of a request from the screen `base`. Their sources, in this order: `x-screen`, the path of the
    /// base screen, its row, a constant in the schema, a link, the user.
    func bind(_ operation: Operation, _ wishes: ScreenWishes, base: ScreenDraft?) -> [BoundParameter] {
        operation.parameters.map(document.resolved).compactMap { parameter in
            if let source = wishes.sources[parameter.name] {
                return BoundParameter(parameter: parameter, source: source)
            }
            guard parameter.isRequired else { return nil }
            let source =
                pathSource(of: parameter, operation, base) ?? sharedSource(of: parameter, base)
                ?? fixedSource(of: parameter) ?? linkSource(of: parameter, operation, base) ?? callSource(of: parameter)
            let asked = FieldReader(document: document, direction: .request).field(of: parameter)
            return BoundParameter(
                parameter: parameter, source: source ?? .ask(asked),
                question: source?.needsOpener == true ? asked : nil)
        }
    }

    /// The optional parameters of a form, for the user.
    func optional(_ operation: Operation, besides known: [BoundParameter]) -> [BoundParameter] {
        let names = Set(known.map(\.name))
        let reader = FieldReader(document: document, direction: .request)
        return operation.parameters.filter { !$0.isRequired && !names.contains($0.name) && !Self.isAutomatic($0) }
            .flatMap(document.parts).map(document.resolved)
            .map { BoundParameter(parameter: $0, source: .ask(reader.field(of: $0))) }
    }

    /// Headers that depend on the loaded resource.
    private static func isAutomatic(_ parameter: Parameter) -> Bool {
        let automatic = ["if-match", "if-none-match", "if-unmodified-since"]
        return parameter.location == .header && automatic.contains(parameter.name.lowercased())
    }

    /// True for a parameter that may be a filter of a list: not for headers about the call itself.
    static func mayFilter(_ parameter: Parameter) -> Bool {
        guard parameter.location == .header else { return parameter.location != .path }
        return !isAutomatic(parameter) && !NameClass.callID.has(parameter.name)
    }

    private func pathSource(
        of parameter: Parameter, _ operation: Operation, _ base: ScreenDraft?
    ) -> BoundParameter.Source? {
        guard parameter.location == .path, let base else { return nil }
        let own = base.operation.path
        guard let place = operation.path.parameterNames.firstIndex(of: parameter.name) else { return nil }
        let path = operation.path.withActApart
        if let link = base.link, path.prefix(link.rowPath.segments.count).shape == link.rowPath.shape {
            // The parameters before those that the row fills are in the list's path.
            let member = place - link.home.parameterNames.count
            if member < 0 { return .inherited(own.parameterNames[place]) }
            return member < link.filled.count ? .row(link.filled[member]) : nil
        }
        let start = base.screen.showsRows ? own : document.rowLinks.itemPath(of: base.operation)
        guard path.prefix(start.segments.count).shape == start.shape else { return nil }
        if place < own.parameterNames.count { return .inherited(own.parameterNames[place]) }
        guard base.screen.showsRows, path.segments.count > own.segments.count,
            path.segments[own.segments.count].parameter == parameter.name
        else { return nil }
        return document.key(parameter.name, of: base.schema, at: own.segments.count, in: own)
            .map(BoundParameter.Source.row)
    }

    /// The source outside the path: a parameter of the base screen, or a row's member, of the same name.
    private func sharedSource(of parameter: Parameter, _ base: ScreenDraft?) -> BoundParameter.Source? {
        guard parameter.location != .path, let base else { return nil }
        if base.screen.load?.parameters.contains(where: { $0.name == parameter.name }) == true {
            return .inherited(parameter.name)
        }
        guard base.schema.properties.contains(where: { $0.name == parameter.name }) else { return nil }
        return .row(JSONPointer(tokens: [parameter.name]))
    }

    private func fixedSource(of parameter: Parameter) -> BoundParameter.Source? {
        guard parameter.location != .path else { return nil }
        let schema = document.resolveChoices(parameter.schema)
        let only = schema.enumValues.flatMap { $0.count == 1 ? $0[0] : nil }
        return (schema.const ?? only ?? schema.default).map(BoundParameter.Source.literal)
    }

    /// Headers that describe the call itself: `If-Match` with any version, and an idempotency key.
    private func callSource(of parameter: Parameter) -> BoundParameter.Source? {
        guard parameter.location == .header else { return nil }
        func takes(_ text: String) -> Bool {
            document.violations(of: .string(text), against: parameter.schema, direction: .request, isThorough: true)
                .isEmpty
        }
        // RFC 9110 section 13.1.1.
        if HumanName.key(parameter.name) == "ifmatch" { return takes("*") ? .literal("*") : nil }
        return NameClass.callID.has(parameter.name) && takes("123e4567-e89b-12d3-a456-426614174000") ? .fresh : nil
    }

    private func linkSource(
        of parameter: Parameter, _ operation: Operation, _ base: ScreenDraft?
    ) -> BoundParameter.Source? {
        for (source, link) in links[operation.id] ?? [] {
            let names = [parameter.name, "\(parameter.location.rawValue).\(parameter.name)"]
            guard let value = link.parameters.last(where: { names.contains($0.key) })?.value else { continue }
            guard let text = value.stringValue, text.hasPrefix("$") || text.hasPrefix("{$") else {
                return .literal(value)
            }
            // An invalid expression is skipped; the parameter is asked for.
            guard let expression = try? RuntimeExpression(inLink: text) else { continue }
            if let found = source.id == base?.operation.id ? local(expression, base) : remote(expression, source) {
                return found
            }
        }
        return nil
    }

    /// The source for an expression about the base screen's own exchange.
    private func local(_ expression: RuntimeExpression, _ base: ScreenDraft?) -> BoundParameter.Source? {
        guard let base else { return nil }
        switch expression {
        case .path(let name), .query(let name): return .inherited(name)
        case .body(.response, let pointer):
            let place = base.screen.showsRows ? base.screen.rows.tokens : base.screen.item.tokens
            guard pointer.tokens.starts(with: place) else { return nil }
            let rest = pointer.tokens.dropFirst(place.count)
            return .row(JSONPointer(tokens: Array(base.screen.showsRows ? rest.dropFirst() : rest)))
        case .url, .method, .statusCode, .header, .body: return nil
        }
    }

    /// The source for an expression about another operation's response, if that needs no parameters.
    private func remote(_ expression: RuntimeExpression, _ source: Operation) -> BoundParameter.Source? {
        guard source.method == .get, !source.parameters.contains(where: \.isRequired),
            case .body(.response, let pointer) = expression
        else { return nil }
        return .operation(id: source.id, pointer: pointer)
    }
}

extension APIDocument {
    func resolved(_ parameter: Parameter) -> Parameter {
        var resolved = parameter
        resolved.schema = resolveChoices(parameter.schema)
        return resolved
    }
}

extension BoundParameter.Source {
    /// True if the source needs the screen that opened this one.
    var needsOpener: Bool {
        switch self {
        case .row, .inherited: true
        case .literal, .operation, .fresh, .ask: false
        }
    }

    /// The field to ask the user for; nil with another source.
    package var asked: Field? { if case .ask(let field) = self { field } else { nil } }
}
