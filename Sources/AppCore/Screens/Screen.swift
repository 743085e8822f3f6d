import APIDocument
import APIModel
import WireFormats

/// One place of the app: what it loads, what it shows and what can be done there, all taken from the document.
package struct Screen: Sendable, Equatable, Identifiable {
    /// How a screen looks and behaves.
    package enum Kind: String, Sendable, Hashable {
        /// One object and its fields.
        case item
        /// A table of rows.
        case collection
        /// A collection of messages with a composer.
        case conversation
        /// Something to fill in and send.
        case form
    }

    /// Unique in the catalogue; stable as long as the paths are.
    package internal(set) var id: String
    package var title: String
    /// The title of one of its rows; nil if it has none.
    package var rowTitle: String?
    /// The title of the first tag of its operation.
    package var group: String?
    /// The heading of its document beside others; nil for a document alone.
    package internal(set) var document: String?
    /// How it looks.
    package var kind: Kind
    /// The GET behind it; nil for a form.
    package var load: Request?
    /// The form for a new row; of a form screen the form itself, whatever its method.
    package var create: Form?
    /// The form that changes the item, or a row of the collection.
    package var update: Form?
    /// The request that deletes the item, or a row of the collection.
    package var delete: Request?
    /// Id of the item screen a row opens.
    package var rowScreen: String?
    /// Ids of the screens opened from the item or from a row: sub-collections, and forms of the row.
    package var children: [String] = []
    /// Id of the screen this one is opened from; nil for screens of the sidebar.
    package var parent: String?
    /// The fields as the document declares them; nil where it says nothing about them.
    var declared: OnDemand<[Field]>? {
        didSet {
            ruled = declared.map { fields in OnDemand { Column.columns(of: fields.value) } }
            naming = declared.map { fields in OnDemand { NameFields(fields.value) } }
        }
    }
    /// The columns by the rule.
    private var ruled: OnDemand<[Column]>?
    /// The fields that name a row.
    private(set) var naming: OnDemand<NameFields>?
    /// The columns the document asks for.
    var wished: [Column]?
    /// Of a form, the list or the item that shows what its call answers; nil where nobody described that.
    package var answer: Screen? { answered?.value }
    /// That screen, made when something is answered.
    var answered: OnDemand<Screen?>?
    /// Optional query parameters that are not pagination; the field's `name` is the parameter's.
    package var filters: [Field] = []
    /// How a collection hands out its rows.
    package var pagination: Pagination = .none
    /// The places of facts about a page in a collection's reply.
    package var facts = PageFactPlaces()
    /// The place of the array of rows in the reply.
    package var rows: JSONPointer = .root
    /// The place of the object in an item's reply.
    package var item: JSONPointer = .root
    /// The place of the key within a row.
    package var rowID: JSONPointer?
    /// The place asked for in the sidebar; screens without one follow in the document's order.
    package var order: Int?
    /// Ids of all operations the screen shows, each once.
    package var operations: [String] = []

    /// A screen that shows nothing yet.
    package init(id: String, title: String, kind: Kind) {
        self.id = id
        self.title = title
        self.kind = kind
    }

    /// The title of one of its rows or of its item: "Pet" for pets.
    package var oneTitle: String { rowTitle ?? HumanName.singular(title) }

    /// The fields of an item; of a collection, those of a row. Made when they are first asked for.
    package var fields: [Field] {
        get { declared?.value ?? [] }
        set { declared = newValue.isEmpty ? nil : OnDemand { newValue } }
    }

    /// The columns of a collection, the most important first: those the document asks for, else those of the rule.
    package var columns: [Column] {
        get { wished ?? (showsRows ? ruled?.value ?? [] : []) }
        set { wished = newValue }
    }

    /// True for a screen of rows.
    package var showsRows: Bool { kind == .collection || kind == .conversation }

    /// The parameters a person has to type before it can be shown or sent, where nothing that it is opened from gives them.
    package var questions: [Field] { (load ?? create?.request)?.questions(in: ParameterContext()) ?? [] }

    /// The questions without whose answers a list finds nothing: those in its query. Empty for other screens.
    package var searchFields: [Field] {
        guard showsRows, let load else { return [] }
        let query = Set(load.parameters.filter { $0.location == .query }.map(\.name))
        return questions.filter { query.contains($0.name) || NameClass.search.has($0.name) }
    }

    /// The texts of filters that hold unless a person chooses others: defaults of the document that the request has to
    /// name, or that choose rows by a member.
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

    /// True if it loads the same reply as another version of it, and finds the same items in it.
    package func loadsAsIn(_ other: Screen) -> Bool {
        load == other.load && rows == other.rows && item == other.item && rowID == other.rowID
            && pagination == other.pagination && facts == other.facts
    }

    /// The rows in the reply to a form; nil if it has none. A next page cannot be asked for from here.
    package func page(answered response: APIResponse) -> Page? {
        guard let rows = response.json?[self.rows]?.arrayValue else { return nil }
        let list = CollectionEndpoint(Endpoint(path: "/"), rows: self.rows, facts: facts)
        var page = list.page(nil, rows: rows, in: response)
        if page.next != nil { (page.next, page.isCutOff) = (nil, true) }
        return page
    }
}

extension Screen {
    /// The screen opened by itself: what the row or the screen it belongs to would have told is asked for.
    package var openedDirectly: Screen {
        var screen = self
        screen.load?.askForOpener()
        // What is added to a list inherits from the list itself.
        if load == nil { screen.create?.request.askForOpener() }
        return screen
    }
}

extension Request {
    /// Asks for every parameter that what this was opened from would have given.
    fileprivate mutating func askForOpener() {
        for index in parameters.indices where parameters[index].source.needsOpener {
            if let question = parameters[index].question { parameters[index].source = .ask(question) }
        }
    }
}

/// A value that is made when somebody first asks for it, and kept. A large document describes thousands of screens, and a
/// person opens a few.
final class OnDemand<Value: Sendable & Equatable>: Sendable {
    private let make: @Sendable () -> Value
    private let made = Lock<Value?>(nil)

    /// - Parameter make: gives the same value each time; may run more than once where several ask at the same time.
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
