import APIDocument
import APIModel
import Foundation
import HTTPTypes
import SourceTexts
import WireFormats

extension ScreenCatalog {
    package init(_ document: APIDocument) {
        let ways = Authentication.ways(document)
        let signIn = ways.flatMap { [$0.exchange.login, $0.exchange.refresh] }.compactMap { $0?.operation }
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
    /// The ways to sign in for a document's operations: those with a password first, then in its order.
    static func ways(_ document: APIDocument) -> [Authentication] {
        var seen: Set<String> = []
        let asked = document.operations.flatMap { $0.security ?? [] }.flatMap(\.self).filter {
            seen.insert($0).inserted
        }
        let schemes = asked.compactMap { name in document.securitySchemes[name].map { (name, $0) } }
        let passwords = schemes.filter { $1.takesPassword }
        return (passwords + schemes.filter { !$1.takesPassword }).map { name, scheme in
            var way = Authentication(name: name, scheme: scheme)
            way.operations = Set(
                document.operations.filter { $0.security?.contains { $0.contains(name) } == true }.map(\.id))
            let scopes = document.operations.flatMap { $0.scopes[name] ?? [] }
            for scope in scopes where !way.exchange.scopes.contains(scope) { way.exchange.scopes.append(scope) }
            way.exchange.describe { operation(at: $0.url, in: document) }
            return way
        }
    }

    /// The id of the POST at a URL, which may be absolute or relative to a server's.
    private static func operation(at url: String, in document: APIDocument) -> String? {
        let posts = document.operations.filter { $0.method == .post }
        return (document.servers.map { path(of: $0.url) } + [""]).lazy.compactMap { base in
            let root = base.hasSuffix("/") ? String(base.dropLast()) : base
            return posts.first { root + $0.path.text == path(of: url) }?.id
        }.first
    }

    private static func path(of url: String) -> String {
        let path = URL(string: url)?.path(percentEncoded: true) ?? ""
        return path.hasPrefix("/") ? path : "/" + path
    }
}

extension SecurityScheme {
    fileprivate var takesPassword: Bool { if case .oauth2Password = self { true } else { false } }
}

extension ScreenCatalog {
    /// The ids of the screens that a successful write may change: those at a path in the written collection, and those
    /// with rows or an item of it.
    package func outdated(by write: Request) -> Set<String> {
        // Another document's paths are on another server.
        let home = screens.first { $0.operations.contains(write.operation) }?.document
        let screens = screens.filter { $0.document == home }
        let reads = Set(screens.compactMap { $0.load?.path.shape })
        let written = WrittenCollection(of: write.path, reads: reads)
        return Set(
            screens.filter { screen in
                if written.holds(screen.load?.path, isList: screen.showsRows) { return true }
                // Rows that open as items of the collection belong to it.
                guard screen.showsRows, let row = screen.rowScreen.flatMap({ self[$0] }) else { return false }
                return written.isOne(row.load?.path)
            }.map(\.id))
    }
}

/// The collection a write changes: `/tickets` for `POST /tickets`, `PUT /tickets/{id}` and `POST /tickets/{id}/close`.
private struct WrittenCollection {
    let path: PathTemplate
    private let name: String?

    init(of write: PathTemplate, reads: Set<String>) {
        var path = write
        // A final word without a GET is an action on the resource before it, or a way to add to it.
        while path.segments.count > 1, path.segments.last?.literal != nil, !reads.contains(path.shape),
            !reads.contains(path.shape + "/{}")
        {
            path = path.prefix(path.segments.count - 1)
        }
        if path.segments.last?.literal == nil { path = path.prefix(path.segments.count - 1) }
        self.path = path
        name = path.segments.last?.literal.map(HumanName.key)
    }

    /// True for a path that reads the collection, a part of it, or one of its items.
    func holds(_ other: PathTemplate?, isList: Bool) -> Bool {
        guard let other else { return false }
        if begins(other) {
            let inside = other.segments.dropFirst(path.segments.count).count { $0.literal == nil }
            // Lists below an item have rows of their own.
            if inside == 0 || inside == 1 && !isList { return true }
        }
        let collection = other.segments.last?.literal == nil ? other.prefix(other.segments.count - 1) : other
        return name != nil && collection.segments.last?.literal.map(HumanName.key) == name
    }

    func isOne(_ other: PathTemplate?) -> Bool {
        guard let other, begins(other), other.segments.count == path.segments.count + 1 else { return false }
        return other.segments.last?.literal == nil
    }

    private func begins(_ other: PathTemplate) -> Bool {
        other.segments.count >= path.segments.count && other.prefix(path.segments.count).shape == path.shape
    }
}
