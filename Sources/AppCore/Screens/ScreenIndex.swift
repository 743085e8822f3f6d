import APIDocument
import HTTPTypes

/// Finds screens by words of their titles, groups, operations and paths. What is searched is prepared once, so that an answer
/// takes less than a frame for thousands of screens.
public struct ScreenIndex: Sendable {
    /// A screen as it is found.
    public struct Entry: Sendable, Hashable, Identifiable {
        /// The screen's id.
        public let id: String
        /// Its title behind those of the screens that lead to it: `Guild > Emojis`.
        public let title: String
        /// The group of the sidebar it belongs to.
        public let group: String?
        /// Method and path of its main operation.
        public let call: String
        /// True if a person has to type something before it shows anything.
        public let asks: Bool
    }

    /// All screens: those of the sidebar in its order, then the others.
    public let entries: [Entry]
    private let keys: [Key]

    /// The screens of a catalogue.
    public init(_ catalog: ScreenCatalog) {
        var entries: [Entry] = []
        var keys: [Key] = []
        for screen in catalog.screens {
            let trail = catalog.trail(of: screen.id)
            let request = screen.load ?? screen.create?.request
            let direct = screen.parent == nil ? screen : screen.openedDirectly
            let entry = Entry(
                id: screen.id, title: trail.map(\.title).joined(separator: " > "), group: trail.first?.group,
                call: request?.call ?? "", asks: !direct.questions.isEmpty)
            entries.append(entry)
            keys.append(
                Key(entry, own: screen.title, operations: screen.operations, calls: screen.requests.map(\.call)))
        }
        self.entries = entries
        self.keys = keys
    }

    /// The places in ``entries`` of the screens that fit, the best first: those with a call that is the text, then a title that
    /// is the text, then one that begins with it, then those where every word stands in one of the screen's texts;
    /// where no screen has them all, the letters stand in a title or an operation's id in their order.
    public func matches(_ text: String) -> [Int] {
        let calls = places(ofCall: text)
        let others = calls.isEmpty ? matches(words: text) : matches(words: text).filter { !calls.contains($0) }
        return calls + others
    }

    /// The places in ``entries`` of the screens that make the call with this path, or method and path.
    public func places(ofCall text: String) -> [Int] {
        let text = Array(text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ").utf8)
        return ranked { $0.rank(ofCall: text) }
    }

    private func matches(words text: String) -> [Int] {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
        guard !words.isEmpty else { return Array(entries.indices) }
        let whole = Array(words.joined(separator: [UInt8(ascii: " ")]))
        let found = ranked { key in
            if let rank = key.rank(ofWhole: whole) { return rank }
            var sum = 0
            for word in words {
                guard let rank = key.rank(of: word) else { return nil }
                sum += rank
            }
            return sum
        }
        return found.isEmpty ? ranked { $0.span(of: words.flatMap(\.self)) } : found
    }

    private func ranked(_ rank: (Key) -> Int?) -> [Int] {
        keys.indices.compactMap { index in rank(keys[index]).map { (index, $0) } }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.0)
    }
}

extension Screen {
    /// All requests that can be made on it, the main one first.
    fileprivate var requests: [Request] { [load, create?.request, update?.request, delete].compactMap(\.self) }
}

extension Request {
    /// Its method and path.
    fileprivate var call: String { "\(method.rawValue) \(path.text)" }
}
