import AppCore
import JSONText
import Terminal

extension ConversationScreen {
    /// The field the composer fills; nil if the API takes no messages, or needs more than one field.
    var composedField: Field? {
        guard let form = screen.create else { return nil }
        let required = form.fields.filter(\.isRequired)
        return required.count <= 1 ? required.first ?? form.fields.first : nil
    }

    mutating func compose(in world: World) -> [Effect] {
        guard let form = screen.create else { return [] }
        guard composedField != nil else {
            let inside = world.inside(screen, at: place, row: nil)
            return [
                .push(FormScreen(screen: screen, form: form, place: inside, origin: origin, purpose: .add(panel: id)))
            ]
        }
        isComposing = true
        return []
    }

    mutating func sendDraft(in world: World) -> [Effect] {
        guard let form = screen.create, let field = composedField, !sending.isLoading else { return [] }
        if let violation = draft.isEmpty ? "Type a message first." : field.validate(draft.text) {
            complaint = violation
            return []
        }
        complaint = nil
        deletedRow = nil
        sentInto = list.generation
        let (request, timer) = sending.begin(for: id)
        let change = Update.Change(field.pointer, field.value(from: draft.text))
        return [
            timer,
            .send(
                SendRequest(
                    id: request, screen: screen,
                    place: world.inside(screen, at: place, row: nil),
                    change: .init(request: form.request, style: form.updateStyle, changes: [change]))),
        ]
    }

    mutating func finish(
        _ request: RequestID, _ provenance: Provenance, _ result: Result<UpdateOutcome, APIError>, in world: World
    ) -> [Effect] {
        guard sending.end(request, provenance, failure: nil) else { return [] }
        switch result {
        case .success(.deleted):
            if let index = list.index(of: deletedRow) { list.remove(index) }
            selection.select(selection.index, of: list.count)
            let remover = world.remover(ofRowsOf: screen)?.delete
            return written(remover, provenance) + [.note(.info("Deleted."))]
        case .success(.stored(let value, _)), .success(.accepted(let value, _)):
            let belongsHere = isShown(provenance.mode)
            if belongsHere, !list.contains(value, by: screen.rowID) {
                list.add(value, atEnd: !isNewestFirst)
                selection.select(list.count - 1, of: list.count)
            }
            draft = TextInput()
            return written(screen.create?.request, provenance) + fill(in: world, looksAhead: false) + [
                .note(.info(belongsHere ? "Sent." : "Sent (\(provenance.mode.rawValue))."))
            ]
        case .failure(let error):
            if deletedRow != nil {
                return [.note(.error("Not deleted: \(error.userMessage)"))]
            }
            complaint =
                "Not sent: \(error.fields.first?.message ?? error.userMessage) Your text is kept; Enter sends it again."
            return []
        }
    }

    private func written(_ request: Request?, _ provenance: Provenance) -> [Effect] {
        request.map { [.written($0, in: provenance.mode, shownBy: id)] } ?? []
    }

    /// True if the rows are those the message was sent into, or others of the same mode: modes are never mixed.
    private func isShown(_ mode: ServingMode) -> Bool {
        sentInto == list.generation || (!list.load.isLoading && list.load.provenance?.mode == mode)
    }
}
