import Terminal

/// Asks before an irreversible action. Only `y` and Enter on the word confirm; everything else cancels.
struct ConfirmPopup: Panel {
    var id: PanelID = 0
    let question: String
    let detail: String
    let verb: String
    var refusal = "Cancel"
    let confirmed: [Effect]
    private(set) var isOnVerb = false

    static func delete(_ name: String, _ mode: ServingMode, panel: PanelID, row: RowMark?) -> ConfirmPopup {
        ConfirmPopup(
            question: "Delete \(TextLayout.shortened(name, width: 28)) \(place(mode))?", detail: warning(mode),
            verb: "Delete", confirmed: [.tell(panel, .deleteConfirmed(row))])
    }

    static func deletion(_ title: String, _ mode: ServingMode, panel: PanelID) -> ConfirmPopup {
        ConfirmPopup(
            question: "\(TextLayout.shortened(title, width: 32)) \(place(mode))?", detail: warning(mode), verb: "Send",
            confirmed: [.tell(panel, .deleteConfirmed(nil))])
    }

    private static func place(_ mode: ServingMode) -> String { mode == .demo ? "in the demo data" : "on the server" }

    private static func warning(_ mode: ServingMode) -> String {
        mode == .demo
            ? "Only the demo data changes. \(key: .resetDemo) undoes all its changes."
            : "It is deleted on the server. This cannot be undone."
    }

    /// The note if the content was reloaded before the confirmation.
    static let outdated = "Nothing was deleted: the screen changed while you were asked."
    static let isBusy = "Nothing was deleted: something else is still being sent."

    /// - Parameter isPerhapsSent: true if the server may have it, although no response arrived.
    static func discard(panel: PanelID, isPerhapsSent: Bool) -> ConfirmPopup {
        ConfirmPopup(
            question: "Discard what you typed?",
            detail: isPerhapsSent ? "It was sent, but the server did not answer." : "It was not sent.",
            verb: "Discard", refusal: "Keep editing",
            confirmed: [.tell(panel, .discardConfirmed)])
    }

    /// - Parameter subject: The demo data in one word.
    static func reset(_ what: String, _ subject: String, _ confirmed: Effect) -> ConfirmPopup {
        ConfirmPopup(
            question: "Reset \(what)?",
            detail:
                "\(subject) demo data begins again: edits made in demo mode are discarded. The server is not touched.",
            verb: "Reset", confirmed: [confirmed])
    }

    static func quit(losing losses: [String], code: Int32 = 0) -> ConfirmPopup {
        ConfirmPopup(
            question: "Quit?", detail: "This is lost: \(losses.joined(separator: ", ")).", verb: "Quit",
            confirmed: [.quit(code)])
    }

    var isTyping: Bool { true }

    func heading(in world: World) -> Heading { Heading(title: question) }
    func popupSize(in world: World) -> Size {
        let columns = max(56, TextWidth.width(of: question) + 6)
        let lines = TextLayout.wrapped(detail, width: world.width(ofPopup: columns))
        return Size(columns: columns, rows: lines.count + 4)
    }

    func hint(for action: Action) -> String? { action == .open ? (isOnVerb ? verb : refusal).lowercased() : nil }

    func availability(of action: Action, in world: World) -> Availability {
        [.open, .nextPane, .previousPane, .left, .right, .up, .down].contains(action) ? .enabled : .absent
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        switch action {
        case .open: return isOnVerb ? [.close] + confirmed : [.close]
        case .nextPane, .previousPane, .left, .right, .up, .down: isOnVerb.toggle()
        default: break
        }
        return []
    }

    mutating func type(_ key: Key, in world: World) -> [Effect] {
        switch key {
        case .character("y"), .character("Y"): return [.close] + confirmed
        case .character("n"), .character("N"), .character("q"): return [.close]
        case .left, .right, .character("h"), .character("l"): isOnVerb.toggle()
        default: break
        }
        return []
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        var y = area.y
        for line in TextLayout.wrapped(detail, width: area.width).prefix(max(1, area.height - 2)) {
            canvas.write(line, at: Point(x: area.x, y: y), width: area.width)
            y += 1
        }
        y += 1
        let cancel = "[ n  \(refusal) ]"
        canvas.button(cancel, at: Point(x: area.x, y: y), style: .plain, isFocused: !isOnVerb, key: .character("n"))
        canvas.button(
            "[ y  \(verb) ]", at: Point(x: area.x + cancel.count + 2, y: y), style: .error, isFocused: isOnVerb,
            key: .character("y"))
    }
}
