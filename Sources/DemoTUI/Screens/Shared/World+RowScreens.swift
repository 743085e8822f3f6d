import AppCore

extension World {
    /// The screen that changes a row of a list: the list's own form does, else that of the screen the row opens.
    /// Nil where the API has no update for the row.
    func editor(ofRowsOf list: Screen) -> Screen? { owner(of: list) { $0.update != nil } }

    /// The screen that deletes a row of a list: the list itself, else the one the row opens. Nil where the API has no
    /// delete for the row.
    func remover(ofRowsOf list: Screen) -> Screen? { owner(of: list) { $0.delete != nil } }

    /// Whether a row of a list can be changed, whichever of the two screens does it.
    /// - Parameter rows: what the rows are called, in the plural, with where they are.
    func editing(of list: Screen, called rows: String, selected: Bool) -> Availability {
        guard editor(ofRowsOf: list) != nil else { return .disabled("The API has no update for \(rows).") }
        return selected ? .enabled : .disabled("Nothing is selected.")
    }

    /// Whether a row of a list can be deleted, whichever of the two screens does it.
    func deleting(of list: Screen, called rows: String, selected: Bool) -> Availability {
        guard remover(ofRowsOf: list) != nil else { return .disabled("The API has no delete for \(rows).") }
        return selected ? .enabled : .disabled("Nothing is selected.")
    }

    private func owner(of list: Screen, where can: (Screen) -> Bool) -> Screen? {
        if can(list) { return list }
        return list.rowScreen.flatMap { catalog[$0] }.flatMap { can($0) ? $0 : nil }
    }
}
