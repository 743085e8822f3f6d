import APIDocument
import APIModel
import WireFormats

/// One place of the app: what it loads, what it shows and what can be done there, all taken from the document.
public struct Screen: Sendable, Hashable, Identifiable {
    /// How a screen looks and behaves.
    public enum Kind: String, Sendable, Hashable {
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
    public let id: String
    /// What to call it.
    public var title: String
    /// What one of its rows is called; nil where it shows none, or nothing says it.
    public var rowTitle: String?
    /// What the first tag of its operation is called for people.
    public var group: String?
    /// How it looks.
    public var kind: Kind
    /// The GET behind it; nil for a form.
    public var load: Request?
    /// What makes a new row; of a form screen the form itself, whatever its method.
    public var create: Form?
    /// What changes the item, or a row of the collection.
    public var update: Form?
    /// What deletes the item, or a row of the collection.
    public var delete: Request?
    /// Id of the item screen a row opens.
    public var rowScreen: String?
    /// Ids of the screens opened from the item or from a row: sub-collections, and forms of the row.
    public var children: [String] = []
    /// Id of the screen this one is opened from; nil for screens of the sidebar.
    public var parent: String?
    /// The fields as the document declares them; nil where it says nothing about them.
    var declared: OnDemand<[Field]>? { didSet { ruled = Screen.ruledColumns(of: declared) } }
    /// The columns by the rule.
    private var ruled: OnDemand<[Column]>?
    /// The columns the document asks for.
    private var wished: [Column]?
    /// Of a form whose call answers rows, the list that shows them; nil where it answers anything else.
    public var answerList: Screen? { answered?.value }
    /// That list, made when something is answered.
    var answered: OnDemand<Screen?>?
    /// Optional query parameters that are not pagination; the field's `name` is the parameter's.
    public var filters: [Field] = []
    /// How a collection hands out its rows.
    public var pagination: Pagination = .none
    /// The places of facts about a page in a collection's reply.
    public var facts = PageFactPlaces()
    /// Where the array of rows stands in the reply.
    public var rows: JSONPointer = .root
    /// Where the object stands in an item's reply.
    public var item: JSONPointer = .root
    /// What tells rows apart, within a row.
    public var rowID: JSONPointer?
    /// The place asked for in the sidebar; screens without one follow in the document's order.
    public var order: Int?
    /// Ids of all operations the screen shows, each once.
    public var operations: [String] = []

    /// A screen that shows nothing yet.
    public init(id: String, title: String, kind: Kind) {
        self.id = id
        self.title = title
        self.kind = kind
    }

    /// What one of what it shows is called: "Pet" where it shows pets.
    public var oneTitle: String { rowTitle ?? HumanName.singular(title) }

    /// The fields of an item; of a collection, those of a row. Made when they are first asked for.
    public var fields: [Field] {
        get { declared?.value ?? [] }
        set { declared = newValue.isEmpty ? nil : OnDemand { newValue } }
    }

    /// The columns of a collection, the most important first: those the document asks for, else those of the rule.
    public var columns: [Column] {
        get { wished ?? (showsRows ? ruled?.value ?? [] : []) }
        set { wished = newValue }
    }

    private static func ruledColumns(of fields: OnDemand<[Field]>?) -> OnDemand<[Column]>? {
        fields.map { fields in OnDemand { Column.columns(of: fields.value) } }
    }

    /// Whether it shows rows.
    public var showsRows: Bool { kind == .collection || kind == .conversation }

    /// The parameters a person has to type before it can be shown or sent, where nothing that it is opened from gives them.
    public var questions: [Field] { (load ?? create?.request)?.questions(in: ParameterContext()) ?? [] }

    /// The rows in the reply to a form; nil if it has none. A next page cannot be asked for from here.
    public func page(answered response: APIResponse) -> Page? {
        guard let rows = response.json?[self.rows]?.arrayValue else { return nil }
        let list = CollectionEndpoint(Endpoint(path: "/"), rows: self.rows, facts: facts)
        var page = list.page(nil, rows: rows, in: response)
        if page.next != nil { (page.next, page.isCutOff) = (nil, true) }
        return page
    }
}
