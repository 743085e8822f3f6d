import APIDocument
import HTTPTypes
import JSONText

extension ScreenNaming {
    /// What a screen that loads is called: by its path's last word, or, where that is an abbreviation or an order ("qr",
    /// "findByStatus"), by what its summary or its operation's id names.
    static func title(of operation: Operation) -> String {
        let short = title(for: operation.path)
        guard let word = operation.path.segments.last(where: { $0.literal?.isEmpty == false })?.literal,
            word.count < 4 && word.lowercased() != "me" || isOrder(word.nameWords)
        else { return short }
        return subject(of: operation.summary) ?? subject(ofID: operation) ?? short
    }

    /// What a form screen is called: its summary or its operation's id in words, whichever fits the sidebar, else the
    /// shorter one; or what its method does to its path.
    static func title(ofForm operation: Operation) -> String {
        let summary = operation.summary.map(trimmed).map(HumanName.capitalised)
        let id = idWords(operation).flatMap { $0.contains(" ") ? $0 : nil }
        let titles = [summary, id].compactMap { $0 }.filter { (1...longestForm).contains($0.count) }
        let fitting = titles.first { $0.count <= longestInSidebar }
        if let title = fitting ?? titles.min(by: { $0.count < $1.count }) { return title }
        let name = HumanName.inSentence(title(for: operation.path))
        switch operation.method {
        case .delete: return "Delete " + name
        case .put, .patch: return "Edit " + name
        default:
            return operation.path.segments.last?.literal == nil ? "Send " + name : "New " + HumanName.singular(name)
        }
    }

    /// The path's last word, for people; of one of a collection, in the singular; of one's own, with "My".
    static func title(for path: PathTemplate) -> String {
        let words = path.segments.compactMap(\.literal).filter { !$0.isEmpty }
        guard let word = words.last else { return "Start" }
        if path.segments.last?.literal != nil, isOneself(word), words.count > 1 {
            return "My " + HumanName.inSentence(HumanName.singular(HumanName.sentence(words[words.count - 2])))
        }
        let name = HumanName.sentence(word)
        return path.segments.last?.literal == nil ? HumanName.singular(name) : name
    }

    /// Titles that tell apart what is called the same, the best first.
    static func otherTitles(of operation: Operation, isForm: Bool) -> [String] {
        let words = operation.path.segments.compactMap(\.literal).filter { !$0.isEmpty }
        var titles = [isForm ? nil : subject(of: operation.summary)].compactMap { $0 }
        if !isForm, words.count > 1, let last = words.last, operation.path.segments.last?.literal != nil {
            let name = isOneself(last) ? title(for: operation.path) : HumanName.sentence(last)
            let owner = words.dropLast(isOneself(last) ? 2 : 1).last { !isOneself($0) }
            if let owner {
                titles.append(HumanName.singular(HumanName.sentence(owner)) + " " + HumanName.inSentence(name))
            }
            if words.dropLast().last.map(isOneself) == true { titles.append("My " + HumanName.inSentence(name)) }
        }
        return titles + [isForm ? idWords(operation) : subject(ofID: operation)].compactMap { $0 }
            + [operation.summary.map(trimmed)].compactMap { $0 }.filter { (1...longestForm).contains($0.count) }
    }

    private static let longest = 30
    private static let longestForm = 48
    /// What the sidebar shows whole beside its numbers and signs.
    private static let longestInSidebar = 22

    private static func isOneself(_ word: String) -> Bool { ["me", "self"].contains(HumanName.key(word)) }

    private static let verbs: Set<String> = [
        "get", "gets", "list", "lists", "find", "finds", "fetch", "fetches", "retrieve", "retrieves", "return",
        "returns", "show", "shows", "read", "reads", "search", "query", "view", "load",
    ]

    private static func isOrder(_ words: [Substring]) -> Bool {
        words.count > 1 && verbs.contains(words[0].lowercased())
    }

    /// What an order asks for: "Get a list of repository issues." names repository issues. Nil where it begins with no
    /// verb of reading, or is too long for a title.
    static func subject(of summary: String?) -> String? {
        guard let summary else { return nil }
        var words = trimmed(summary).split(separator: " ").map(String.init)
        guard let verb = words.first, verbs.contains(verb.lowercased()) else { return nil }
        words.removeFirst()
        let idle: Set<String> = ["a", "an", "the", "all", "one", "single", "list", "of", "your", "specific"]
        while let word = words.first, idle.contains(word.lowercased()), words.count > 1 { words.removeFirst() }
        for ending in [["by", "id"], ["by", "its", "id"], ["by", "name"]]
        where words.count > ending.count && words.suffix(ending.count).map({ $0.lowercased() }) == ending {
            words.removeLast(ending.count)
        }
        let text = words.joined(separator: " ")
        return (2...longest).contains(text.count) ? HumanName.capitalised(text) : nil
    }

    /// What an operation's id names: "list_guild_bans" names guild bans.
    private static func subject(ofID operation: Operation) -> String? {
        guard let words = idWords(operation) else { return nil }
        return subject(of: words) ?? (words.contains(" ") && words.count <= longest ? words : nil)
    }

    /// An operation's id in words; nil where the document gives none and it was made of the path.
    private static func idWords(_ operation: Operation) -> String? {
        let path = operation.path.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
        let made = ([operation.method.rawValue.lowercased()] + path.map(String.init)).joined(separator: "-")
        return operation.id.hasPrefix(made) ? nil : HumanName.sentence(operation.id)
    }

    private static func trimmed(_ summary: String) -> String {
        let text = summary.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
