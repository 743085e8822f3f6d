import APIDocument
import HTTPTypes
import WireFormats

/// Finds the item of a list's rows whose path is not below the list's: `/pet/{petId}` for `/pet/findByStatus`,
/// `/tickets/{id}` for `/tickets/overdue`, `/repos/{owner}/{repo}` for `/user/repos`.
///
/// A list without a GET for one of its rows is linked to an item under these rules:
///
/// 1. The item's path ends in a parameter. If there is a GET at the path before it, the item belongs to that
/// collection, and the list must be at most one name below it.
/// 2. The rest of the item's path is the list's beginning, or has no parameters. It may end in more parameters without
/// a GET at their paths, if a row has a value for each (``RowOwner``).
/// 3. Row and item have one schema, an object with members. Or the list has the name of the item's collection:
/// `/users/me/guilds` has rows of `/guilds/{guildId}`.
/// 4. A row has the member for the parameter (``RowKey``).
/// 5. No other item fits as well.
/// 6. A list below an item may have the name and the rows of a list without parameters: `/projects/{id}/tasks` is
///    linked to the items of `/tasks`.
/// 7. If no other rule applies, a search at another path is linked: `/search/products` to the items of the collection
///    that it names, `/search` to those of the only one. Both refer to one schema. The search has no path parameters,
///    no examples, no writes at or below its path, and requires nothing but the text to search for.
///
/// A row that is only written, as by `DELETE /comments/{commentId}`, is an item as well; its list is found by its name.
/// The same is true of a row with a GET for only a part, as in `/attachments/{id}/content`.
///
/// A final word for how rows are found or shown is linked to the item beside it, if there is no GET before the word.
/// `/users/search` is linked to `/users/{id}`, `/containers/json` to `/containers/{id}/json`.
package struct RowLinks: Sendable {
    package struct Link: Sendable {
        /// The GET of the item; a write to it if nothing reads it.
        package let item: Operation
        /// The member of the row that fills the last parameter of the item's path.
        package let key: JSONPointer
        /// True if only a part of the item has a GET, so that a row does not open as the item.
        package var isPart = false
        /// The members of the row that fill the parameters right before the last one.
        package let owners: [JSONPointer]

        /// The path of the row's collection: the item's path before the parameters that the row fills.
        package var home: PathTemplate {
            let key = item.path.segments.lastIndex { $0.parameter != nil } ?? item.path.segments.count
            return item.path.prefix(key - owners.count)
        }
        /// The path of the row: the item's, without a word after its last parameter.
        package var rowPath: PathTemplate { item.path.prefix(home.segments.count + owners.count + 1) }
        /// The members of the row that fill the item's path, in order.
        package var filled: [JSONPointer] { owners + [key] }
    }

    private var ofLists: [String: Link] = [:]
    private var ofItems: [String: Link] = [:]
    /// Lists of items with a final word in the path (`/containers/{id}/json`), by the ids of the items.
    private var worded: [String: Operation] = [:]
    /// Lists outside their rows' collection, by the shape of the row's path. One without parameters is preferred.
    private var elsewhere: [String: Operation] = [:]

    /// Reads the links of a document; ``APIDocument/rowLinks`` caches them.
    package init(_ document: APIDocument) {
        let reader = RowLinkReader(document)
        for list in document.operations {
            guard let link = reader.link(from: list) else { continue }
            ofLists[list.id] = link
            let known = elsewhere[link.rowPath.shape]
            if known.map({ !$0.path.parameterNames.isEmpty && list.path.parameterNames.isEmpty }) ?? true {
                elsewhere[link.rowPath.shape] = list
            }
            if link.item.method == .get, !link.isPart, link.item.path.segments.last?.parameter == nil,
                worded[link.item.id] == nil
            {
                worded[link.item.id] = list
            }
            if !link.owners.isEmpty, ofItems[link.item.id] == nil { ofItems[link.item.id] = link }
        }
    }

    /// The item of a list's rows; nil if the list has an item below it, or none fits.
    package func link(from list: Operation) -> Link? { ofLists[list.id] }

    /// The path of the item that an operation returns, without a final word: `/containers/{id}` for
    /// `/containers/{id}/json`.
    package func itemPath(of operation: Operation) -> PathTemplate {
        worded[operation.id] == nil ? operation.path : operation.path.prefix(operation.path.segments.count - 1)
    }

    /// The list whose rows are linked to an item with a final word in its path.
    package func list(ofWorded item: Operation) -> Operation? { worded[item.id] }

    /// A list of a collection's rows at another path: `/pet/findByStatus` for `/pet`.
    package func list(ofRowsAt collection: PathTemplate) -> Operation? {
        elsewhere[collection.shape + "/{}"].flatMap { $0.path.parameterNames.isEmpty ? $0 : nil }
    }

    /// A list outside the row's collection that shows the row.
    package func list(ofRow path: PathTemplate) -> Operation? { elsewhere[path.shape] }

    /// The members that identify the owners of the rows in the list at a path, if the rows' own path contains owners.
    package func owners(ofRowsAt path: PathTemplate, in document: APIDocument) -> Set<String> {
        let owners = document.read(at: path.shape).flatMap { link(from: $0) }?.owners ?? []
        return Set(owners.compactMap(\.tokens.first))
    }

    /// The link to an item whose path takes several parameters from a row: such a path does not name its collection.
    package func link(to item: Operation) -> Link? { ofItems[item.id] }
}

extension APIDocument {
    /// The items of its lists' rows.
    package var rowLinks: RowLinks { memo.value { RowLinks(self) } }
}

/// Reads from a document which items the rows of its lists open (``RowLinks``).
struct RowLinkReader {
    private struct Candidate: Sendable {
        let item: Operation
        /// The path of the item; the operation's path without a final name if only a part of the item has a GET.
        let path: PathTemplate
        /// Nil for an item without a GET of its own: only a part is read, or it is only written.
        let schema: Schema?
        /// The path of its collection.
        let parent: PathTemplate
        /// The GET of its collection, if there is one.
        let list: Operation?

        /// The name of its collection in its path.
        var collection: String? { parent.segments.last?.literal.map(HumanName.key) }
        /// The parameters after the collection's path, except the last.
        var owners: [String] {
            path.segments[parent.segments.count...].dropLast().compactMap(\.parameter)
        }
    }

    private let document: APIDocument
    private let candidates: [Candidate]

    init(_ document: APIDocument) {
        self.document = document
        var written: Set<String> = []
        candidates = document.operations.flatMap { item -> [Candidate] in
            let isPart = item.path.segments.last?.parameter == nil
            let path = isPart ? item.path.prefix(item.path.segments.count - 1) : item.path
            guard path.segments.last?.parameter != nil else { return [] }
            var schema: Schema?
            if isPart {
                guard item.method == .get, document.read(at: path.shape) == nil,
                    !document.isWritten(at: path.shape),
                    document.read(at: path.prefix(path.segments.count - 1).shape) == nil,
                    written.insert(path.shape).inserted
                else { return [] }
            } else if item.method == .get {
                guard case .item(_, let shown) = document.shape(of: item), shown.type == .object,
                    !shown.properties.isEmpty
                else { return [] }
                schema = shown
            } else {
                guard document.isWritten(at: item.path.shape), document.read(at: item.path.shape) == nil,
                    written.insert(item.path.shape).inserted
                else { return [] }
            }
            return Self.parents(of: path, in: document).map {
                Candidate(item: item, path: path, schema: schema, parent: $0, list: document.read(at: $0.shape))
            }
        }
    }

    /// The possible paths of an item's collection: before its last parameter, and before each earlier one without a GET
    /// at its own path.
    private static func parents(of item: PathTemplate, in document: APIDocument) -> [PathTemplate] {
        var parents = [item.prefix(item.segments.count - 1)]
        while let last = parents.last, last.segments.last?.parameter != nil, document.read(at: last.shape) == nil {
            parents.append(last.prefix(last.segments.count - 1))
        }
        return parents
    }

    /// The item of a list's rows; nil if the list has an item below it, or none fits.
    func link(from list: Operation) -> RowLinks.Link? {
        guard list.method == .get, document.read(at: list.path.shape + "/{}") == nil,
            case .rows(_, let row) = document.shape(of: list), row.type == .object
        else { return nil }
        let same = links(from: list, row, to: candidates.filter { $0.schema == row || isNamesake(list, row, $0) })
        guard same.isEmpty else { return same.count == 1 ? same[0] : nil }
        guard let word = list.path.segments.last?.literal.map(HumanName.key), !word.isEmpty else { return nil }
        let named = candidates.filter { $0.collection == word && $0.list == nil }
        for candidates in [named.filter { $0.schema != nil }, named.filter { $0.schema == nil }] {
            let links = links(from: list, row, to: candidates)
            if links.count == 1 { return links[0] }
        }
        return wordLink(from: list, row) ?? searchLink(from: list, row)
    }

    /// The link from a search at another path: rule 7.
    private func searchLink(from list: Operation, _ row: Schema) -> RowLinks.Link? {
        guard list.path.parameterNames.isEmpty, list.success?.json?.examples.isEmpty == true, row.examples.isEmpty,
            list.parameters.allSatisfy({ !$0.isRequired || $0.location != .query || NameClass.search.has($0.name) }),
            let schema = reference(in: list)
        else { return nil }
        let links = candidates.filter { candidate in
            candidate.list != nil && candidate.owners.isEmpty && candidate.parent.parameterNames.isEmpty
                && candidate.schema == row && reference(in: candidate.item) == schema
                && isSearch(list.path, of: candidate.parent)
        }.compactMap { link(from: row, to: $0) }
        return links.count == 1 && !isWritten(atOrBelow: list.path) ? links[0] : nil
    }

    private func isWritten(atOrBelow path: PathTemplate) -> Bool {
        document.operations.contains { operation in
            operation.method != .get && operation.method != .head
                && operation.path.prefix(path.segments.count).shape == path.shape
        }
    }

    /// True if a path says that it lists or searches, and names no other collection.
    private func isSearch(_ path: PathTemplate, of collection: PathTemplate) -> Bool {
        let parents = zip(path.segments, collection.segments.dropLast()).prefix { $0 == $1 }.count
        let words = path.segments[parents...].flatMap { $0.literal?.nameWords ?? [] }.map { $0.lowercased() }
        let others = words.filter { !NameClass.listing.has($0) }
        guard others.count < words.count else { return false }
        func key(_ name: String) -> String { HumanName.key(HumanName.singular(name)) }
        return others.isEmpty || key(others.joined(separator: " ")) == key(collection.segments.last?.literal ?? "")
    }

    /// The reference to the schema of the item or rows that an operation returns. Equal schemas are not enough for a
    /// search: many collections have rows `{id, name}`.
    private func reference(in operation: Operation) -> String? {
        guard let answer = document.answer(of: operation) else { return nil }
        switch document.shape(of: operation) {
        case .rows(let place, _):
            return document.part(of: answer, at: place).map(document.resolveChoices)?.items?.reference
        case .item(let place, _): return document.part(of: answer, at: place)?.reference
        case .nothing: return nil
        }
    }

    /// The link from a list with a final word, as `/users/search`, to the item at `/users/{id}` or `/users/{id}/search`.
    private func wordLink(from list: Operation, _ row: Schema) -> RowLinks.Link? {
        let parent = list.path.prefix(list.path.segments.count - 1)
        guard let word = list.path.segments.last?.literal, let collection = parent.segments.last?.literal,
            !collection.isEmpty, document.read(at: parent.shape) == nil
        else { return nil }
        let own = document.read(at: parent.shape + "/{}")
        guard
            let item = own.map({ NameClass.listing.has(word) ? $0 : nil })
                ?? document.read(at: parent.shape + "/{}/" + word),
            case .item(_, let itemSchema) = document.shape(of: item), !itemSchema.properties.isEmpty,
            let parameter = item.path.segments[parent.segments.count].parameter,
            let key = RowKey.pointer(for: parameter, in: row, collection: collection, document: document), key != .root
        else { return nil }
        return RowLinks.Link(item: item, key: key, owners: [])
    }

    /// One link per item: that with the fewest owner members.
    private func links(from list: Operation, _ row: Schema, to candidates: [Candidate]) -> [RowLinks.Link] {
        var seen: Set<String> = []
        return candidates.sorted { $0.owners.count < $1.owners.count }.compactMap { candidate in
            guard !seen.contains(candidate.item.id),
                isNamesake(list, row, candidate)
                    || Self.mayShow(list.path, rowsOf: candidate.parent, isListed: candidate.list != nil),
                let link = link(from: row, to: candidate)
            else { return nil }
            seen.insert(candidate.item.id)
            return link
        }
    }

    private func link(from row: Schema, to candidate: Candidate) -> RowLinks.Link? {
        guard let last = candidate.path.segments.last?.parameter else { return nil }
        let collection = candidate.parent.segments.last?.literal ?? ""
        guard !candidate.owners.isEmpty else {
            return RowKey.pointer(for: last, in: row, collection: collection, document: document)
                .map {
                    RowLinks.Link(
                        item: candidate.item, key: $0, isPart: candidate.path != candidate.item.path, owners: [])
                }
        }
        let reader = RowOwner(row: row, item: candidate.item, document: document)
        let owners = candidate.owners.compactMap(reader.pointer)
        guard owners.count == candidate.owners.count, let key = reader.name(for: last, collection: collection) else {
            return nil
        }
        return RowLinks.Link(item: candidate.item, key: key, owners: owners)
    }

    /// True for a list below an item with the name and the rows of a list without parameters: rule 6.
    private func isNamesake(_ list: Operation, _ row: Schema, _ candidate: Candidate) -> Bool {
        guard candidate.parent.parameterNames.isEmpty, let word = candidate.parent.segments.last?.literal,
            list.path.segments.last?.literal == word, list.path.segments.dropLast().last?.parameter != nil,
            let all = candidate.list, case .rows(_, row) = document.shape(of: all)
        else { return false }
        return true
    }

    /// True if the paths allow a list to show rows of a collection: rules 1 and 2.
    private static func mayShow(_ list: PathTemplate, rowsOf collection: PathTemplate, isListed: Bool) -> Bool {
        let isBelow = list.prefix(collection.segments.count).shape == collection.shape
        guard isListed else { return isBelow || collection.parameterNames.isEmpty }
        let names = list.segments.dropFirst(collection.segments.count)
        return isBelow && (names.isEmpty || names.count == 1 && names.first?.literal != nil)
    }
}
