import APIDocument
import APIModel
import HTTPTypes
import WireFormats

import struct APIDocument.Operation

/// A screen of the app: its load, its content and its actions, all derived from the document.
package struct Screen: Sendable, Equatable, Identifiable {
    package enum Kind: String, Sendable, Hashable {
        case item
        case collection
        /// A collection of messages with a composer.
        case conversation
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
    package var kind: Kind
    /// The GET of the screen; nil for a form.
    package var load: Request?
    /// The form for a new row; for a form screen the form itself, whatever its method.
    package var create: Form?
    /// The form that changes the item, or a row of the collection.
    package var update: Form?
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
    private(set) var naming: OnDemand<NameFields>?
    /// The columns in `x-screen`.
    var wished: [Column]?
    /// For a form, the list or item that shows its reply; nil for an undescribed reply.
    package var answer: Screen? { answered?.value }
    /// The same screen, created when a reply arrives.
    var answered: OnDemand<Screen?>?
    /// Optional query parameters that are not pagination; the field's `name` is the parameter's.
    package var filters: [Field] = []
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

    package init(id: String, title: String, kind: Kind) {
        (self.id, self.title, self.kind) = (id, title, kind)
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

    package var showsRows: Bool { kind == .collection || kind == .conversation }

    /// The parameters that the user must fill in, if no opening screen has values for them.
    package var questions: [Field] { (load ?? create?.request)?.questions(in: Place()) ?? [] }

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
            texts[filter.name] = value.typedText
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
        var page = page(nil, rows: rows, in: response)
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

    var value: Value {
        if let value = made.withLock({ $0 }) { return value }
        let value = make()
        made.withLock { $0 = value }
        return value
    }
}

extension OnDemand: Equatable {
    static func == (one: OnDemand, other: OnDemand) -> Bool { one === other || one.value == other.value }
}

extension Screen {
    /// True for a GET of the sidebar that only the user calls, with Enter: the document describes no body for its
    /// success, as for `GET /logout`. Such a call may have an effect.
    ///
    /// In documents without described replies, as some frameworks generate them, a path that names a resource, such as
    /// `/users`, is called as usual. So are screens that open from a row, and lists declared by `x-screen`.
    package var isCalledOnRequest: Bool {
        guard kind == .item, parent == nil, let load else { return false }
        return !load.isKnownToShow
    }
}

extension APIDocument {
    /// True for a GET with a described reply, or for the path of a resource if the document does not exclude a reply.
    func isKnownToShow(_ operation: Operation) -> Bool {
        operation.describesReply || operation.isSilentOnReply && namesItem(operation.path)
    }

    /// True for the path of a resource. It has operations below a row, a PUT or PATCH, or its last word is a parameter,
    /// `me` or a plural. With two words the first may be a verb, as in `/send-reminders`.
    private func namesItem(_ path: PathTemplate) -> Bool {
        guard let word = path.segments.last?.literal else { return true }
        if NameClass.signOut.has(word) { return false }
        let words = HumanName.words(of: word)
        if words.count == 1, HumanName.singular(words[0]) != words[0] { return true }
        if NameClass.oneself.has(word) { return true }
        return memo.value { ItemPaths(self) }.shapes.contains(path.shape)
    }
}

/// The paths of a document that name items, by their operations: a PUT or PATCH, or an operation below a row.
private struct ItemPaths {
    let shapes: Set<String>

    init(_ document: APIDocument) {
        var shapes: Set<String> = []
        for operation in document.operations {
            let path = operation.path
            if operation.method == .put || operation.method == .patch { shapes.insert(path.shape) }
            for place in path.segments.indices where path.segments[place].parameter != nil {
                shapes.insert(path.prefix(place).shape)
            }
        }
        self.shapes = shapes
    }
}

extension Operation {
    /// True if a successful reply has a body: one with a 2xx status, or `default` if there is none.
    fileprivate var describesReply: Bool {
        let successes = responses.filter { $0.status.isOf(200...299) }
        let replies = successes.isEmpty ? responses.filter { $0.status == .default } : successes
        return replies.contains { !$0.content.isEmpty }
    }

    fileprivate var isSilentOnReply: Bool {
        !responses.contains { [.exact(204), .exact(205)].contains($0.status) || $0.status.isOf(300...399) }
    }
}

extension Response.Status {
    fileprivate func isOf(_ codes: ClosedRange<Int>) -> Bool {
        switch self {
        case .exact(let code): codes.contains(code)
        case .range(let digit): codes.lowerBound == digit * 100
        case .default: false
        }
    }
}
