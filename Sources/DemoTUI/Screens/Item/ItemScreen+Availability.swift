import AppCore

extension ItemScreen {
    func availability(of action: Action, in world: World) -> Availability {
        switch action {
        case .open:
            if case .missing? = load.failure { return .enabled }
            if waitsForEnter { return .enabled }
            return lineCount(in: world) == 0 ? .absent : .enabled
        case .edit:
            if screen.update == nil { return .disabled("The API has no update for \(screen.title).") }
            // An item that is still loading is edited when it arrives.
            if load.isLoading { return .enabled }
            if isStale { return .disabled("These values are stale; \(key: .reload) loads them again.") }
            return item == nil ? .disabled("Nothing is loaded to edit.") : .enabled
        case .delete:
            if screen.delete == nil { return .disabled("The API has no delete for \(screen.title).") }
            return item == nil ? .disabled("Nothing is loaded to delete.") : .enabled
        case .parts where item == nil && load.isLoading: return .enabled
        case .parts: return children(in: world).isEmpty ? .disabled("Nothing opens from \(screen.title).") : .enabled
        case .add: return .disabled("This is one item; new ones are added in its list.")
        case .filter, .copy, .saveFile: return item == nil ? .disabled("Nothing is loaded.") : .enabled
        case .nextMatch, .previousMatch:
            return search.isEmpty ? .disabled("Press \(key: .filter) to search first.") : .enabled
        case .reload: return screen.load == nil ? .absent : .enabled
        case .follow:
            guard let stream, !load.isLoading else { return .absent }
            return stream.lastID == nil
                ? .disabled("No event has an id to resume after; \(key: .reload) begins anew.") : .enabled
        case .showExchange: return exchange == nil ? .disabled("No request was made yet.") : .enabled
        case .editStub: return .enabled
        case .back: return load.isLoading ? .enabled : .absent
        case .submit, .nextPane, .previousPane: return .absent
        case .up, .down, .pageUp, .pageDown, .first, .last, .left, .right: return .enabled
        default: return .absent
        }
    }
}
