import APIDocument
import HTTPTypes
import JSONText

extension ScreenCatalog {
    /// Derives the screens of a document (DESIGN section 8).
    public init(_ document: APIDocument) {
        let authentication = Authentication(document)
        let signIn = [authentication?.tokenOperation, authentication?.refreshOperation].compactMap { $0 }
        var builder = ScreenBuilder(document, excluding: Set(signIn))
        let screens = builder.build()
        let pointers = builder.complaints.map(\.pointer)
        let positions = document.source.positions(of: pointers)
        let problems = builder.complaints.map { complaint in
            Problem(
                complaint.message, file: document.source.name, position: positions[complaint.pointer],
                pointer: complaint.pointer.description)
        }
        self.init(
            screens: screens,
            problems: problems.sorted { ($0.position?.line ?? 0) < ($1.position?.line ?? 0) },
            authentication: authentication)
    }
}

extension Authentication {
    /// The way most of a document's operations ask for; one with a password before others. Nil where none asks.
    init?(_ document: APIDocument) {
        let asked = document.operations.flatMap { $0.security ?? [] }.flatMap(\.self)
        let names = asked.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let schemes = names.compactMap { name in document.securitySchemes[name].map { (name, $0) } }
        let password = schemes.first { if case .oauth2Password = $1 { true } else { false } }
        guard let (name, scheme) = password ?? schemes.first else { return nil }
        self.init(name: name, scheme: scheme)
        tokenOperation = tokenURL.flatMap { Authentication.operation(at: $0, in: document) }
        refreshOperation = refreshURL.flatMap { Authentication.operation(at: $0, in: document) }
    }

    /// The id of the POST behind a URL, which may be relative to a server's or name it in full.
    private static func operation(at url: String, in document: APIDocument) -> String? {
        let path = Authentication.path(of: url)
        let bases = document.servers.map { Authentication.path(of: $0.url) } + [""]
        let posts = document.operations.filter { $0.method == .post }
        for base in bases {
            let root = base.hasSuffix("/") ? String(base.dropLast()) : base
            if let match = posts.first(where: { root + $0.path.text == path }) { return match.id }
        }
        return nil
    }

    /// The path of an absolute or relative URL, with a slash at its start.
    private static func path(of url: String) -> String {
        var rest = url[...]
        if let scheme = rest.firstRange(of: "://") {
            rest = rest[scheme.upperBound...]
            rest = rest.firstIndex(of: "/").map { rest[$0...] } ?? ""
        }
        let path = rest.prefix { $0 != "?" && $0 != "#" }
        return path.hasPrefix("/") ? String(path) : "/" + path
    }
}
