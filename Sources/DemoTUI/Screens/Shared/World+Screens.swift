import APIDocument
import APIModel
import AppCore
import HTTPTypes
import Terminal
import WireFormats

enum ScreenPanels {
    static func panel(for screen: Screen, at place: Place, rowOf row: ListRow? = nil) -> any Panel {
        switch screen.kind {
        case .item: ItemScreen(screen: screen, place: place, rowOf: row)
        case .collection: CollectionScreen(screen: screen, place: place)
        case .conversation: ConversationScreen(screen: screen, place: place)
        case .form:
            if let form = screen.create ?? screen.update {
                FormScreen(screen: screen, form: form, place: place, purpose: .standalone)
            } else {
                ItemScreen(screen: screen, place: place)
            }
        }
    }
}

extension World {
    /// The place with the typed values for a screen's load. Typed values apply at once; the panel's own place has them
    /// only after a load.
    func known(_ place: Place, of screen: Screen) -> Place {
        parameters.filling(place, for: screen.load, in: demo.mode(of: screen.id))
    }

    /// The place for screens and calls inside a screen: at a row of it, or at the screen as a whole.
    func inside(_ screen: Screen, at place: Place, row: JSONValue?) -> Place {
        known(place, of: screen).opening(row: row, from: screen.load)
    }

    /// The screen that changes a row of a list: the list's own form, else that of the screen the row opens. Nil if the
    /// API has no update for the row.
    func editor(ofRowsOf list: Screen) -> Screen? { owner(of: list) { $0.update != nil } }

    /// The screen that deletes a row of a list: the list itself, else the one the row opens. Nil if the API has no
    /// delete for the row.
    func remover(ofRowsOf list: Screen) -> Screen? { owner(of: list) { $0.delete != nil } }

    /// The availability of editing a list's row, in whichever of the two screens.
    ///
    /// - Parameter rows: The rows' name in the plural.
    func editing(of list: Screen, called rows: String, selected: Bool) -> Availability {
        guard editor(ofRowsOf: list) != nil else { return .disabled("The API has no update for \(rows).") }
        return selected ? .enabled : .disabled("Nothing is selected.")
    }

    func deleting(of list: Screen, called rows: String, selected: Bool) -> Availability {
        guard remover(ofRowsOf: list) != nil else { return .disabled("The API has no delete for \(rows).") }
        return selected ? .enabled : .disabled("Nothing is selected.")
    }

    /// True if a row has all parameters of its screen: a row from a reply without data has no id.
    func opens(_ row: JSONValue, of list: Screen) -> Bool {
        let parameters = list.rowScreen.flatMap { catalog[$0]?.load?.parameters } ?? []
        return parameters.allSatisfy { parameter in
            guard case .row(let pointer) = parameter.source else { return true }
            return row[pointer].map { !$0.isNull } ?? !parameter.isRequired
        }
    }

    /// A new row for opening: if the reply lacks the parameters of its path, they are taken from `Location` (RFC 9110
    /// section 15.3.2).
    func opening(_ outcome: UpdateOutcome, in list: Screen) -> UpdateOutcome {
        guard case .accepted(let sent, let response) = outcome, !opens(sent, of: list),
            let load = list.rowScreen.flatMap({ catalog[$0]?.load }),
            let names = response.head.headerFields[.location].flatMap(load.path.names(inURL:))
        else { return outcome }
        let row = load.parameters.reduce(sent) { row, parameter in
            guard case .row(let pointer) = parameter.source, let name = names[parameter.name], row[pointer] == nil
            else {
                return row
            }
            let number = parameter.parameter.schema.types.contains(.string) ? nil : JSONNumber(text: name)
            return row.setting(number.map(JSONValue.number) ?? .string(name), at: pointer)
        }
        return .accepted(sent: row, response)
    }

    private func owner(of list: Screen, where can: (Screen) -> Bool) -> Screen? {
        if can(list) { return list }
        return list.rowScreen.flatMap { catalog[$0] }.flatMap { can($0) ? $0 : nil }
    }
}

extension PathTemplate {
    /// The parameter values of a URL that ends with this path.
    fileprivate func names(inURL url: String) -> [String: String]? {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        return matches("/" + path.split(separator: "/").suffix(segments.count).joined(separator: "/"))
    }
}

extension Screen {
    /// The item screen of a row whose API has no GET for one row: the row's own fields.
    var rowItem: Screen {
        var item = Screen(id: id, title: oneTitle, kind: .item)
        item.group = group
        item.fields = fields
        item.update = update
        item.delete = delete
        item.children = children
        item.operations = operations
        return item
    }
}

extension UpdateOutcome {
    /// The stored resource, or the sent one; nil after a deletion.
    var value: JSONValue? {
        switch self {
        case .stored(let value, _), .accepted(let value, _): value
        case .deleted: nil
        }
    }

    var response: APIResponse {
        switch self {
        case .stored(_, let response), .accepted(_, let response), .deleted(let response): response
        }
    }
}

extension Heading {
    /// The heading of a screen of the document. Its mode is that of the data or, before the first load, of the next
    /// call.
    ///
    /// - Parameters:
    ///   - calls: the calls that brought the content beside the newest one.
    ///   - request: the request whose parameters are asked for here, if not the screen's own load.
    init(
        _ screen: Screen, _ load: LoadState, of calls: [UInt64] = [], asking request: Request? = nil, in world: World
    ) {
        let next = world.demo.mode(of: screen.id)
        let all = world.demo.conditions(of: screen)
        let tag: Tag =
            if let provenance = load.provenance, !load.isLoading, !load.isIdle {
                // A failure that was chosen for one call is over, but its reply is still shown here.
                provenance.condition.flatMap { all.isEmpty ? Tag(text: "✗ \($0)", style: .error) : nil }
                    ?? Tag(provenance)
            } else {
                Tag(next)
            }
        self.init(title: screen.title, tag: tag, condition: Self.list(all))
        if let request = request ?? screen.load, !request.asked.isEmpty {
            let known = world.parameters.answers(to: request, in: next)
            let words = request.asked.compactMap { bound in
                guard let field = bound.source.asked, let value = known[bound.name] else { return String?.none }
                let name = Self.name(of: field, on: screen)
                guard let row = world.parameters.name(value, of: bound.name) else {
                    let text = field.isTime ? field.display(.string(value)) : value
                    return name + " " + Self.shown(text, of: bound.name)
                }
                // A name is not an id.
                let words = name.split(separator: " ")
                let isID = words.count > 1 && words.last.map { NameClass.identity.has($0.lowercased()) } ?? false
                let short = isID ? words.dropLast().joined(separator: " ") : name
                // "Order 7" is clear without more words.
                return row.lowercased().hasPrefix(short.lowercased()) ? row : short + " " + row
            }
            parameters = Self.list(words)
        }
        let newest = load.isLoaded ? load.provenance.map { [$0.call] } ?? [] : []
        if !world.demo.offContract.isDisjoint(with: calls + newest) { remark = "! schema mismatch" }
    }

    /// The title of a parameter without the words that the title of its screen has before it: `Order id 1`.
    private static func name(of field: Field, on screen: Screen) -> String {
        let (words, shown) = (field.title.split(separator: " "), screen.title.lowercased().split(separator: " "))
        let isRepeated = words.count > shown.count && zip(words, shown).allSatisfy { $0.lowercased() == $1 }
        return isRepeated ? words.dropFirst(shown.count).joined(separator: " ") : field.title
    }

    /// Reports that the content is from before a reload that failed.
    mutating func markStale() { remark = remark.map { "stale  \($0)" } ?? "stale" }

    /// The values of a list's filters: a search in quotes, the others after their titles.
    static func words(_ filters: [String: String], of screen: Screen, _ others: [String] = []) -> String? {
        let words = screen.filters.compactMap { field in
            filters[field.name].map { value in
                let shown = shown(value, of: field.name)
                return FieldsPopup.isSearch(field) ? "\"\(shown)\"" : "\(field.title) \(shown)"
            }
        }
        return list(words + others)
    }

    /// The words that are not empty, with commas between them; nil for none.
    static func list(_ words: [String]) -> String? {
        let words = words.filter { !$0.isEmpty }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// A parameter's value in a title, which everyone who sees the screen can read.
    static func shown(_ value: String, of name: String) -> String {
        if SecretName(name).isSecretParameter { return Redaction.placeholder }
        // The first block of a UUID distinguishes it from others.
        return TextFormat.uuid.accepts(value) ? value.prefix(8) + "…" : value
    }
}

extension Heading.Tag {
    init(_ mode: ServingMode) {
        self.init(text: mode == .demo ? "◐ demo" : "● live", style: mode == .demo ? .demo : .live)
    }

    init(_ provenance: Provenance) {
        if provenance.isPassedThrough {
            self.init(text: "● live: no stub", style: .warning)
        } else {
            self.init(provenance.mode)
        }
    }
}
