import Terminal

/// Lists what can happen to a call: it works, it fails with a status, it is slow, it never ends …
struct ConditionPicker: ListPopup {
    var id: PanelID = 0
    var selection = Selection()
    private var calls: [CallChoices]
    private(set) var target = 0
    /// The digits of a status as they are typed.
    private var digits = ""

    /// - Parameter operation: The selected call; nil selects one that fails, else the first.
    init(_ calls: [CallChoices], selecting operation: String?) {
        self.calls = calls
        target =
            calls.firstIndex { operation != nil && $0.operation == operation }
            ?? calls.firstIndex { $0.current != nil } ?? 0
        selectCurrent()
    }

    let title = "Make it fail"

    private var call: CallChoices? { calls.indices.contains(target) ? calls[target] : nil }

    var lines: [ListLine] {
        let current = call?.current
        return [ListLine(text: "works", detail: "the usual response", mark: "○", isCurrent: current == nil)]
            + (call?.conditions ?? []).map { condition in
                let isCurrent = condition.id == current?.id
                return ListLine(
                    text: condition.title + (isCurrent && current?.isOnce == true ? ", once" : ""),
                    detail: condition.summary, mark: condition.mark, isCurrent: isCurrent)
            }
    }

    private func condition(at index: Int) -> DemoStatus.Condition? { index == 0 ? nil : call?.conditions[index - 1] }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .open, .up, .down, .pageUp, .pageDown, .first, .last: .enabled
        case .toggle: selection.index > 0 ? .enabled : .disabled("Select a failure first, to apply it to one call.")
        case .editStub:
            condition(at: selection.index)?.status != nil && editedOperation != nil
                ? .enabled : .disabled("\(key: .editStub) edits the body of a status.")
        case .left, .right, .nextPane, .previousPane:
            calls.count > 1 ? .enabled : .disabled("This screen has one call.")
        default: .absent
        }
    }

    func hint(for action: Action) -> String? {
        switch action {
        case .open: "apply"
        case .quit: "close"
        case .toggle: "once"
        case .editStub: "edit its body"
        case .nextPane: calls.count > 1 ? "which call" : nil
        default: nil
        }
    }

    func popupSize(in world: World) -> Size {
        // As high as the longest list, so that it stays where it is when the call changes.
        let most = calls.map { $0.conditions.count + 1 }.max() ?? 0
        return Size(columns: 70, rows: max(most, paintedLines(width: 68).count) + 4)
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        digits = ""
        switch action {
        case .right, .nextPane: turn(1)
        case .left, .previousPane: turn(-1)
        case .open: return choose(selection.index, in: world)
        case .toggle: return choose(selection.index, once: true)
        case .editStub: return edit()
        default: _ = selection.follow(action, count: lines.count, page: 12)
        }
        return []
    }

    func takes(_ key: Key) -> Bool { if case .character("0"..."9") = key { true } else { false } }

    /// Selects the status that begins with the typed digits; the same digit again selects the next one.
    mutating func type(_ key: Key, in world: World) -> [Effect] {
        guard case .character(let digit) = key, takes(key) else { return [] }
        func places(of digits: String) -> [Int] {
            call?.conditions.indices.filter { call?.conditions[$0].status.map { "\($0)".hasPrefix(digits) } ?? false }
                ?? []
        }
        let longer = digits + String(digit)
        digits = places(of: longer).isEmpty ? String(digit) : longer
        let found = places(of: digits)
        let next = digits.count == 1 ? found.first { $0 + 1 > selection.index } : nil
        guard let place = next ?? found.first else {
            return [.note(.info("No status in this list begins with \(digits)."))]
        }
        selection.select(place + 1, of: lines.count)
        return []
    }

    mutating func choose(_ index: Int, in world: World) -> [Effect] { choose(index, once: false) }

    private func choose(_ index: Int, once: Bool) -> [Effect] {
        guard let call else { return [.close] }
        return [.close, .demo(.condition(condition(at: index)?.id, call.target, once: once))]
    }

    /// The operation whose reply is edited: of several, the first that has it.
    private var editedOperation: String? {
        guard let condition = condition(at: selection.index) else { return nil }
        return call?.operation ?? calls.first { $0.operation != nil && $0.conditions.contains(condition) }?.operation
    }

    private func edit() -> [Effect] {
        guard let call, let condition = condition(at: selection.index), let operation = editedOperation else {
            return []
        }
        return [.editCondition(condition.id, operation: operation, screen: call.target.screen, panel: id)]
    }

    /// Takes new choices, created after a body was edited; the selected call and line stay.
    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        guard case .conditions(let new) = event else { return [] }
        let (old, condition) = (call?.target, condition(at: selection.index)?.id)
        calls = new
        target = calls.firstIndex { $0.target == old } ?? 0
        selection.select((call?.conditions.firstIndex { $0.id == condition } ?? -1) + 1, of: lines.count)
        return []
    }

    /// Selects another call; the same line stays selected unless that call has a failure.
    private mutating func turn(_ step: Int) {
        let condition = condition(at: selection.index)?.id
        target = (target + step + calls.count) % calls.count
        selectCurrent()
        if call?.current == nil, let place = call?.conditions.firstIndex(where: { $0.id == condition }) {
            selection.select(place + 1, of: lines.count)
        }
    }

    private mutating func selectCurrent() {
        selection.select(lines.firstIndex(where: \.isCurrent) ?? 0, of: lines.count)
    }

    /// The rows above the list. If rows are few, the list needs them more than a gap.
    private func headRows(_ height: Int) -> Int { height > 8 ? 2 : 1 }

    func extent(in area: Size, world: World) -> Extent? {
        extentOfLines(in: Size(columns: area.columns, rows: max(0, area.rows - headRows(area.rows))))
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        let count = calls.count > 1 ? "\(key: .nextPane): \(target + 1) of \(calls.count)" : ""
        let room = area.width - TextWidth.width(of: count)
        canvas.write(count, at: Point(x: area.x + room, y: area.y), style: .dim)
        canvas.write(
            TextLayout.shortened(call?.title ?? "", width: max(0, room - 1)), at: Point(x: area.x, y: area.y),
            style: .strong)
        let head = headRows(area.height)
        if head > 1, let call, world.demo.mode(of: call.target.screen) == .live {
            canvas.write(
                "Live now: \(key: .open) makes it demo, \(key: .toggle) fails one call only.",
                at: Point(x: area.x, y: area.y + 1), width: area.width, style: .dim)
        }
        drawLines(
            on: &canvas, in: Rect(x: area.x, y: area.y + head, width: area.width, height: max(0, area.height - head)))
    }
}

extension ConditionTarget {
    fileprivate var screen: String {
        switch self {
        case .screen(let id), .operation(_, let id): id
        }
    }
}

extension DemoStatus.Condition {
    /// Its kind: a status, another time, no connection, another body.
    fileprivate var mark: String {
        switch id {
        case "slow", "timeout": "~"
        case "noNetwork": "×"
        case "empty": "∅"
        case "malformed": "%"
        default: "○"
        }
    }
}
