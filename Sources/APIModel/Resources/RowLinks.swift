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
///    linked
/// to the items of `/tasks`.
///
/// A row that is only written, as by `DELETE /comments/{commentId}`, is an item as well; its list is found by its name.
/// The same is true of a row with a GET for only a part, as in `/attachments/{id}/content`.
///
/// A final word for how rows are found or shown is linked to the item beside it, if there is no GET before the word.
/// `/users/search` is linked to `/users/{id}`, `/containers/json` to `/containers/{id}/json`.
package struct RowLinks: Sendable {
    /// The item of a row.
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

    /// By the id of the list.
    private var ofLists: [String: Link] = [:]
    /// By the id of the item.
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
