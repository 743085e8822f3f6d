/// Picks what goes on the clipboard.
struct CopyPopup: ListPopup {
    var id: PanelID = 0
    let title = "Copy"
    let lines: [ListLine]
    var selection = Selection()
    private let value: String?
    private let exchange: ExchangeNumber?

    /// - Parameters:
    ///   - value: what is selected, if that is something to copy.
    ///   - exchange: the exchange behind the screen, if there is one.
    init(value: String?, exchange: ExchangeNumber?) {
        self.value = value
        self.exchange = exchange
        let noExchange = exchange == nil ? "No request was made yet." : nil
        lines = [
            ListLine(
                text: "the selected value", detail: value.map { String($0.prefix(24)) } ?? "", key: "v",
                reason: value == nil ? "Nothing is selected." : nil),
            ListLine(text: "the URL", key: "u", reason: noExchange),
            ListLine(text: "the reply's body", key: "b", reason: noExchange),
            ListLine(text: "a curl command", detail: "secrets become $VARIABLES", key: "c", reason: noExchange),
        ]
    }

    var isTyping: Bool { true }

    mutating func choose(_ index: Int, in world: World) -> [Effect] {
        switch (index, value, exchange) {
        case (0, let value?, _): [.close, .copy(.value(value))]
        case (1, _, let exchange?): [.close, .copy(.url(exchange: exchange))]
        case (2, _, let exchange?): [.close, .copy(.body(exchange: exchange))]
        case (3, _, let exchange?): [.close, .copy(.curl(exchange: exchange))]
        default: [.close]
        }
    }
}
