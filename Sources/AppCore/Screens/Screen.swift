import APIDocument
import APIModel
import WireFormats

/// A screen of the app: its load, its content and its actions, all derived from the document.
package struct Screen: Sendable, Equatable, Identifiable {
    /// The appearance and behaviour of a screen.
    package enum Kind: String, Sendable, Hashable {
        /// One object and its fields.
        case item
        /// A table of rows.
        case collection
        /// A collection of messages with a composer.
        case conversation
        /// A form to fill in and send.
        case form
    }

    /// Unique in the catalogue; stable as long as the paths are.
    package internal(set) var id: String
    package var title: String
    /// The title of one of its rows; nil without rows.
    package var rowTitle: String?
    /// The title of the first tag of its operation.
    package var group: String?
    /// The title of its document among several; nil for a single document.
    package internal(set) var document: String?
    /// The appearance.
    package var kind: Kind
    /// The GET of the screen; nil for a form.
    package var load: Request?
    /// The form for a new row; for a form screen the form itself, whatever its method.
    package var create: Form?
    /// The form that changes the item, or a row of the collection.
    package var update: Form?
    /// The request that deletes the item, or a row of the collection.
    package var delete: Request?
    /// The id of the item screen that a row opens.
    package var rowScreen: String?
    /// The ids of the screens that open from the item or a row: sub-collections, and forms of the row.
    package var children: [String] = []
    /// The id of the screen from which this one opens; nil for screens of the sidebar.
    package var parent: String?
    /// The declared fields; nil if the document declares none.
    var declared: OnDemand<[Field]>? {
        didSet {
            ruled = declared.map { fields in OnDemand { Column.columns(of: fields.value) } }
            naming = declared.map { fields in OnDemand { NameFields(fields.value) } }
        }
    }
    /// The default columns.
    private var ruled: OnDemand<[Column]>?
    /// The fields that name a row.
    private(set) var naming: OnDemand<NameFields>?
    /// The columns in `x-screen`.
    var wished: [Column]?
    /// For a form, the list or item that shows its reply; nil for an undescribed reply.
    package var answer: Screen? { answered?.value }
    /// The same screen, created when a reply arrives.
    var answered: OnDemand<Screen?>?
    /// Optional query parameters that are not pagination; the field's `name` is the parameter's.
    package var filters: [Field] = []
    /// The pagination of a collection.
    package var pagination: Pagination = .none
    /// The places of facts about a page in a collection's reply.
    package var facts = PageFactPlaces()
    /// The place of the array of rows in the reply.
    package var rows: JSONPointer = .root
    /// The place of the object in an item's reply.
    package var item: JSONPointer = .root
    /// The place of the key within a row.
    package var rowID: JSONPointer?
    /// The position in the sidebar; screens without one follow in the document's order.
    package var order: Int?
    /// The ids of all operations of the screen, each once.
    package var operations: [String] = []

    /// Creates a screen without content.
    package init(id: String, title: String, kind: Kind) {
        self.id = id
        self.title = title
        self.kind = kind
    }

    /// The title of one of its rows or of its item: "Pet" for pets.
    package var oneTitle: String { rowTitle ?? HumanName.singular(title) }

    /// The fields of an item or of a row; created at the first access.
    package var fields: [Field] {
        get { declared?.value ?? [] }
        set { declared = newValue.isEmpty ? nil : OnDemand { newValue } }
    }

    /// The columns of a collection, the most important first: those in `x-screen`, else the default ones.
    package var columns: [Column] {
        get { wished ?? (showsRows ? ruled?.value ?? [] : []) }
        set { wished = newValue }
    }

    /// True for a screen of rows.
    package var showsRows: Bool { kind == .collection || kind == .conversation }

    /// The parameters that the user must fill in, if no opening screen has values for them.
    package var questions: [Field] { (load ?? create?.request)?.questions(in: ParameterContext()) ?? [] }

    /// The questions in the query of a list, without which it finds no rows. Empty for other screens.
    package var searchFields: [Field] {
        guard showsRows, let load else { return [] }
        let query = Set(load.parameters.filter { $0.location == .query }.map(\.name))
        return questions.filter { query.contains($0.name) || NameClass.search.has($0.name) }
    }

    /// The default texts of filters: for parameters that the request must name, and for those that select rows by a
    /// member.
    package var presetFilters: [String: String] {
        let presets = filters.filter {
            if case .choice = $0.kind { $0.default != nil } else { $0.isRequired && $0.default != nil }
        }
        guard !presets.isEmpty else { return [:] }
        let members = Set(fields.map { HumanName.key($0.name) })
        return presets.reduce(into: [:]) { texts, filter in
            guard let value = filter.default, filter.isRequired || members.contains(HumanName.key(filter.name)) else {
                return
            }
            texts[filter.name] =
                value.arrayValue?.map(\.plainText).joined(separator: ",") ?? filter.text(for: value)
        }
    }

    /// True if another version of the screen loads the same reply and finds the same items in it.
    package func loadsAsIn(_ other: Screen) -> Bool {
        load == other.load && rows == other.rows && item == other.item && rowID == other.rowID
            && pagination == other.pagination && facts == other.facts
    }

    /// The rows in the reply to a form; nil if it has none. The next page cannot be loaded from here.
    package func page(answered response: APIResponse) -> Page? {
        guard let rows = response.json?[self.rows]?.arrayValue else { return nil }
        let list = CollectionEndpoint(Endpoint(path: "/"), rows: self.rows, facts: facts)
        var page = list.page(nil, rows: rows, in: response)
        if page.next != nil { (page.next, page.isCutOff) = (nil, true) }
        return page
    }
}

extension Screen {
    /// The screen opened directly: it asks the user for values that a row or an opening screen would have.
    package var openedDirectly: Screen {
        var screen = self
        screen.load?.askForOpener()
        // A form that adds to a list inherits the list's own values.
        if load == nil { screen.create?.request.askForOpener() }
        return screen
    }
}

extension Request {
    /// Asks the user for every parameter that an opening screen would fill.
    fileprivate mutating func askForOpener() {
        for index in parameters.indices where parameters[index].source.needsOpener {
            if let question = parameters[index].question { parameters[index].source = .ask(question) }
        }
    }
}

/// A value that is created at the first access, and kept. A large document has thousands of screens, and a user opens a
/// few.
final class OnDemand<Value: Sendable & Equatable>: Sendable {
    private let make: @Sendable () -> Value
    private let made = Lock<Value?>(nil)

    /// - Parameter make: returns the same value each time; may run more than once for concurrent accesses.
    init(_ make: @escaping @Sendable () -> Value) { self.make = make }

    /// The value.
    var value: Value {
        if let value = made.withLock({ $0 }) { return value }
        let value = make()
        made.withLock { $0 = value }
        return value
    }
}

extension OnDemand: Equatable {
    /// Equality of the values.
    static func == (one: OnDemand, other: OnDemand) -> Bool { one === other || one.value == other.value }
}
