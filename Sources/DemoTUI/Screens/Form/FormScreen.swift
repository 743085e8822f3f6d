import AppCore
import JSONText

/// A form of the API: a new entry, an update, or a screen of its own. What was typed survives a failed send.
struct FormScreen: Panel {
    /// What the form is for.
    enum Purpose: Sendable {
        /// A screen of its own; it stays open after sending.
        case standalone
        /// Changes what the panel shows; `base` is the object as fetched.
        case edit(base: JSONValue, etag: String?, panel: PanelID, row: RowMark?)
        /// Adds an entry to what the panel shows.
        case add(panel: PanelID)
    }

    var id: PanelID = 0
    let screen: Screen
    let form: Form
    private var place: Place
    /// Where the screen behind the form opened: what is known in either mode.
    private let origin: Place
    /// The mode `place` and the object being edited are of.
    private var mode: ServingMode?
    let purpose: Purpose
    private(set) var inputs: [FieldInput]
    /// The field with the focus; `form.fields.count` is the button.
    private(set) var focus = 0
    /// What is wrong with a field, by index.
    private(set) var complaints: [Int: String] = [:]
    /// What is wrong with the whole, and whether it is good news instead.
    private(set) var outcome: Outcome?
    private(set) var load = LoadState(.send)
    /// True once the server said that the object changed meanwhile: the next send reads it anew and puts the typed values
    /// over it.
    private var isOutdated = false
    private let initial: [FieldInput]

    /// How the last send ended.
    enum Outcome: Hashable, Sendable {
        case sent(String)
        case failed(String, wayOut: [String])
    }

    init(screen: Screen, form: Form, place: Place, origin: Place? = nil, purpose: Purpose) {
        self.origin = origin ?? place
        self.screen = screen
        self.form = form
        self.place = place
        self.purpose = purpose
        var base: JSONValue?
        if case .edit(let value, _, _, _) = purpose { base = value }
        inputs = form.fields.map { FieldInput($0, value: base?[$0.pointer]) }
        initial = inputs
    }

    var screenID: String? { screen.id }
    var asking: Request? { form.request }
    var isSpinning: Bool { load.isSlow }
    /// In a form letters are text everywhere, on a choice and on the button too: nothing typed may switch or quit.
    var isTyping: Bool { !load.isLoading }
    /// True if something was entered that is not sent.
    var isDirty: Bool { inputs != initial }
    /// The words on the button.
    var buttonTitle: String {
        switch purpose {
        case .standalone: "Send"
        case .edit: "Save"
        case .add: "Add"
        }
    }

    func heading(in world: World) -> Heading {
        var heading = Heading(screen, load, asking: form.request, in: world)
        if case .standalone = purpose {} else { heading.title = form.title }
        if isDirty { heading.count = "not sent" }
        return heading
    }

    func hint(for action: Action) -> String? {
        switch action {
        case .open:
            inputs.indices.contains(focus) ? (inputs[focus].isText ? "next" : "choose") : buttonTitle.lowercased()
        case .submit: buttonTitle.lowercased()
        default: nil
        }
    }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .submit, .open, .nextPane, .previousPane, .up, .down:
            return load.isLoading ? .disabled("Sending. Esc stops.") : .enabled
        case .back:
            if load.isLoading { return .enabled }
            if case .standalone = purpose { return .absent }
            return isDirty ? .enabled : .absent
        case .showExchange: return load.provenance?.exchange == nil ? .disabled("Nothing was sent yet.") : .enabled
        case .editStub: return .enabled
        default: return .absent
        }
    }

    mutating func open(in world: World) -> [Effect] {
        mode = mode ?? world.demo.mode(of: screen.id)
        return []
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        switch action {
        case .submit: return submit(in: world)
        case .nextPane, .down: move(1)
        case .previousPane, .up: move(-1)
        case .open: return accept(in: world)
        case .back:
            if load.isLoading {
                load.stop(showing: nil)
                outcome = .failed("Stopped; the server may have taken it all the same.", wayOut: [])
                return [.cancel(id, .send)]
            }
            return [.present(ConfirmPopup.discard(panel: id))]
        case .showExchange: return load.provenance?.exchange.map { [.push(ExchangeScreen(exchange: $0))] } ?? []
        case .editStub: return [.editStub(screen: screen.id, exchange: load.provenance?.exchange)]
        default: break
        }
        return []
    }

    mutating func type(_ key: Key, in world: World) -> [Effect] {
        guard inputs.indices.contains(focus), !load.isLoading else { return [] }
        if inputs[focus].handle(key, isRequired: form.fields[focus].isRequired) { complaints[focus] = nil }
        return []
    }

    mutating func paste(_ text: String, in world: World) -> [Effect] {
        guard inputs.indices.contains(focus), case .text(var input) = inputs[focus], !load.isLoading else { return [] }
        input.insert(text)
        inputs[focus] = .text(input)
        return []
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        if load.follow(event) { return [] }
        switch event {
        case .picked(let field, let choice):
            if inputs.indices.contains(field), case .choice(let options, _) = inputs[field] {
                inputs[field] = .choice(options, selected: choice)
                complaints[field] = nil
            }
        case .sent(let request, let provenance, let result): return finish(request, provenance, result)
        case .discardConfirmed: return [.close]
        case .missing(let request, let fields):
            guard load.isCurrent(request) else { return [] }
            load.stop(showing: nil)
            return [.ask(id, fields)]
        case .answered(let values):
            place = place.answering(values)
            return submit(in: world)
        default: break
        }
        return []
    }

    private mutating func move(_ step: Int) {
        let count = form.fields.count + 1
        focus = ((focus + step) % count + count) % count
    }

    /// Enter: a line end in long text, the picker of a choice, the next field, or sending from the button.
    private mutating func accept(in world: World) -> [Effect] {
        guard inputs.indices.contains(focus) else { return submit(in: world) }
        switch inputs[focus] {
        case .text(var input):
            if input.isMultiline {
                input.insert("\n")
                inputs[focus] = .text(input)
            } else {
                move(1)
            }
            return []
        case .choice(let options, let selected):
            let field = form.fields[focus]
            return [
                .present(
                    ChoicePopup(
                        title: field.title, options: options.map(\.plainText), selected: selected,
                        allowsNone: !field.isRequired, panel: id, field: focus))
            ]
        }
    }

    // MARK: Sending

    private mutating func submit(in world: World) -> [Effect] {
        guard !load.isLoading else { return [] }
        let now = world.demo.mode(of: screen.id)
        let isOtherMode = mode != nil && mode != now
        // What was loaded in one mode must never be written in the other.
        if isOtherMode, case .edit(_, _, _, let row) = purpose {
            outcome = .failed(
                "\(row == nil ? "These values are" : "This row is") of the \(now == .demo ? "live" : "demo") data; "
                    + "the screen is \(now.rawValue) now. Nothing was sent.",
                wayOut: ["Press F3 to switch back, or Esc to leave and edit the \(now.rawValue) one."])
            return []
        }
        complaints = [:]
        for (index, field) in form.fields.enumerated() {
            complaints[index] = inputs[index].violation(of: field)
        }
        if let first = complaints.keys.min() {
            focus = first
            let count = complaints.count
            outcome = .failed(count == 1 ? "One field needs a change." : "\(count) fields need a change.", wayOut: [])
            return []
        }
        outcome = nil
        let (number, timer) = load.begin(for: id)
        var base: JSONValue?
        var etag: String?
        if case .edit(let value, let tag, _, _) = purpose {
            base = value
            etag = tag
        }
        let request = SendRequest(
            id: number, screen: screen, place: isOtherMode || isOutdated ? origin : place,
            change: .init(
                request: form.request, style: form.updateStyle, base: base, changes: changes, etag: etag),
            refetches: isOtherMode || isOutdated)
        return [timer, .send(request)]
    }

    /// What the form says: for a PATCH only what differs from what was there.
    private var changes: [Update.Change] {
        form.fields.enumerated().compactMap { index, field in
            var value = inputs[index].value(for: field)
            // What was emptied is sent as null where null is a value, and left out where it is not.
            if value == nil, field.isNullable, inputs[index] != initial[index] { value = .null }
            if form.style == .merge, inputs[index] == initial[index] { return nil }
            if value == nil, inputs[index] == initial[index] { return nil }
            return Update.Change(field.pointer, value)
        }
    }

    private mutating func finish(
        _ request: RequestID, _ provenance: Provenance, _ result: Result<UpdateOutcome, APIError>
    ) -> [Effect] {
        guard load.end(request, provenance, failure: nil) else { return [] }
        switch result {
        case .success(let done):
            switch purpose {
            case .standalone:
                inputs = initial
                focus = 0
                outcome = .sent("Sent: \(form.title).")
                return [.note(.info("Sent."))]
            case .edit(_, _, let panel, let row):
                return [.tell(panel, .saved(done, row)), .remove(id), .note(.info("Saved."))]
            case .add(let panel):
                return [.tell(panel, .saved(done, nil)), .remove(id), .note(.info("Added."))]
            }
        case .failure(let error):
            complain(error, mode: provenance.mode)
            return []
        }
    }

    /// Shows the server's complaints at their fields, and the rest above the form.
    private mutating func complain(_ error: APIError, mode: ServingMode) {
        for complaint in error.fields {
            guard let index = form.fields.firstIndex(where: { $0.isNamed(complaint.name) }) else { continue }
            complaints[index] = complaint.message
        }
        if let first = complaints.keys.min() { focus = first }
        if error.status == 412, case .edit(_, _, _, nil) = purpose, screen.load != nil {
            isOutdated = true
            outcome = .failed(
                "It was changed on the server since you opened it (412).",
                wayOut: ["Your text is kept. ^S saves it over the newer version, Esc leaves that one as it is."])
            return
        }
        let message = FailureMessage(.failed(error), mode: mode)
        outcome = .failed(
            complaints.isEmpty ? message.title : error.userMessage,
            wayOut: complaints.isEmpty ? message.wayOutOfForm : [])
    }
}

extension Field {
    /// True if the server means this field: by its name, or by its pointer.
    fileprivate func isNamed(_ name: String) -> Bool {
        self.name == name || pointer.tokens.joined(separator: ".") == name || pointer.description == name
    }
}
