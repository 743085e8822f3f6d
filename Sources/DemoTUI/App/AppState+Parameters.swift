import APIDocument
import APIModel
import AppCore
import WireFormats

extension AppState {
    private var asking: (panel: any Panel, request: Request)? {
        guard let panel = popups.isEmpty ? mainPanel : nil, let request = panel.asking, !request.choices.isEmpty
        else { return nil }
        return (panel, request)
    }

    var hasParameters: Bool { asking != nil }

    func editParameters() -> [Effect] { asking.map { [.ask($0.panel.id, $0.request.choices)] } ?? [] }

    /// Asks immediately for unknown parameters of the open screen.
    func askForUnknown() -> [Effect] {
        guard let (panel, request) = asking, !(panel is FormScreen), let screen = panel.screenID else { return [] }
        guard needsPerson(request.questions, on: screen) else { return [] }
        let known = parameters.answers(to: request, in: demo.mode(of: screen))
        let unknown = request.questions.contains { known[$0.name] == nil }
        return unknown ? [.ask(panel.id, request.questions)] : []
    }

    /// Asks a question, with the previous text or an example in its fields. Demo mode always offers a value: from the
    /// row of a loaded list, or a generated one.
    mutating func ask(_ id: PanelID, _ fields: [Field]) -> [Effect] {
        guard let panel = panel(id), let request = panel.asking, let screen = panel.screenID else { return [] }
        let question = Question(
            panel: id, title: catalog[screen]?.title ?? screen, fields: fields,
            texts: offers(for: fields, of: request, on: screen))
        return demo.mode(of: screen) == .demo && !question.isComplete ? [.invent(question, request)] : present(question)
    }

    private func offers(for fields: [Field], of request: Request, on screen: String) -> [String: String] {
        let mode = demo.mode(of: screen)
        var texts: [String: String] = [:]
        let known = parameters.answers(to: request, in: mode)
        for field in fields {
            // Optional parameters get no generated value.
            guard field.isRequired else {
                texts[field.name] = known[field.name]
                continue
            }
            texts[field.name] =
                parameters.offer(for: field.name, of: request, in: mode)
                ?? currentRow(of: field, of: screen)
                ?? (mode == .demo ? field.example.map(field.text) : nil)
        }
        return texts
    }

    /// True if the user has to enter the values. In demo mode this is necessary only if all can be chosen from lists or
    /// a search has no default.
    private func needsPerson(_ fields: [Field], on screen: String) -> Bool {
        let world = world
        let searched = Set(catalog[screen]?.searchFields.filter { $0.default == nil }.map(\.name) ?? [])
        return demo.mode(of: screen) == .live
            || fields.contains { searched.contains($0.name) }
            || fields.allSatisfy { world.list(for: $0, of: screen)?.isSearch == false }
    }

    /// The load, or a request to generate the values that it lacks.
    func loading(_ load: LoadRequest) -> Effect {
        let screen = load.screen
        guard let request = screen.load else { return .load(load) }
        let fields = request.questions(in: load.place)
        guard !fields.isEmpty, !needsPerson(fields, on: screen.id) else { return .load(load) }
        let texts = offers(for: fields, of: request, on: screen.id)
        return .invent(Question(panel: load.id.panel, title: "", fields: fields, texts: texts, load: load), request)
    }

    /// Continues after a question whose empty fields got values: with the load that waits for them, else with the
    /// popup, unless another panel was opened meanwhile.
    mutating func resume(_ question: Question) -> [Effect] {
        guard let load = question.load else {
            return (popups.last ?? mainPanel)?.id == question.panel ? settle(present(question)) : []
        }
        guard question.isComplete, let request = load.screen.load else { return [.load(load)] }
        parameters.remember(question.texts, for: request, in: .demo)
        return settle([.load(load)])
    }

    private mutating func present(_ question: Question) -> [Effect] {
        guard let screen = panel(question.panel)?.screenID else { return [] }
        let world = world
        let searched = Set(catalog[screen]?.searchFields.map(\.name) ?? [])
        let lists = question.fields.map { world.list(for: $0, of: screen) }
        for (field, list) in zip(question.fields, lists) {
            guard let text = question.texts[field.name], let list else { continue }
            let shown = stacks.values.joined().lazy.compactMap { $0 as? CollectionScreen }
                .first { $0.screenID == list.screen.id }
            let row = shown?.list.rows.first { $0[list.pointer]?.plainText == text }
            if let name = row.flatMap(list.screen.name) { parameters.name(text, of: field.name, as: name) }
        }
        return [
            .present(
                FieldsPopup.asking(
                    question.fields, title: question.title, values: question.texts, lists: lists,
                    isSearch: question.fields.allSatisfy { searched.contains($0.name) },
                    isKey: panel(question.panel)?.asking?.areKeys(question.fields) == true, panel: question.panel))
        ]
    }

    /// The value of the selected row, if its list is open in the same mode.
    private func currentRow(of field: Field, of screen: String) -> String? {
        guard let bound = catalog[screen]?.load?.parameters.first(where: { $0.name == field.name }),
            case .row(let pointer) = bound.source, let parent = catalog[screen]?.parent,
            demo.mode(of: parent) == demo.mode(of: screen)
        else { return nil }
        let lists = stacks.values.joined().filter { $0.screenID == parent }
        return lists.lazy.compactMap { $0.currentRow?[pointer]?.plainText }.first { !$0.isEmpty }
    }

    mutating func answer(_ values: [String: String], of id: PanelID) -> [Effect] {
        guard let panel = panel(id), let request = panel.asking, let screen = panel.screenID else { return [] }
        let before = parameters
        parameters.remember(values, for: request, in: demo.mode(of: screen))
        var effects: [Effect] = []
        for other in stacks.values.joined() where !(other is FormScreen) && other.id != id {
            guard let request = other.asking, let screen = other.screenID else { continue }
            let mode = demo.mode(of: screen)
            if before.answers(to: request, in: mode) != parameters.answers(to: request, in: mode) {
                effects += dropPanels(above: other.id, but: id) + deliver(.stale, to: other.id)
            }
        }
        if panel is FormScreen { return effects + deliver(.answered(values), to: id) }
        effects += deliver(.stale, to: id)
        return effects + (popups.last?.id == id ? withActive { $0.open(in: $1) } : openMainOnRequest())
    }

    /// Closes the panels opened from a panel and reloads stale ones. Forms keep their text, and the panel that asked
    /// stays.
    private mutating func dropPanels(above id: PanelID, but asking: PanelID) -> [Effect] {
        guard let (screen, index) = place(of: id),
            stacks[screen]?.dropFirst(index + 1).contains(where: { $0 is FormScreen || $0.id == asking }) == false
        else { return [] }
        return closePanels(of: screen, above: index)
    }

    private func panel(_ id: PanelID) -> (any Panel)? {
        popups.first { $0.id == id } ?? stacks.values.joined().first { $0.id == id }
    }
}

struct Question: Sendable {
    let panel: PanelID
    let title: String
    let fields: [Field]
    /// The initial texts of the fields, by parameter name.
    var texts: [String: String]
    /// The load that waits for the values; nil if the user enters them.
    var load: LoadRequest?

    var isComplete: Bool { fields.allSatisfy { !$0.isRequired || texts[$0.name] != nil } }
}

/// The typed values of parameters without another source, until the program ends. Separate for demo and live, because
/// their ids differ.
struct ParameterMemory: Hashable, Sendable {
    private struct Key: Hashable, Sendable {
        /// The path up to a path parameter, without parameter names; empty for a required header, which means the same
        /// everywhere; else the operation.
        let scope: String
        /// Nil for path parameters, which screens name differently.
        let name: String?
        /// The index among the parameters of its segment, as in `/compare/{base}...{head}`.
        var ordinal = 0
    }

    private var values: [ServingMode: [Key: String]] = [:]
    /// The last value of each name from any scope: offered, but never used without a question.
    private var byName: [ServingMode: [String: String]] = [:]

    /// The names of the rows that values were chosen from, by the parameter and the value.
    private var names: [String: [String: String]] = [:]

    /// The name of the row that has a parameter's value; nil if none is known.
    func name(_ text: String, of parameter: String) -> String? { names[parameter]?[text] }

    mutating func name(_ text: String, of parameter: String, as name: String) {
        names[parameter, default: [:]][text] = name
    }

    /// Remembers typed values for a request; an empty text removes the earlier one.
    mutating func remember(_ texts: [String: String], for request: Request, in mode: ServingMode) {
        for (name, text) in texts {
            values[mode, default: [:]][key(of: name, in: request)] = text.isEmpty ? nil : text
            if !text.isEmpty { byName[mode, default: [:]][name] = text }
        }
    }

    mutating func rememberHeaders(_ texts: [String: String], for request: Request, in mode: ServingMode) {
        let shared = Set(request.asked.filter(\.isSharedHeader).map(\.name))
        remember(texts.filter { shared.contains($0.key) }, for: request, in: mode)
    }

    func answers(to request: Request, in mode: ServingMode) -> [String: String] {
        guard let known = values[mode] else { return [:] }
        var answers: [String: String] = [:]
        for (key, text) in known where key.scope == request.operation {
            if let name = key.name { answers[name] = text }
        }
        for bound in request.asked {
            if let text = known[key(of: bound.name, in: request)] { answers[bound.name] = text }
        }
        return answers
    }

    func offer(for name: String, of request: Request, in mode: ServingMode) -> String? {
        values[mode]?[key(of: name, in: request)] ?? byName[mode]?[name]
    }

    func filling(_ place: Place, for request: Request?, in mode: ServingMode) -> Place {
        guard let request else { return place }
        var place = place
        for bound in request.asked { place.asked[bound.name] = nil }
        return place.answering(answers(to: request, in: mode))
    }

    private func key(of name: String, in request: Request) -> Key {
        let path = request.path
        guard let place = path.segments.firstIndex(where: { $0.parts.contains(.parameter(name)) }) else {
            let isShared = request.parameters.contains { $0.name == name && $0.isSharedHeader }
            return Key(scope: isShared ? "" : request.operation, name: name)
        }
        let ordinal = path.segments[place].parts.firstIndex(of: .parameter(name)) ?? 0
        return Key(scope: path.prefix(place + 1).shape, name: nil, ordinal: ordinal)
    }
}

extension BoundParameter {
    /// True if one value applies to every operation, such as a tenant's id.
    fileprivate var isSharedHeader: Bool { location == .header && isRequired }
}

extension Request {
    var asked: [BoundParameter] { parameters.filter { $0.source.asked != nil } }

    var questions: [Field] { questions(in: Place()) }

    var choices: [Field] { questions + asked.filter { !$0.isRequired }.compactMap(\.source.asked) }
}
