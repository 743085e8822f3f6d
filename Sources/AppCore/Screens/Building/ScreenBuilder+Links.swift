import APIDocument
import APIModel
import WireFormats

extension ScreenBuilder {
    /// Finds the items that rows of searches lead to.
    mutating func findLinks() {
        let links = document.rowLinks
        for index in drafts.indices where drafts[index].screen.showsRows {
            drafts[index].link = links.link(from: drafts[index].operation)
        }
        // What is done to a thing that is shown by a word behind its path is done at the thing's screen.
        for index in drafts.indices where !drafts[index].screen.showsRows {
            let (path, own) = (links.thingPath(of: drafts[index].operation), drafts[index].operation.path)
            if path != own, places[path.shape] == nil { places[path.shape] = index }
        }
    }

    /// The lists whose rows a path names, although it does not begin as they do: that of `/tasks/{taskId}/comments` for
    /// `/comments/{commentId}`, where no `/comments` is listed.
    func listsElsewhere(of path: PathTemplate) -> [Int] {
        guard let collection = path.firstCollection, let parameter = path.parameterNames.first,
            places[collection.shape] == nil, let name = collection.segments.last?.literal
        else { return [] }
        return drafts.indices.filter { index in
            let draft = drafts[index]
            return draft.screen.showsRows && draft.operation.path.segments.last?.literal == name
                && RowKey.pointer(for: parameter, in: draft.schema, collection: name, document: document) != nil
        }
    }

    /// Lets the rows of every other list that leads to the same item open it too; it belongs to the first.
    mutating func connectLinks() {
        for index in drafts.indices where drafts[index].screen.rowScreen == nil {
            guard let link = drafts[index].link,
                let item = drafts.first(where: { $0.operation.id == link.item.id }), item.screen.kind == .item,
                let request = item.screen.load, request.isFilled(byRowsAt: drafts[index].operation.path),
                request.rowPointers == link.filled
            else { continue }
            drafts[index].screen.rowScreen = item.screen.id
            drafts[index].screen.rowID = link.key
        }
    }
}

extension Request {
    /// The members of a row that fill its path.
    fileprivate var rowPointers: [JSONPointer] {
        parameters.compactMap { parameter in
            if parameter.location == .path, case .row(let pointer) = parameter.source { pointer } else { nil }
        }
    }

    /// Whether nothing is asked for, and what is inherited has the same name in that path.
    fileprivate func isFilled(byRowsAt path: PathTemplate) -> Bool {
        parameters.allSatisfy { parameter in
            switch parameter.source {
            case .ask: false
            case .inherited(let name): path.parameterNames.contains(name)
            case .row, .literal, .operation, .fresh: true
            }
        }
    }
}

extension PathTemplate {
    /// The collection that its first parameter names a row of: `/comments` in `/comments/{commentId}/likes`.
    var firstCollection: PathTemplate? {
        guard let place = segments.firstIndex(where: { $0.literal == nil }), place > 0, segments[place].parameter != nil
        else { return nil }
        return prefix(place)
    }
}
