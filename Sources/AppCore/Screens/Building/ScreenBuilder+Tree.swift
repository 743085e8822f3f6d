import APIDocument
import APIModel
import WireFormats

extension ScreenBuilder {
    /// Tells each screen what opens from it, and what its rows are known by.
    mutating func connect() {
        breakCircles()
        for index in drafts.indices {
            guard let parent = drafts[index].screen.parent,
                let place = drafts.firstIndex(where: { $0.screen.id == parent })
            else { continue }
            let draft = drafts[index]
            let isBelow =
                drafts[place].relation(of: draft.operation.path) == .row
                && draft.operation.path.prefix(drafts[place].operation.path.segments.count).shape
                    == drafts[place].operation.path.shape
            let link = drafts[place].link.flatMap { $0.item.id == draft.operation.id ? $0 : nil }
            let isRow = draft.screen.kind == .item && (isBelow || link != nil)
            if isRow, drafts[place].screen.rowScreen == nil {
                drafts[place].screen.rowScreen = draft.screen.id
                drafts[place].screen.rowID = link?.key ?? draft.screen.load.flatMap(ScreenBuilder.rowPointer)
            } else {
                drafts[place].screen.children.append(draft.screen.id)
            }
        }
        connectLinks()
        for index in drafts.indices where drafts[index].screen.showsRows && drafts[index].screen.rowID == nil {
            drafts[index].screen.rowID = rowID(of: drafts[index])
        }
    }

    /// Links may lead from each of two screens to the other; then one of them stands in the sidebar.
    private mutating func breakCircles() {
        let parents = Dictionary(drafts.map { ($0.screen.id, $0.screen.parent) }) { first, _ in first }
        var broken: Set<String> = []
        for index in drafts.indices {
            var seen: Set<String> = []
            var id: String? = drafts[index].screen.id
            while let current = id, !broken.contains(current), seen.insert(current).inserted {
                id = parents[current] ?? nil
            }
            if id == drafts[index].screen.id {
                broken.insert(drafts[index].screen.id)
                drafts[index].screen.parent = nil
            }
        }
    }

    private static func rowPointer(_ request: Request) -> JSONPointer? {
        for case .row(let pointer) in request.parameters.map(\.source) { return pointer }
        return nil
    }

    /// What tells a collection's rows apart: what an act on a row names it by, else what ids are called.
    private func rowID(of draft: ScreenDraft) -> JSONPointer? {
        if let pointer = draft.screen.delete.flatMap(ScreenBuilder.rowPointer) { return pointer }
        if let pointer = draft.screen.update.map(\.request).flatMap(ScreenBuilder.rowPointer) { return pointer }
        guard draft.schema.type == .object else { return nil }
        let thing = HumanName.key(HumanName.singular(draft.operation.path.segments.last?.literal ?? ""))
        for name in ["id", "uuid", thing + "id", "key"] {
            if let match = draft.schema.properties.first(where: { HumanName.key($0.name) == name }) {
                return JSONPointer(tokens: [match.name])
            }
        }
        return nil
    }
}
