/// Picks the client whose switches are shown and turned.
struct SessionPicker: ListPopup {
    var id: PanelID = 0
    let title = "Whose switches"
    let lines: [ListLine]
    var selection = Selection()
    private let sessions: [SessionRow]

    init(_ sessions: [SessionRow]) {
        self.sessions = sessions
        lines = sessions.map { session in
            ListLine(
                text: session.name ?? "everyone", detail: session.detail, isCurrent: session.isChosen)
        }
        selection.select(sessions.firstIndex(where: \.isChosen) ?? 0, of: lines.count)
    }

    mutating func choose(_ index: Int, in world: World) -> [Effect] {
        [.close, .demo(.session(sessions[index].name))]
    }
}

extension SessionRow {
    fileprivate var detail: String {
        name == nil
            ? "\(banner), for who names no session; sessions follow until they have switches of their own" : banner
    }
}
