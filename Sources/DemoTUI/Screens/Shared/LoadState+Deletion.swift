import AppCore

extension LoadState {
    /// Stops a deletion that needs values which nothing fills, and asks for them.
    ///
    /// - Parameters:
    ///   - fields: what is asked for.
    ///   - request: the deletion; an older one is dropped.
    ///   - mark: what is deleted.
    ///   - panel: where the answer goes.
    mutating func askBeforeDeleting(
        _ fields: [Field], _ request: RequestID, of mark: RowMark?, panel: PanelID
    ) -> [Effect] {
        guard isCurrent(request) else { return [] }
        stop(showing: nil)
        return [.present(FieldsPopup.deletion(fields, of: mark, panel: panel))]
    }
}
