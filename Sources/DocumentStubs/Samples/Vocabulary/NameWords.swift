import APIModel
import WireFormats

/// The words of a name as programs write them: `userID`, `user_id` and `User-Id` are all "user", "id".
struct NameWords: Sendable, Hashable {
    /// The words in lower case.
    let words: [String]

    init(_ name: String) { words = name.nameWords.map { $0.lowercased() } }

    init(words: [String]) { self.words = words }

    /// The last word, or an empty string.
    var last: String { words.last ?? "" }

    /// All words as one.
    var key: String { words.joined() }

    /// The last words of all lengths, longest first, each joined to one.
    var endings: [String] { words.indices.map { words[$0...].joined() } }

    /// The name of one of the items that this names: "line items" is "line item".
    var ofOne: NameWords { NameWords(words: words.isEmpty ? [] : words.dropLast() + [HumanName.singular(last)]) }

    /// The name without the words of that set; itself if nothing else is left.
    func without(_ others: Set<String>) -> NameWords {
        let kept = words.filter { !others.contains($0) && $0.utf8.count > 1 }
        return kept.isEmpty ? self : NameWords(words: kept)
    }
}
