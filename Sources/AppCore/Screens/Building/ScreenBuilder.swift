import APIDocument
import APIModel
import HTTPTypes
import WireFormats

/// Builds the screens of a document (Documentation/Reference/Screens.md, "Which screen an operation becomes").
struct ScreenBuilder {
    let document: APIDocument
    let requests: RequestBuilder
    let candidates: [(operation: Operation, wishes: ScreenWishes)]
    var complaints: [ScreenWishes.Complaint] = []
    var groups: ScreenGroups
    let titles: ScreenTitles
    var ids: ScreenIDs
    var drafts: [ScreenDraft] = []
    var places: [String: Int] = [:]
    private var takenIDs: Set<String> = []

    /// A builder for all operations except those in `excluded`, which sign in.
    init(_ document: APIDocument, excluding excluded: Set<String>) {
        self.document = document
        requests = RequestBuilder(document)
        groups = ScreenGroups(document)
        let known = Set(document.operations.map(\.id))
        let all = document.operations.map { ($0, ScreenWishes($0, knowing: known)) }
        complaints = all.flatMap(\.1.complaints)
        // HEAD and OPTIONS have no content to show; `request` calls them. QUERY reads with a body (OpenAPI 3.2).
        let methods: Set<HTTPRequest.Method> = Set(
            [.get, .post, .put, .patch, .delete] + [.init("QUERY")].compactMap(\.self))
        candidates = all.filter { operation, wishes in
            !excluded.contains(operation.id) && methods.contains(operation.method)
                && wishes.kind != ScreenWishes.Kind.none
        }.map { ($0.0, $0.1) }
        titles = ScreenTitles(document: document)
        ids = ScreenIDs(candidates.map(\.operation.path), reserved: Set(candidates.compactMap(\.wishes.id)))
    }

    /// All screens, those of the sidebar first, and its sections.
    mutating func build() -> (screens: [Screen], sections: [ScreenSection]) {
        for (operation, wishes) in candidates where operation.method == .get { add(load(operation, wishes)) }
        for index in drafts.indices { bindLoad(index) }
        placeWrites()
        connect()
        tellApart()
        groupByPath()
        return arranged()
    }

    // MARK: Screens that load

    private mutating func add(_ draft: ScreenDraft) {
        // An item with a final word in its path is also found at the path before it.
        let paths = draft.screen.showsRows ? [] : [document.rowLinks.itemPath(of: draft.operation)]
        for path in [draft.operation.path] + paths where places[path.shape] == nil { places[path.shape] = drafts.count }
        drafts.append(draft)
    }

    private mutating func load(_ operation: Operation, _ wishes: ScreenWishes) -> ScreenDraft {
        var screen = newScreen(operation, wishes, kind: .item, suffix: "get")
        var schema = Schema.any
        switch document.shape(of: operation) {
        case .rows(let place, let row):
            screen.kind = .collection
            screen.rows = place
            schema = row
        case .item(let place, let item):
            screen.item = place
            schema = item
        case .nothing:
            break
        }
        if case .screen(let kind) = wishes.kind { adopt(kind, operation, &screen, &schema) }
        if wishes.title == nil { screen.title = titles.title(of: operation, showsRows: screen.showsRows) }
        let reader = FieldReader(document: document, direction: .response)
        if screen.showsRows || !schema.types.isEmpty || !schema.properties.isEmpty {
            screen.declared = OnDemand { [schema] in reader.fields(of: schema) }
        }
        if screen.showsRows {
            screen.rowTitle = titles.rowTitle(of: operation, titled: screen.title, at: screen.rows)
            if let wished = columns(wishes, operation, schema) { screen.columns = wished }
        }
        let link = screen.showsRows ? document.rowLinks.link(from: operation) : nil
        return ScreenDraft(operation: operation, wishes: wishes, screen: screen, schema: schema, link: link)
    }

    /// Changes the screen to the kind in `x-screen`, even if the reply looks like another.
    private mutating func adopt(
        _ kind: Screen.Kind, _ operation: Operation, _ screen: inout Screen, _ schema: inout Schema
    ) {
        guard kind != .form else {
            return complain("only an operation that writes can be a form", operation, "kind")
        }
        let wasRows = screen.showsRows
        screen.kind = kind
        guard wasRows != screen.showsRows else { return }
        let answer = document.answer(of: operation) ?? .any
        if screen.showsRows {
            guard let array = document.anyArray(of: answer) else {
                return complain("the answer has no list to show as \(kind.rawValue)", operation, "kind")
            }
            (screen.rows, schema) = array
            screen.item = .root
        } else {
            screen.rows = .root
            (screen.item, schema) = document.unwrapping(answer)
        }
    }

    /// The columns in `x-screen`.
    private mutating func columns(_ wishes: ScreenWishes, _ operation: Operation, _ row: Schema) -> [Column]? {
        guard let names = wishes.columns else { return nil }
        let all = FieldReader(document: document, direction: .response).fields(of: row)
        var fields: [Field] = []
        for name in names {
            if let field = all.first(where: { $0.id == name || $0.id == "/" + name || $0.pointer.tokens == [name] }) {
                fields.append(field)
            } else {
                complain("a row has no \"\(name)\" for a column", operation, "columns")
            }
        }
        return fields.isEmpty ? nil : Column.showing(fields)
    }

    /// The list of a screen: the document's, or the one declared in `x-screen`.
    private func list(of draft: ScreenDraft) -> ListModel {
        document.list(of: draft.operation)
            ?? document.list(
                of: draft.operation, rows: draft.screen.rows, draft.schema,
                in: document.answer(of: draft.operation) ?? .any)
    }

    private mutating func bindLoad(_ index: Int) {
        let draft = drafts[index]
        let operation = draft.operation
        var base = opener(of: operation.path.withActApart)
        // An item with a final word in its path is also found at that path.
        if base == index { base = nil }
        var request = requests.request(of: operation, draft.wishes, base: base.map { drafts[$0] })
        // A link, or a list of such items, may fill parameters that the path does not.
        let sources = requests.linkSources(to: operation.id)
        let linked = sources.compactMap { source in drafts.firstIndex { $0.operation.id == source } }
        let lists = drafts.indices.filter { drafts[$0].link?.item.id == operation.id }.prefix(1)
        for other in linked + lists where other != index && request.asks {
            let found = requests.request(of: operation, draft.wishes, base: drafts[other])
            if !found.asks { (base, request) = (other, found) }
        }
        if let base, request.parameters.contains(where: \.source.needsOpener) {
            drafts[index].screen.parent = drafts[base].screen.id
        }
        var used: Set<String> = []
        if draft.screen.showsRows {
            let list = list(of: draft)
            (drafts[index].screen.pagination, used) = (list.pagination, list.pagingParameters)
            drafts[index].screen.facts = list.facts
            if let declared = drafts[index].screen.declared {
                drafts[index].screen.declared = OnDemand { [request] in
                    declared.value.map { field in
                        var field = field
                        field.isConstant = field.isConstant || field.isFixed(by: request)
                        return field
                    }
                }
            }
        } else {
            // A list has them as filters; other screens ask the user for them.
            request.parameters += requests.optional(operation, besides: request.parameters)
        }
        let bound = Set(request.parameters.map(\.name))
        // Required parameters of a list with a default can be changed like its filters.
        let defaults = request.parameters.filter { $0.isDefault && draft.wishes.sources[$0.name] == nil }.map(\.name)
        request.filters = operation.parameters.flatMap(document.parts).filter {
            RequestBuilder.mayFilter($0) && !used.contains($0.name)
                && (draft.screen.showsRows && defaults.contains($0.name) || !$0.isRequired && !bound.contains($0.name))
        }.map(document.resolved)
        let reader = FieldReader(document: document, direction: .request)
        drafts[index].screen.filters = request.filters.map(reader.field(of:))
        drafts[index].screen.load = request
        drafts[index].screen.operations = [operation.id]
    }

    /// The screen with the longest path that `path` continues; for the path of a row, a list that shows it.
    private func nearest(_ path: PathTemplate) -> Int? {
        for count in stride(from: path.segments.count - 1, to: 0, by: -1) {
            if let place = places[path.prefix(count).shape] { return place }
        }
        return drafts.firstIndex { draft in
            draft.link.map { path.prefix($0.rowPath.segments.count).shape == $0.rowPath.shape } ?? false
        }
    }

    /// The screen from which a path opens. A path about a whole list opens from the screen that opens the list.
    func opener(of path: PathTemplate, isSame: Bool = false) -> Int? {
        guard var place = (isSame ? places[path.shape] : nil) ?? nearest(path) else { return nil }
        while drafts[place].screen.showsRows {
            let list = drafts[place].operation.path
            let isOfRow = path.segments.dropFirst(list.segments.count).first?.parameter != nil
            guard !isOfRow, path.prefix(list.segments.count).shape == list.shape, let outer = nearest(list),
                drafts[outer].fillsAll(of: list)
            else { break }
            place = outer
        }
        return place
    }

    // MARK: The tree

    private mutating func connect() {
        breakCircles()
        for index in drafts.indices {
            let draft = drafts[index]
            guard let parent = draft.screen.parent, let place = drafts.firstIndex(where: { $0.screen.id == parent })
            else { continue }
            let list = drafts[place]
            let path = draft.operation.path
            let isBelow = list.screen.showsRows && path.shape == list.operation.path.shape + "/{}"
            if draft.screen.kind == .item,
                isBelow || list.link?.isPart == false && list.link?.item.id == draft.operation.id,
                list.screen.rowScreen == nil
            {
                drafts[place].screen.rowScreen = draft.screen.id
            } else {
                drafts[place].screen.children.append(draft.screen.id)
            }
        }
        for index in drafts.indices where drafts[index].screen.showsRows {
            let draft = drafts[index]
            drafts[index].screen.rowID = document.resource(of: draft.operation)?.entryKey
            // Other lists open the same item, which has the first list as its parent.
            guard draft.screen.rowScreen == nil, let link = draft.link, !link.isPart,
                let item = drafts.first(where: { $0.operation.id == link.item.id }), item.screen.kind == .item,
                item.screen.load?.isFilled(byRowsAt: draft.operation.path, link.filled) == true
            else { continue }
            drafts[index].screen.rowScreen = item.screen.id
        }
    }

    /// Puts one of several screens that open from each other into the sidebar.
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

    mutating func newScreen(
        _ operation: Operation, _ wishes: ScreenWishes, kind: Screen.Kind, suffix: String
    ) -> Screen {
        var id = wishes.id
        if let wanted = id, !takenIDs.insert(wanted).inserted {
            complain("the screen id \"\(wanted)\" is used before; make it unique", operation, "id")
            id = nil
        }
        let name = id ?? ids.id(for: operation.path, suffix: suffix)
        var screen = Screen(id: name, title: wishes.title ?? ScreenTitles.title(for: operation.path), kind: kind)
        screen.group = operation.tags.first.map(groups.title)
        screen.order = wishes.order
        return screen
    }

    mutating func complain(_ message: String, _ operation: Operation, _ key: String) {
        let place = operation.pointer.appending("x-screen").appending(key)
        complaints.append(ScreenWishes.Complaint(message: message, pointer: place))
    }
}

struct ScreenDraft {
    let operation: Operation
    let wishes: ScreenWishes
    var screen: Screen
    /// The schema of its item or of one row, resolved.
    var schema: Schema
    /// The item of its rows, if the item's path is not below the list's.
    var link: RowLinks.Link?

    /// True if the screen, or a row of it, has a value for every parameter of a path.
    func fillsAll(of path: PathTemplate) -> Bool {
        let own = operation.path
        let isOfRow = screen.showsRows && path.segments.dropFirst(own.segments.count).first?.parameter != nil
        return own.parameterNames.count + (isOfRow ? 1 : 0) == path.parameterNames.count
    }

    /// True if a path that continues this screen's names a part of its item, or of one of its rows.
    func hasPart(at path: PathTemplate) -> Bool {
        let rest = path.segments.dropFirst(operation.path.segments.count)
        let names = screen.showsRows ? rest.dropFirst() : rest
        return !names.isEmpty && names.allSatisfy { $0.literal != nil }
            && (screen.kind == .item || screen.showsRows && rest.first?.parameter != nil)
    }
}

extension Request {
    /// True if the user must fill in a parameter.
    fileprivate var asks: Bool { parameters.contains { $0.source.asked != nil } }

    /// True if rows of the list at a path fill all parameters, and the path by these members.
    fileprivate func isFilled(byRowsAt path: PathTemplate, _ members: [JSONPointer]) -> Bool {
        let rows = parameters.compactMap { parameter -> JSONPointer? in
            if parameter.location == .path, case .row(let pointer) = parameter.source { pointer } else { nil }
        }
        return rows == members
            && parameters.allSatisfy { parameter in
                switch parameter.source {
                case .ask: false
                case .inherited(let name): path.parameterNames.contains(name)
                case .row, .literal, .operation, .fresh: true
                }
            }
    }
}
