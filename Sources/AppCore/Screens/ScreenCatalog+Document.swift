import APIDocument
import APIModel
import HTTPTypes
import WireFormats

extension ScreenCatalog {
    /// Derives the screens of a document (Documentation/Reference/Screens.md).
    package init(_ document: APIDocument) {
        let ways = Authentication.ways(document)
        let signIn = ways.flatMap { [$0.tokenOperation, $0.refreshOperation] }.compactMap { $0 }
        var builder = ScreenBuilder(document, excluding: Set(signIn))
        let (screens, sections) = builder.build()
        let complaints =
            builder.complaints
            + document.listComplaints.map { ScreenWishes.Complaint(message: $0.message, pointer: $0.pointer) }
        let positions = document.source.positions(of: complaints.map(\.pointer))
        let problems = complaints.map { complaint in
            Problem(
                complaint.message, file: document.source.name, position: positions[complaint.pointer],
                pointer: complaint.pointer.description)
        }
        self.init(
            screens: screens, sections: sections,
            problems: problems.sorted { ($0.position?.line ?? 0) < ($1.position?.line ?? 0) },
            authentications: ways)
    }
}

extension Authentication {
    /// The ways a document's operations ask for: one with a password first, then in the order they are asked for.
    static func ways(_ document: APIDocument) -> [Authentication] {
        var seen: Set<String> = []
        let asked = document.operations.flatMap { $0.security ?? [] }.flatMap(\.self).filter {
            seen.insert($0).inserted
        }
        let schemes = asked.compactMap { name in document.securitySchemes[name].map { (name, $0) } }
        let passwords = schemes.filter { $1.takesPassword }
        return (passwords + schemes.filter { !$1.takesPassword }).map { name, scheme in
            var way = Authentication(name: name, scheme: scheme)
            way.tokenOperation = way.tokenURL.flatMap { operation(at: $0, in: document) }
            way.operations = Set(
                document.operations.filter { $0.security?.contains { $0.contains(name) } == true }.map(\.id))
            for scope in document.operations.flatMap({ $0.scopes[name] ?? [] }) where !way.scopes.contains(scope) {
                way.scopes.append(scope)
            }
            way.refreshOperation = way.refreshURL.flatMap { operation(at: $0, in: document) }
            return way
        }
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

extension SecurityScheme {
    fileprivate var takesPassword: Bool { if case .oauth2Password = self { true } else { false } }
}
