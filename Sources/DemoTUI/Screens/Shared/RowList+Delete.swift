import AppCore

extension RowList {
    /// Deletes a row on the server; it stays in the list until that is done.
    ///
    /// - Parameters:
    ///   - mark: the row, as it was marked when the deletion was asked for.
    ///   - sending: what the panel sends; one thing at a time.
    ///   - values: what a person gave for what nothing else fills.
    /// - Returns: what is to be done, and whether the deletion began: not if the row is not the same any more.
    func delete(
        _ mark: RowMark?, answering values: [String: String], by sending: inout LoadState, _ query: RowQuery,
        in world: World
    ) -> (effects: [Effect], hasBegun: Bool) {
        let screen = query.screen
        guard let remover = world.remover(ofRowsOf: screen), let request = remover.delete, let index = index(of: mark),
            let row = self[index]
        else {
            return ([.note(.info(ConfirmPopup.outdated))], false)
        }
        guard !sending.isLoading else {
            return ([.note(.info("Nothing was deleted: something else is still being sent."))], false)
        }
        let (number, timer) = sending.begin(for: query.panel)
        let opened = world.inside(screen, at: query.place, row: row)
        // A row's own screen knows the parameters of its path only once it stands open.
        let inside = remover.id == screen.id ? opened : world.inside(remover, at: opened, row: row)
        let send = SendRequest(
            id: number, screen: remover, place: inside, change: .init(request: request, style: .delete), typed: values)
        return ([timer, .send(send)], true)
    }
}
