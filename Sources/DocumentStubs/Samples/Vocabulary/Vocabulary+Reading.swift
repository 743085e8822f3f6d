import SourceTexts
import WireFormats

extension Vocabulary {
    /// Adds the lists and topics of a file.
    /// - Throws: the first problem, with its file and line.
    mutating func add(_ source: SourceText) throws(Problem) {
        guard let root = try source.parse().objectValue else {
            throw source.problem("is not a vocabulary: it needs \"topics\", as in topics: {mood: {...}}", at: .root)
        }
        let isFirst = lists.isEmpty
        for section in root.members {
            let place = JSONPointer(tokens: [section.key])
            guard ["lists", "stages", "terms", "sums", "topics"].contains(section.key) else {
                throw source.problem(
                    "\"\(section.key)\" is not known; a vocabulary has topics, lists and sums", at: place)
            }
            if section.key == "sums" {
                var own: [Sum] = []
                for (index, text) in try Self.words(section.value, source, place).enumerated() {
                    guard let sum = Sum(text) else {
                        let place = place.appending(index)
                        throw source.problem("a sum is a text such as \"due = total - paid\"", at: place)
                    }
                    own.append(sum)
                }
                // The first sum of a member counts.
                sums = own + sums
                continue
            }
            guard let members = section.value.objectValue?.members else {
                throw source.problem("\(section.key) needs names with values below it", at: place)
            }
            for member in members where section.key == "lists" {
                guard let list = WordList(member.value) else {
                    throw source.problem(
                        "a list needs rows with the same columns, or columns of words", at: place.appending(member.key))
                }
                lists[member.key] = list
            }
            for member in members where section.key == "stages" {
                guard let stage = Timeline.Stage(rawValue: member.key) else {
                    throw source.problem("\(member.key) is not a stage", at: place.appending(member.key))
                }
                let words = try Self.words(member.value, source, place.appending(member.key))
                for word in words { stages[word] = stage }
            }
            for member in members where section.key == "terms" {
                guard let days = Int(member.key), days > 0 else {
                    throw source.problem("\(member.key) is not a number of days", at: place.appending(member.key))
                }
                let words = try Self.words(member.value, source, place.appending(member.key))
                for word in words { terms[word] = days }
            }
            // Topics of later files precede others; each file's topics keep their order.
            for member in isFirst ? members : members.reversed() where section.key == "topics" {
                try add(member.value, named: member.key, source, place.appending(member.key), first: !isFirst)
            }
        }
    }

    private mutating func add(
        _ value: JSONValue, named name: String, _ source: SourceText, _ place: JSONPointer, first: Bool
    ) throws(Problem) {
        guard let object = value.objectValue else {
            throw source.problem("a topic needs names, and values, a template or a range", at: place)
        }
        var topic = Topic(name: name)
        var others: [String: [String]] = [:]
        for member in object.members {
            let place = place.appending(member.key)
            switch member.key {
            case "names", "formats", "faker": others[member.key] = try Self.words(member.value, source, place)
            case "of": topic.objects = Set(try Self.words(member.value, source, place).map(NameWords.key))
            case "with": topic.siblings = Set(try Self.words(member.value, source, place).map(NameWords.key))
            case "only": topic.only = Set(try Self.words(member.value, source, place).map(NameWords.key))
            case "values": topic.values = try Self.words(member.value, source, place)
            case "template":
                guard let template = member.value.scalarText.flatMap(Template.init) else {
                    throw source.problem("a template is a text such as \"{person.first}-{1-9}\"", at: place)
                }
                topic.template = template
            case "format", "part":
                let known = member.key == "part" ? Format.parts : Format.allCases
                guard let format = member.value.stringValue.flatMap(Format.init), known.contains(format) else {
                    throw source.problem("this \(member.key) is not known; choose \(Self.listed(known))", at: place)
                }
                if member.key == "format" { topic.format = format } else { topic.part = format }
            case "range", "whole":
                guard let range = NumberRange(member.value) else {
                    throw source.problem("a range has two numbers, the smaller one first: [1, 40]", at: place)
                }
                if member.key == "range" { topic.range = range } else { topic.whole = range }
            case "often":
                guard let often = member.value.intValue, (0...100).contains(often) else {
                    throw source.problem("\"often\" says how many of a hundred are true", at: place)
                }
                topic.often = often
            case "distinct": topic.isDistinct = member.value == true
            case "apart": topic.isApart = member.value == true
            case "own": topic.isOwn = member.value == true
            case "absent": topic.isAbsent = member.value == true
            default:
                throw source.problem("\"\(member.key)\" is not known; a topic has \(Self.keys)", at: place)
            }
        }
        guard topic.isText || topic.isNumber || topic.often != nil else {
            throw source.problem(
                "a topic needs values, a template, a format, a range, a part, \"often\" or \"absent\"", at: place)
        }
        add(
            topic, names: others["names"] ?? [], formats: others["formats"] ?? [], fakers: others["faker"] ?? [],
            first: first)
    }

    private static let keys =
        "names, of, with, only, formats, faker, values, template, format, range, whole, part, often, distinct, apart, own or absent"

    private static func listed(_ formats: [Format]) -> String {
        formats.dropLast().map(\.rawValue).joined(separator: ", ") + " or " + (formats.last?.rawValue ?? "")
    }

    // MARK: Templates

    /// Refuses templates with unknown words or with a cycle. Called after the whole file is added, since its topics may
    /// use each other.
    func check(_ source: SourceText) throws(Problem) {
        for member in try source.parse()["topics"]?.objectValue?.members ?? [] {
            let place = JSONPointer(tokens: ["topics", member.key, "template"])
            for word in topic(named: member.key)?.template?.words ?? [] {
                if let fault = fault(of: word) { throw source.problem(fault, at: place) }
            }
            if let cycle = cycle(from: member.key) {
                throw source.problem("leads back to itself: \(cycle.joined(separator: " -> "))", at: place)
            }
        }
    }

    /// The problem of an unknown word in a template; nil for a known one.
    private func fault(of word: String) -> String? {
        guard !Template.words.contains(word), !isColumn(word), topic(named: word) == nil else { return nil }
        let parts = word.split(separator: ".", maxSplits: 1).map(String.init)
        if parts.count == 2, let list = lists[parts[0]] {
            return "{\(word)} is not known; \(parts[0]) has \(list.names.joined(separator: ", "))"
        }
        let known = lists.keys.sorted().joined(separator: ", ")
        let words = Template.words.joined(separator: ", ")
        return "{\(word)} is not known; in braces stand \(words), a topic, or a column of \(known)"
    }

    /// True for a column of a list, which takes precedence over a topic of that name.
    private func isColumn(_ word: String) -> Bool {
        let parts = word.split(separator: ".", maxSplits: 1).map(String.init)
        return parts.count == 2 && lists[parts[0]]?.names.contains(parts[1]) == true
    }

    /// The cycle from a topic back to itself through the words of templates.
    private func cycle(from name: String) -> [String]? {
        var visited: Set<String> = []
        func way(_ topic: String) -> [String]? {
            for word in self.topic(named: topic)?.template?.words ?? [] where !isColumn(word) {
                if word == name { return [topic, word] }
                if visited.insert(word).inserted, let rest = way(word) { return [topic] + rest }
            }
            return nil
        }
        return way(name)
    }

    private static func words(
        _ value: JSONValue, _ source: SourceText, _ place: JSONPointer
    ) throws(Problem) -> [String] {
        let words = (value.arrayValue ?? [value]).compactMap(\.scalarText)
        guard words.count == value.arrayValue?.count ?? 1 else {
            throw source.problem("this needs a list of words, as in [one, two]", at: place)
        }
        return words
    }
}

/// Words for templates: whole rows, or columns that are combined.
struct WordList: Sendable, Hashable {
    private let columns: [String: [String]]
    /// The names of combined columns, in their order; empty for rows.
    private let combined: [String]
    /// The number of rows before they repeat.
    let count: Int

    /// Rows are a list of objects, columns an object of lists; nil for anything else.
    init?(_ value: JSONValue) {
        var columns: [String: [String]] = [:]
        if let rows = value.arrayValue {
            for row in rows {
                for member in row.objectValue?.members ?? [] {
                    guard let text = member.value.scalarText else { return nil }
                    columns[member.key, default: []].append(text)
                }
            }
            guard !rows.isEmpty, columns.values.allSatisfy({ $0.count == rows.count }) else { return nil }
            (combined, count) = ([], rows.count)
        } else {
            guard let members = value.objectValue?.members, !members.isEmpty else { return nil }
            for member in members {
                let words = member.value.arrayValue?.compactMap(\.scalarText) ?? []
                guard !words.isEmpty, words.count == member.value.arrayValue?.count else { return nil }
                columns[member.key] = words
            }
            combined = members.map(\.key)
            count = combined.prefix(2).reduce(1) { $0 * (columns[$1]?.count ?? 1) }
        }
        self.columns = columns
    }

    /// The number of rounds through all rows before a row repeats.
    var rounds: Int { combined.dropFirst(2).reduce(1) { $0 * (columns[$1]?.count ?? 1) } }

    var names: [String] { combined.isEmpty ? columns.keys.sorted() : combined }

    /// The word of a column; distinct ordinals below `count * rounds` have distinct rows.
    func word(_ column: String, _ seed: Seed, _ ordinal: Int) -> String? {
        guard let words = columns[column] else { return nil }
        let (ordinal, start) = (max(0, ordinal), seed.pick(count))
        let index = (start + ordinal % count) % count
        guard let place = combined.firstIndex(of: column) else { return words[index] }
        let first = columns[combined[0]]?.count ?? 1
        switch place {
        case 0: return words[index % first]
        // The second column advances with each row, too.
        case 1: return words[(index / first + index % first) % words.count]
        default: return words[ordinal / count % words.count]
        }
    }
}
