import APIDocument
import APIModel
import HTTPTypes
import SourceTexts
import WireFormats

/// The topics of samples: the names to which each applies, and its values.
///
/// The built-in topics are in `Resources/vocabulary.yaml`. A user's files add or replace topics.
package struct Vocabulary: Sendable {
    /// The values of a topic, for strings, numbers and Booleans.
    struct Topic: Sendable, Hashable {
        let name: String
        /// The objects to which it applies; all if empty.
        var objects: Set<String> = []
        /// Members beside which it applies; any if empty.
        var siblings: Set<String> = []
        /// It applies to an object only if that has no other members; any if empty.
        var only: Set<String> = []
        var values: [String] = []
        var template: Template?
        var format: Format?
        /// The part of a timestamp that a number has.
        var part: Format?
        var range: NumberRange?
        /// The range of integers, if it differs.
        var whole: NumberRange?
        /// The percentage of true Booleans.
        var often: Int?
        var isDistinct = false
        /// True if it describes another object than the one with the member.
        var isApart = false
        /// True if items of a list have the words of the object around it.
        var isOwn = false
        /// True if a member is absent unless there is an error.
        var isAbsent = false

        var isText: Bool { !values.isEmpty || template != nil || format != nil || isAbsent }
        var isNumber: Bool { range != nil || template != nil || part != nil }

        /// The first part of its name: `person` of `person.first`.
        var family: Substring { name.prefix { $0 != "." } }

        func serves(_ use: Use) -> Bool {
            switch use {
            case .text: isText
            case .number: isNumber
            case .flag: often != nil
            }
        }
    }

    enum Format: String, Sendable, CaseIterable {
        case id, uuid, date
        case dateTime = "date-time"
        case time
        case localTime = "local-time"
        case clock
        case yearMonth = "year-month"
        case iban, year, month, day
        /// The years since the object's date of birth, and since events long ago such as a hire.
        case age, tenure
        /// The time from the start of an event to its end.
        case minutes

        static let parts: [Format] = [.year, .month, .day, .minutes, .age, .tenure]
    }

    enum Use: Sendable, Hashable { case text, number, flag }

    /// A topic on the heap: many names share it, and it is large.
    private final class Shared: Sendable {
        let topic: Topic
        init(_ topic: Topic) { self.topic = topic }
    }

    /// Topics by the keys of the names to which they apply, the first match first.
    private var names: [String: [Shared]] = [:]
    private var topics: [String: Topic] = [:]
    private var formats: [String: Topic] = [:]
    private var fakers: [String: Topic] = [:]
    var lists: [String: WordList] = [:]
    /// Stages in the life of an object, by their words.
    var stages: [String: Timeline.Stage] = [:]
    /// The days of terms such as a billing period, by their words.
    var terms: [String: Int] = [:]
    /// Numbers that follow from others, in the order in which they are made.
    var sums: [Sum] = []

    init() {}

    /// The built-in topics, read at first use.
    package static let standard: Vocabulary = {
        var vocabulary = Vocabulary()
        do {
            try vocabulary.add(
                SourceText(name: "vocabulary.yaml", bytes: PackageResources.vocabulary_yaml, format: .yaml))
        } catch {
            // A test reads the file, so it is valid in every build.
        }
        return vocabulary
    }()

    /// The built-in topics with those of a user's files; later files win.
    /// - Throws: the first problem, with its file and line.
    package init(adding files: [SourceText]) throws(Problem) {
        self = .standard
        for file in files {
            try add(file)
            try check(file)
        }
    }

    // MARK: Building

    /// Adds a topic, or replaces the one with its name. Topics of later files come first.
    mutating func add(_ topic: Topic, names: [String], formats: [String], fakers: [String], first: Bool) {
        if topics.updateValue(topic, forKey: topic.name) != nil {
            for key in self.names.keys { self.names[key]?.removeAll { $0.topic.name == topic.name } }
        }
        let shared = Shared(topic)
        for name in names {
            let key = NameWords.key(ofPlain: name)
            let place = first ? 0 : self.names[key]?.count ?? 0
            self.names[key, default: []].insert(shared, at: place)
        }
        for format in formats { self.formats[format] = topic }
        for faker in fakers + [topic.name] { self.fakers[faker] = topic }
    }

    // MARK: Asking

    /// The topic of a schema's `x-faker` or format.
    func topic(of schema: Schema, _ use: Use) -> Topic? {
        let named = schema[extension: "x-faker"].flatMap { $0.stringValue ?? $0.objectValue?.keys.first }
        if let named, let topic = fakers[named], topic.serves(use) { return topic }
        // The format of a number is its storage type, not its topic.
        let topic = schema.format.flatMap { formats[$0.lowercased()] }
        return topic.flatMap { $0.serves(use) && (use == .text || $0.range != nil) ? $0 : nil }
    }

    func topic(named name: String) -> Topic? { topics[name] }

    /// The problem of an unknown `x-faker` value; nil for a known one.
    func fault(ofFaker name: String) -> String? {
        guard fakers[name] == nil else { return nil }
        let family = name.prefix { $0 != "." } + "."
        let near = fakers.keys.filter { $0.hasPrefix(family) }.sorted()
        let families = Set(fakers.keys.filter { $0.contains(".") }.map { String($0.prefix { $0 != "." }) }).sorted()
        let known =
            near.isEmpty ? "names begin with \(families.joined(separator: ", "))" : near.joined(separator: ", ")
        return "x-faker \"\(name)\" is not known; \(near.isEmpty ? known : "there are \(known)")"
    }

    /// The topic of a member's name, by its last words; nil if there is none.
    func topic(_ name: NameWords, of object: NameWords, beside siblings: Set<String>, _ use: Use) -> Topic? {
        let endings = object.endings
        func found(_ name: NameWords) -> Topic? {
            for ending in name.endings {
                if let topic = best(ending, endings, siblings, use) { return topic }
            }
            let one = name.ofOne
            guard one != name else { return nil }
            return one.endings.lazy.compactMap { best($0, endings, siblings, use) }.first
        }
        // "city_name" and "name_of_city" mean the city; "first_name" is a topic of its own.
        let plain = NameWords(words: name.words.filter { !Vocabulary.plain.contains($0) && !$0.allSatisfy(\.isNumber) })
        guard plain != name, !plain.words.isEmpty else { return found(name) }
        // The whole name, or at least its last two words.
        let whole = name.endings.dropLast().lazy.compactMap { best($0, endings, siblings, use) }.first
        return whole ?? found(plain) ?? found(name)
    }

    /// The topic of a name that suits the object best.
    private func best(_ key: String, _ objects: [String], _ siblings: Set<String>, _ use: Use) -> Topic? {
        guard let all = names[key] else { return nil }
        var best: (shared: Shared, rank: Int)?
        for shared in all where shared.topic.serves(use) {
            let rank: Int
            let topic = shared.topic
            if !topic.only.isEmpty {
                guard topic.only.isSuperset(of: siblings) else { continue }
                rank = 50
            } else if topic.objects.isEmpty, topic.siblings.isEmpty {
                rank = 0
            } else if let place = objects.firstIndex(where: topic.objects.contains) {
                rank = 100 - place
            } else if !topic.siblings.isDisjoint(with: siblings) {
                rank = topic.objects.isEmpty ? 150 : 1
            } else {
                continue
            }
            if rank > best?.rank ?? -1 { best = (shared, rank) }
        }
        return best?.shared.topic
    }

    /// True for the name of an object's status.
    func isStatus(_ name: String, of object: NameWords) -> Bool {
        topic(NameWords(name), of: object, beside: [], .text)?.family == "status"
    }

    /// True if objects of this kind have their own topic for `name`.
    func knows(_ object: NameWords) -> Bool {
        topic(NameWords(words: ["name"]), of: object, beside: [], .text)?.objects.isEmpty == false
    }

    /// True for the name of a kind or a role of persons: user, manager, `created_by`.
    func isPerson(_ name: NameWords) -> Bool {
        topic(NameWords(words: ["name"]), of: name, beside: [], .text)?.name == "name.person"
            || topic(name, of: NameWords(words: []), beside: [], .text)?.name == "person"
    }

    /// True for names of searchable members: names, titles, prose.
    func isProse(_ name: NameWords) -> Bool {
        ["name", "title", "text", "person"].contains(family(of: name))
    }

    /// True for names of identifiers or codes, which are compared as a whole.
    func isKey(_ name: NameWords) -> Bool {
        NameClass.idWords.hasKey(name.last) || ["id", "uuid"].contains(family(of: name))
    }

    private func family(of name: NameWords) -> Substring? {
        topic(name, of: NameWords(words: []), beside: [], .text)?.family
    }

    /// The stage in a name; nil if there is none.
    func stage(_ name: NameWords) -> Timeline.Stage? {
        let pairs = zip(name.words, name.words.dropFirst()).map { $0 + $1 }
        if let stage = pairs.lazy.compactMap({ stages[$0] }).first { return stage }
        let spoken = name.words.compactMap { stages[$0] }
        // The end of a scheduled event is an end.
        return spoken.first { $0 != .planned } ?? spoken.first
    }

    /// The days of the term whose start or end a name means: 30 for `period_start`. Nil for other names.
    func term(of name: NameWords, at stage: Timeline.Stage, in object: NameWords) -> Int? {
        guard [.start, .end, .expiry].contains(stage) else { return nil }
        return (name.words + object.words.suffix(1)).lazy.compactMap { terms[$0] }.first
    }

    /// True for the time of an event after an object's creation: `closedAt`, `shippedOn`, `last_login`.
    func isLater(_ name: NameWords, _ schema: Schema) -> Bool {
        let stage = stage(name)
        let isLast =
            name.words.first.map(NameClass.latest.hasKey) == true
            && !WritingTime.isNamed(name.words.joined(separator: "_"))
        guard stage == .confirmed || stage == .closed || isLast else { return false }
        if let format = schema.format { return ["date", "date-time"].contains(format) }
        return name.words.count > 1 && NameClass.timeEnding.hasKey(name.last)
    }

    /// True for the time at which an object ended: `ended_at`, `terminatedOn`. It may be read or delivered before.
    func isEnd(_ name: NameWords, _ schema: Schema) -> Bool {
        stage(name) == .closed && isLater(name, schema) && name.words.allSatisfy { !NameClass.handled.hasKey($0) }
    }

    private static let plain: Set<String> = [
        "name", "label", "title", "text", "full", "of", "the", "value", "string", "small", "medium", "large", "thumb",
        "original", "static", "preview", "hd", "current", "default", "primary", "main", "min", "max", "minimum",
        "maximum", "low", "high", "least", "most", "average", "avg", "from", "to", "start", "end",
    ]

    /// Words in schema names that do not describe the object.
    static let fillers: Set<String> = [
        "response", "request", "dto", "model", "object", "data", "list", "detail", "details", "summary", "full", "base",
        "create", "update", "new", "input", "output", "schema", "entity", "resource", "view", "read", "write", "page",
        "collection", "result", "results", "wrapper", "info", "payload", "body", "type", "item", "items", "fields",
        "record", "row", "reference", "ref", "private", "public", "partial", "my", "basic", "simple", "extended", "v1",
        "v2", "v3", "get", "post", "put", "patch",
    ]
}

extension APIDocument {
    /// Sets the vocabulary of the document's samples; call it before the first sample.
    package func use(_ vocabulary: Vocabulary) { _ = memo.value { vocabulary } }

    var vocabulary: Vocabulary { memo.value { Vocabulary.standard } }
}

extension APIDocument {
    package var fakerProblems: [Problem] {
        var found: [String: JSONPointer] = [:]
        func visit(_ value: JSONValue, at place: JSONPointer) {
            switch value {
            case .object(let object):
                for member in object.members {
                    let inner = place.appending(member.key)
                    if member.key == "x-faker" {
                        let name = member.value.stringValue ?? member.value.objectValue?.keys.first ?? ""
                        if found[name] == nil { found[name] = inner }
                    } else {
                        visit(member.value, at: inner)
                    }
                }
            case .array(let items):
                for (index, item) in items.enumerated() { visit(item, at: place.appending(index)) }
            default: break
            }
        }
        visit(.object(schemas), at: JSONPointer(tokens: ["components", "schemas"]))
        for operation in operations {
            let place = JSONPointer(tokens: ["paths", operation.path.text, operation.method.rawValue.lowercased()])
            let contents = (operation.requestBody?.content ?? []) + operation.responses.flatMap(\.content)
            for schema in contents.compactMap(\.schema) + operation.parameters.map(\.schema) {
                visit(schema.json, at: place)
            }
        }
        return found.sorted { $0.key < $1.key }.compactMap { name, place in
            vocabulary.fault(ofFaker: name).map { source.problem($0, at: place, severity: .warning) }
        }
    }
}
