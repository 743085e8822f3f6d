import AppCore

extension RowList {
    /// Deletes a row on the server; it stays in the list until that is done.
    ///
    /// - Parameters:
    ///   - mark: the row, as it was marked when the deletion was asked for.
    ///   - sending: what the panel sends; one thing at a time.
    /// - Returns: what is to be done, and whether the deletion began: not if the row is not the same any more.
    func delete(_ mark: RowMark?, by sending: inout LoadState, _ panel: PanelID, screen: Screen, place: Place)
        -> (effects: [Effect], hasBegun: Bool)
    {
        guard let request = screen.delete, let index = index(of: mark), let row = self[index] else {
            return ([.note(.info(ConfirmPopup.outdated))], false)
        }
        guard !sending.isLoading else {
            return ([.note(.info("Nothing was deleted: something else is still being sent."))], false)
        }
        let (number, timer) = sending.begin(for: panel)
        let inside = place.opening(row: row, from: screen.load)
        let send = SendRequest(
            id: number, screen: screen, place: inside, change: .init(request: request, style: .delete))
        return ([timer, .send(send)], true)
    }
}
