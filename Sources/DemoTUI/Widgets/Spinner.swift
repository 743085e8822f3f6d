/// The sign that something loads.
enum Spinner {
    private static let frames = ["|", "/", "-", "\\"]

    /// The line to show while a load takes long: what it does, and which attempt it is.
    static func text(frame: Int, attempt: Int) -> String {
        let sign = frames[frame % frames.count]
        return attempt > 1 ? "\(sign) Loading, attempt \(attempt) (Esc stops)" : "\(sign) Loading (Esc stops)"
    }
}
