import APIDocument
import APIModel
import WireFormats

/// What summaries, ids and paths name.
extension ScreenNaming {
    private static let longest = 30

    private static let verbs: Set<String> = [
        "get", "gets", "list", "lists", "find", "finds", "fetch", "fetches", "retrieve", "retrieves", "return",
        "returns", "show", "shows", "read", "reads", "search", "query", "view", "load",
    ]
    /// What a reply comes in.
    static let formats: Set<String> = ["csv", "pdf", "xml", "png", "svg", "jpg", "xlsx", "zip", "ics", "json"]
    /// Words of paths that say which things are meant, and name none.
    private static let qualities: Set<String> = [
        "private", "public", "active", "inactive", "archived", "latest", "current", "recent", "popular", "top", "open",
        "closed", "own", "featured", "trending", "upcoming", "past", "deleted", "pending", "available", "shared", "new",
    ]
    /// Words of paths that say what is done or told, and not about what.
    private static let acts: Set<String> = ["search", "find", "count", "counts"]
    /// Words that say no more than that something is there.
    private static let hollow: Set<String> = [
        "detail", "details", "info", "information", "data", "object", "objects", "record", "records", "resource",
        "list",
        "collection", "item", "items", "entity", "response", "result", "results",
    ]
    private static let joints: Set<String> = ["by", "for", "of", "in", "with", "from", "per", "to", "at", "on", "as"]

    /// Whether a word of a path begins with a verb of reading: "findByStatus".
    static func isOrder(_ words: [String]) -> Bool { words.count > 1 && verbs.contains(words[0]) }

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
    static func subject(ofID operation: Operation) -> String? {
        guard let words = idWords(operation) else { return nil }
        return subject(of: words) ?? (words.contains(" ") && words.count <= longest ? words : nil)
    }

    /// A summary that is a few words and no sentence.
    static func phrase(_ summary: String?) -> String? {
        guard let text = summary.map(trimmed), (2...longest).contains(text.count), text.split(separator: " ").count < 5,
            text.allSatisfy({ $0.isLetter || $0 == " " })
        else { return nil }
        return HumanName.capitalised(text)
    }

    /// Whether a word says which things a subject names, and not what: "private" of "Private threads by name".
    static func isQualified(by word: String, _ subject: String) -> Bool {
        func one(_ text: String) -> String { HumanName.singular(HumanName.key(text)) }
        let words = subject.split(separator: " ").prefix { !joints.contains($0.lowercased()) }.map { one(String($0)) }
        guard let head = words.last, !hollow.contains(head) else { return false }
        return words.dropLast().contains(one(word)) && head != one(word)
    }

    /// The thing before a path's last words that say which or what is done with it: "/posts/latest" are "Latest posts",
    /// "/members/search" is "Member search".
    static func qualified(_ path: PathTemplate, showsRows: Bool) -> String? {
        var words = path.segments.suffix(while: { $0.literal != nil }).compactMap(\.literal)
        guard let last = words.popLast()?.lowercased() else { return nil }
        let owners = path.segments.dropLast().compactMap(\.literal).filter { !isOneself($0) }
        if acts.contains(last) {
            guard let owner = owners.last else { return nil }
            return HumanName.singular(HumanName.sentence(owner)) + " " + last
        }
        guard qualities.contains(last) else { return nil }
        var which = [last]
        while let word = words.popLast()?.lowercased() {
            guard qualities.contains(word) else {
                let thing = HumanName.inSentence(HumanName.sentence(word))
                return HumanName.capitalised(
                    which.joined(separator: " ") + " " + (showsRows ? thing : HumanName.singular(thing)))
            }
            which.append(word)
        }
        return nil
    }

    /// What a path names and the format it comes in: `/sales.csv`, `/invoices/{id}/pdf`.
    static func parted(_ path: PathTemplate) -> (thing: String, format: String)? {
        guard let word = path.segments.last?.literal, let format = word.nameWords.last.map(String.init),
            formats.contains(format.lowercased())
        else { return nil }
        if format.count == word.count {
            let owner = path.prefix(path.segments.count - 1)
            guard owner.segments.contains(where: { $0.literal != nil }) else { return nil }
            return (title(for: owner), format)
        }
        let thing = word.dropLast(format.count).reversed().drop { !$0.isLetter && !$0.isNumber }.reversed()
        return thing.isEmpty ? nil : (HumanName.sentence(String(thing)), format)
    }
}

extension Array {
    /// The elements at the end that satisfy a condition.
    fileprivate func suffix(while condition: (Element) -> Bool) -> ArraySlice<Element> {
        self[(lastIndex { !condition($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}
