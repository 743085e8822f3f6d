/// Picks what goes on the clipboard.
struct CopyPopup: ListPopup {
    var id: PanelID = 0
    let title = "Copy"
    let lines: [ListLine]
    var selection = Selection()
    /// What each line copies.
    private let requests: [CopyRequest?]

    /// - Parameters:
    ///   - value: what is selected, if that is something to copy.
    ///   - exchange: the exchange behind the screen, if there is one.
    init(value: String?, exchange: ExchangeNumber?) {
        let noExchange = exchange == nil ? "No request was made yet." : nil
        lines = [
            ListLine(
                text: "the selected value", detail: value.map(Self.beginning) ?? "", key: "v",
                reason: value == nil ? "Nothing is selected." : nil),
            ListLine(text: "the URL", key: "u", reason: noExchange),
            ListLine(text: "the reply's body", key: "b", reason: noExchange),
            ListLine(text: "a curl command", detail: "secrets become $VARIABLES", key: "c", reason: noExchange),
        ]
        requests =
            [value.map { .value($0) }]
            + [CopyRequest.url, CopyRequest.body, CopyRequest.curl].map { make in exchange.map { make($0) } }
    }

    /// What can be copied of a stub.
    init(stub: StubRow) {
        let values = [
            ("the name", "n", stub.title), ("what it matches", "m", stub.request),
            ("where it is written", "w", stub.origin),
        ]
        lines = values.map { ListLine(text: $0.0, detail: $0.2, key: Character($0.1)) }
        requests = values.map { .value($0.2) }
    }

    private static func beginning(of text: String) -> String {
        text.dropFirst(24).isEmpty ? text : text.prefix(23) + "…"
    }

    var isTyping: Bool { true }

    mutating func choose(_ index: Int, in world: World) -> [Effect] {
        [.close] + (requests[index].map { [.copy($0)] } ?? [])
    }
}
