import AppCore
import Terminal

extension FormScreen {
    func hint(for action: Action) -> String? {
        switch action {
        case .open:
            guard let line = focusedLine else { return buttonTitle.lowercased() }
            switch line.kind {
            case .entries, .absent: return "add"
            case .variants: return "choose"
            case .heading: return "next"
            case .input:
                if case .text = tree[line.node].content { return input.isMultiline ? "new line" : "next" }
                return "choose"
            }
        case .submit: return buttonTitle.lowercased()
        case .moveEntryUp: return "entry up"
        case .moveEntryDown: return "entry down"
        default: return nil
        }
    }

    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .submit, .open, .nextPane, .previousPane, .up, .down, .pageUp, .pageDown:
            return load.isLoading ? .disabled("Sending. Esc stops.") : .enabled
        case .editJSON: return load.isLoading ? .disabled("Sending. Esc stops.") : editorAvailability
        case .addEntry:
            return focusedLine.flatMap { tree.growth(at: $0.node) } == nil || load.isLoading ? .absent : .enabled
        case .removeEntry:
            return focusedLine.flatMap { tree.removable(at: $0.node) } == nil || load.isLoading ? .absent : .enabled
        case .moveEntryUp, .moveEntryDown:
            return focusedLine.flatMap { tree.item(at: $0.node) } == nil || load.isLoading ? .absent : .enabled
        case .back:
            if load.isLoading { return .enabled }
            if case .standalone = purpose { return .absent }
            return isDirty ? .enabled : .absent
        case .showExchange: return load.provenance?.exchange == nil ? .disabled("Nothing was sent yet.") : .enabled
        case .editStub: return .enabled
        default: return .absent
        }
    }

    mutating func perform(_ action: Action, in world: World) -> [Effect] {
        switch action {
        case .submit: return submit(in: world)
        case .nextPane: move(1)
        case .previousPane: move(-1)
        case .down: if !input.moveLine(1) { move(1) }
        case .up: if !input.moveLine(-1) { move(-1) }
        case .pageDown: page(1, rows: world.area.rows)
        case .pageUp: page(-1, rows: world.area.rows)
        case .open: return accept(in: world)
        case .editJSON: return editJSON()
        case .addEntry: addEntry()
        case .removeEntry: removeEntry()
        case .moveEntryUp: return moveEntry(-1)
        case .moveEntryDown: return moveEntry(1)
        case .back:
            if load.isLoading {
                load.stop(showing: nil)
                outcome = .failed("Stopped; the server may have taken it all the same.", wayOut: [])
                return [.cancel(id, .send)]
            }
            return [.present(ConfirmPopup.discard(panel: id))]
        case .showExchange: return load.provenance?.exchange.map { [.push(ExchangeScreen(exchange: $0))] } ?? []
        case .editStub: return [.editStub(load.provenance?.exchange)]
        default: break
        }
        return []
    }

    mutating func receive(_ event: PanelEvent, in world: World) -> [Effect] {
        if load.follow(event) { return [] }
        switch event {
        case .picked(let node, let choice): pick(choice, of: node)
        case .pickedSome(let node, let choices):
            tree.pick(choices, of: node)
            note(change: node)
        case .edited(let edited): return take(edited)
        case .sent(let request, let provenance, let result): return finish(request, provenance, result)
        case .exchange(let detail?):
            if case .sent(let text, _) = outcome { outcome = .sent(text, answer: detail.answer) }
        case .left: isLeft = true
        case .discardConfirmed: return [.close]
        case .deleteConfirmed: return sendConfirmed(in: world)
        case .missing(let request, let fields):
            guard load.isCurrent(request) else { return [] }
            load.stop(showing: nil)
            return [.present(FieldsPopup.asking(fields, title: screen.title, panel: id))]
        case .answered(let values):
            place = place.answering(values)
            return submit(in: world)
        default: break
        }
        return []
    }
}
