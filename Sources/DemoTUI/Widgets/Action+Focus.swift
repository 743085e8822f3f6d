extension Action {
    /// Which of a popup's few inputs has the focus after this action; behind the last one comes the first. Actions that do
    /// not move leave it where it is.
    func focus(from input: Int, of count: Int) -> Int {
        guard count > 0 else { return input }
        switch self {
        case .nextPane, .down: return (input + 1) % count
        case .previousPane, .up: return (input + count - 1) % count
        default: return input
        }
    }
}
