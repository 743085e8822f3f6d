import APIDocument
import AppCore
import Terminal

/// Asks for the credentials of live calls. Passwords, tokens and keys are not echoed; typed values are kept in memory
/// only.
struct SignInPopup: Panel {
    var id: PanelID = 0
    let way: Authentication
    private let names: [Secrets.Variable]
    private var inputs: [TextInput]
    private var focus = 0
    private var complaint: String?

    init(_ way: Authentication) {
        self.way = way
        names = Secrets.variables(for: way.scheme)
        inputs = names.map { _ in TextInput() }
    }

    /// The popup for the document of a screen: the scheme to type for, or first a choice among several. Those of the
    /// screen's operations come first.
    static func choosing(_ ways: [Authentication], for screen: Screen?) -> any Panel {
        let typed = ways.filter { $0.document == screen?.document && !Secrets.variables(for: $0.scheme).isEmpty }
        let fitting = typed.filter { !$0.operations.isDisjoint(with: screen?.operations ?? []) }
        let ways = fitting + typed.filter { !fitting.contains($0) }
        if ways.count > 1 { return PickPopup.signIn(ways) }
        var undescribed = Authentication(name: SecurityRules.undescribed, scheme: .bearer)
        undescribed.document = screen?.document
        return SignInPopup(ways.first ?? undescribed)
    }

    var isTyping: Bool { true }
    func heading(in world: World) -> Heading {
        Heading(title: "Sign in\(way.document.map { " to \($0)" } ?? ""): \(way.title)")
    }
    func popupSize(in world: World) -> Size { Size(columns: 64, rows: names.count + 6) }
    func hint(for action: Action) -> String? { action == .open || action == .submit ? "sign in" : nil }

    func availability(of action: Action, in world: World) -> Availability {
        [.open, .submit, .nextPane, .previousPane, .up, .down].contains(action) ? .enabled : .absent
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        switch action {
        case .open, .submit: return accept()
        default: focus = action.focus(from: focus, of: names.count)
        }
        return []
    }

    mutating func type(_ key: Key, in world: World) -> [Effect] {
        if inputs[focus].handle(key) { complaint = nil }
        return []
    }

    mutating func paste(_ text: String, in world: World) -> [Effect] {
        // Copied text often ends with a line end.
        inputs[focus].paste(String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()))
    }

    private mutating func accept() -> [Effect] {
        if let empty = inputs.firstIndex(where: \.isEmpty) {
            complaint = empty == focus ? "\(names[empty].question) is missing." : nil
            focus = empty
            return []
        }
        let typed = Dictionary(zip(names, inputs.map(\.text)), uniquingKeysWith: { $1 })
        guard let credentials = Secrets.none.adding(typed).credentials(for: way) else { return [.close] }
        // A line break would end the header.
        guard credentials.isSendable else {
            complaint = "There is a character in it that cannot be sent."
            return []
        }
        return [.close, .signIn(way, credentials)]
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        let labelWidth = 16
        for (index, name) in names.enumerated() where index < area.height {
            let y = area.y + index
            let box = Rect(x: area.x + labelWidth, y: y, width: max(0, area.width - labelWidth), height: 1)
            canvas.write(
                name.question, at: Point(x: area.x, y: y), width: labelWidth - 1,
                style: index == focus ? .strong : .dim)
            canvas.aim(.line(index, isSelected: index == focus), area.row(y))
            canvas.field(inputs[index], in: box, isActive: index == focus, mask: name.isHidden ? "*" : nil)
        }
        var y = area.y + names.count + 1
        let lines = complaint.map { [$0] } ?? ["Kept in memory until the program ends.", way.destination]
        for line in lines where y < area.y + area.height {
            canvas.write(line, at: Point(x: area.x, y: y), width: area.width, style: complaint == nil ? .dim : .error)
            y += 1
        }
    }
}

extension Authentication {
    var title: String {
        switch scheme {
        case .oauth2Password: "User name and password"
        case .oauth2ClientCredentials: "Client id and secret"
        case .basic: "User name and password (basic)"
        case .bearer, .openIDConnect, .http, .other: "Token"
        case .apiKey(let name, _): "API key (\(name))"
        }
    }

    fileprivate var destination: String {
        tokenURL.map { "Sent to \($0), which issues the token." } ?? "Sent to the API's own server only."
    }
}

extension Credentials {
    fileprivate var isSendable: Bool {
        let texts: [String] =
            switch self {
            case .bearer(let token): [token]
            case .apiKey(let key, _, _): [key]
            case .basic, .password, .client: []
            }
        return texts.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }
    }
}
