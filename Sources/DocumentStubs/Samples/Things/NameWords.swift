import WireFormats

/// The words of a name as programs write them: `userID`, `user_id` and `User-Id` are all "user", "id".
struct NameWords: Sendable, Hashable {
    /// The words in lower case.
    let words: [String]

    init(_ name: String) {
        words = name.nameWords.map { $0.lowercased() }
    }

    init(words: [String]) {
        self.words = words
    }

    /// The last word, or nothing.
    var last: String { words.last ?? "" }

    /// The last words of all lengths, longest first, each joined to one.
    var endings: [String] {
        words.indices.map { words[$0...].joined() }
    }

    /// The words without what says nothing about the thing itself.
    var ofThing: NameWords {
        let kept = words.filter { !NameWords.fillers.contains($0) && $0.utf8.count > 1 }
        return NameWords(words: kept.isEmpty ? words : kept)
    }

    /// The name of one of the things this names.
    var ofOne: NameWords { NameWords(words: words.isEmpty ? [] : words.dropLast() + [singular]) }

    /// The last word as it stands for one thing: "users" is "user", "companies" is "company".
    var singular: String {
        let word = last
        if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
        if ["sses", "ches", "shes", "xes"].contains(where: word.hasSuffix) { return String(word.dropLast(2)) }
        if word.hasSuffix("s"), !["ss", "us", "is"].contains(where: word.hasSuffix), word.count > 3 {
            return String(word.dropLast())
        }
        return word == "people" ? "person" : word
    }

    private static let fillers: Set<String> = [
        "response", "request", "dto", "model", "object", "data", "list", "detail", "details", "summary", "full", "base",
        "create", "update", "new", "input", "output", "schema", "entity", "resource", "view", "read", "write", "page",
        "collection", "result", "results", "wrapper", "info", "payload", "body", "type", "item", "items", "fields",
        "account", "record", "entry", "row", "reference", "ref", "private", "public", "partial", "my", "basic",
        "simple", "extended", "v1", "v2", "v3", "get", "post", "put",
        "patch",
    ]
}
