import AppCore
import Terminal

/// Picks the condition that answers a screen or one of its operations: success, empty, forbidden, a time-out …
struct ConditionPicker: ListPopup {
    var id: PanelID = 0
    var selection = Selection()
    private let targets: [(target: ConditionTarget, title: String)]
    private(set) var target = 0
    private let all: [DemoStatus.Condition]
    private var current: [ConditionTarget: DemoStatus.Condition] = [:]
    private let screenTitle: String

    init(for id: String, _ conditions: [DemoStatus.Condition], in world: World) {
        let definition = world.catalog[id]
        screenTitle = definition?.title ?? id
        targets =
            [(.screen(id), "the whole screen \(screenTitle)")]
            + (definition?.operations ?? []).map { (.operation($0, onScreen: id), "only \($0)") }
        all = conditions
        current[.screen(id)] = world.demo.screenConditions[id]
        for operation in definition?.operations ?? [] {
            current[.operation(operation, onScreen: id)] = world.demo.operationConditions[operation]
        }
        selectCurrent()
    }

    private var conditions: [DemoStatus.Condition] {
        guard case .operation(let operation, _) = targets[target].target else { return all }
        return all.filter { $0.operations?.contains(operation) ?? true }
    }

    var title: String { "Make it fail: \(targets[target].title)" }

    var lines: [ListLine] {
        let chosen = current[targets[target].target]
        return [ListLine(text: "works", detail: "stubs answer as usual", isCurrent: chosen == nil)]
            + conditions.map { ListLine(text: $0.title, detail: $0.summary, isCurrent: $0.id == chosen?.id) }
    }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .open, .up, .down, .pageUp, .pageDown, .first, .last: .enabled
        case .left, .right, .nextPane, .previousPane: targets.count > 1 ? .enabled : .absent
        default: .absent
        }
    }

    func popupSize(in world: World) -> Size { Size(columns: 74, rows: paintedLines(width: 72).count + 4) }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        switch action {
        case .right, .nextPane: turn(1)
        case .left, .previousPane: turn(-1)
        case .open: return choose(selection.index, in: world)
        default: _ = selection.follow(action, count: lines.count, page: 12)
        }
        return []
    }

    mutating func choose(_ index: Int, in world: World) -> [Effect] {
        let condition = index == 0 ? nil : conditions[index - 1].id
        return [.close, .demo(.condition(condition, targets[target].target))]
    }

    private mutating func turn(_ step: Int) {
        target = (target + step + targets.count) % targets.count
        selectCurrent()
    }

    private mutating func selectCurrent() {
        selection.select(lines.firstIndex(where: \.isCurrent) ?? 0, of: lines.count)
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, world: World) {
        let hint = "Tab: the whole screen, or only one operation (\(target + 1) of \(targets.count))"
        let above = targets.count > 1 ? TextLayout.wrapped(hint, width: area.width) : []
        for (offset, line) in above.enumerated() {
            canvas.write(line, at: Point(x: area.x, y: area.y + offset), width: area.width, style: .dim)
        }
        // If rows are few, the conditions need them more than a gap.
        let used = above.count + (above.count < 2 ? 1 : 0)
        drawLines(
            on: &canvas,
            in: Rect(x: area.x, y: area.y + used, width: area.width, height: max(0, area.height - used)))
    }
}
