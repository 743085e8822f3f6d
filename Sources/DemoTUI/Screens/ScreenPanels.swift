import AppCore

/// Makes the panel that shows a screen of the document.
enum ScreenPanels {
    /// - Parameters:
    ///   - place: what is known where the screen opens: the row it was opened from, parameters given before.
    ///   - row: the list and the row it was opened from; it learns what is changed here.
    static func panel(for screen: Screen, at place: Place, rowOf row: ListRow? = nil) -> any Panel {
        switch screen.kind {
        case .item: ItemScreen(screen: screen, place: place, rowOf: row)
        case .collection: CollectionScreen(screen: screen, place: place)
        case .conversation: ConversationScreen(screen: screen, place: place)
        case .form:
            if let form = screen.create ?? screen.update {
                FormScreen(screen: screen, form: form, place: place, purpose: .standalone)
            } else {
                ItemScreen(screen: screen, place: place)
            }
        }
    }
}
