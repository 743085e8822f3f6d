import APIDocument
import APIModel
import HTTPTypes
import WireFormats

/// Titles of screens without `x-screen.title`: words of the path, else the summary, the operation's id or the tag.
/// Sentences are not parsed.
struct ScreenTitles {
    let document: APIDocument

    private static let longest = 48
    /// The longest title that the sidebar shows completely.
    private static let longestInSidebar = 22
    /// The longest schema name that is used as a title.
    private static let longestSchema = 24

    /// The title of a screen that loads: the last word of its path, or its summary without one. `/users/me` is "My
    /// user". A word after a collection's path is added to its name: `/posts/latest` is "Posts: latest".
    func title(of operation: Operation, showsRows: Bool) -> String {
        let path = operation.path
        guard let last = Self.words(of: path).last, last.count(where: \.isLetter) > 1 else {
            let path = Self.words(of: path).isEmpty ? nil : Self.title(for: path, showsRows: showsRows)
            return fitting(operation).first ?? path ?? operation.tags.first.map(HumanName.sentence) ?? "Start"
        }
        let isFile = operation.success.map { $0.json == nil && !$0.content.isEmpty } ?? false
        if isFile || NameClass.bytes.has(last), !showsRows, let summary = operation.summary,
            fitting(operation).first == summary
        {
            return summary
        }
        let title = Self.title(for: path, showsRows: showsRows)
        guard path.segments.last?.literal != nil, !NameClass.oneself.has(last) else { return title }
        // The words after the last parameter name the same part of its item.
        let named = path.segments.reversed().prefix { segment in
            segment.literal.map { !NameClass.oneself.has($0) } ?? false
        }
        let words = named.reversed().compactMap(\.literal).map(Self.bare)
        let isPart = named.count < path.segments.count
        guard words.count > 1, isPart || isCollection(path.prefix(path.segments.count - 1)) else { return title }
        let owner = isPart ? words[0] : words[words.count - 2]
        let rest = (isPart ? words.dropFirst() : words.suffix(1)).map(HumanName.sentence).map(HumanName.inSentence)
            .joined(separator: " ")
        if let summary = shortSummary(of: operation) { return summary }
        // Several words without a separator are a function name, as in `/pet/findByStatus`: its id is better.
        if rest.contains(" "), !last.contains(where: { "-_".contains($0) }),
            let short = fitting(operation).first(where: { $0.count <= Self.longestInSidebar })
        {
            return short
        }
        return HumanName.sentence(owner) + ": " + rest
    }

    /// The title of a form: a short summary. Otherwise its summary or its operation's id in words: the one that fits
    /// the sidebar, or the shorter one. Otherwise its method and path.
    func title(ofForm operation: Operation) -> String {
        let titles = fitting(operation)
        if let summary = shortSummary(of: operation) { return summary }
        let inSidebar = titles.first { $0.count <= Self.longestInSidebar }
        if let title = inSidebar ?? titles.min(by: { $0.count < $1.count }) { return title }
        let path = operation.path.withActApart
        let isNamed = path.segments.last?.literal != nil
        // An action without a body has its bare name: "Cancel" and not "Edit cancel".
        if operation.requestBody == nil, operation.method != .delete, isNamed,
            path.segments.dropLast().last?.parameter != nil
        {
            return Self.title(for: path)
        }
        let name = HumanName.inSentence(Self.title(for: path))
        switch operation.method {
        case .delete: return "Delete " + name
        case .put, .patch: return "Edit " + name
        default: return isNamed ? "New " + HumanName.singular(name) : "Send " + name
        }
    }

    /// Alternative titles for a screen with the same title as a sibling, the best first.
    func others(of operation: Operation, isForm: Bool) -> [String] {
        var words = Self.words(of: operation.path)
        guard !isForm, let last = words.popLast() else { return fitting(operation) }
        let owners = words.filter { !NameClass.oneself.has($0) && !Self.isEntrance($0) }
        let title = Self.title(for: operation.path)
        let isOwn = NameClass.oneself.has(last)
        let name = HumanName.inSentence(title)
        let owner = isOwn ? nil : owners.last.map { HumanName.singular(HumanName.sentence($0)) }
        let mine = !isOwn && words.last.map(NameClass.oneself.has) == true ? "My " + name : nil
        return [mine, owner.map { $0 + " " + name }].compactMap(\.self) + fitting(operation)
    }

    /// The name of a row: the last word of its collection's path in the singular, else the name of its schema.
    func rowTitle(of operation: Operation, titled title: String, at rows: JSONPointer) -> String {
        let above = operation.path.prefix(operation.path.segments.count - 1)
        let home = document.resource(of: operation)?.home ?? (isCollection(above) ? above : operation.path)
        if let word = home.segments.last?.literal.map(Self.bare) {
            let name = HumanName.sentence(word)
            let one = HumanName.singular(name)
            if one != name { return one }
        }
        return schemaTitle(of: operation, at: rows) ?? HumanName.singular(title)
    }

    private func schemaTitle(of operation: Operation, at rows: JSONPointer) -> String? {
        let list = document.answer(of: operation).flatMap { document.part(of: $0, at: rows) }
        guard let name = list.map(document.resolveChoices)?.items?.referenceName else { return nil }
        var words = HumanName.words(of: String(name.split(separator: ".").last ?? ""))
        while words.count > 1, let last = words.last, NameClass.filler.has(last) { words.removeLast() }
        let text = HumanName.sentence(words.joined(separator: " ").lowercased())
        return (2...Self.longestSchema).contains(text.count) ? text : nil
    }

    /// The last word of a path: in the singular for an item, with "My" for the user's own.
    static func title(for path: PathTemplate, showsRows: Bool = false) -> String {
        let words = words(of: path)
        guard let word = words.last else { return "Start" }
        let isNamed = path.segments.last?.literal != nil
        if isNamed, NameClass.oneself.has(word), let owner = words.dropLast().last, !isEntrance(owner) {
            return "My " + HumanName.inSentence(HumanName.singular(HumanName.sentence(owner)))
        }
        let name = HumanName.sentence(word)
        return isNamed || showsRows ? name : HumanName.singular(name)
    }

    /// True for the path of a collection: it has rows, or an operation for one of them.
    private func isCollection(_ path: PathTemplate) -> Bool {
        guard let word = path.segments.last?.literal, !word.isEmpty, !NameClass.oneself.has(word) else { return false }
        return document.read(at: path.shape).flatMap(document.list) != nil
            || document.read(at: path.shape + "/{}") != nil || document.isWritten(at: path.shape + "/{}")
    }

    /// The summary and the operation's id in words, without long ones.
    private func fitting(_ operation: Operation) -> [String] {
        // An id built from method and path says no more than the path.
        let name = HumanName.sentence(document.functionName(of: operation))
        let id = operation.id.hasPrefix(operation.idByPath) || !name.contains(" ") ? nil : name
        return [summary(of: operation), id].compactMap(\.self).filter { (1...Self.longest).contains($0.count) }
    }

    /// A title from the document: a summary of up to six words, or the part of a longer one before "with" or a similar
    /// word.
    private func shortSummary(of operation: Operation) -> String? {
        guard let text = summary(of: operation) else { return nil }
        let words = text.split(separator: " ")
        let clause = words.prefix(7).indices.first { $0 > 1 && NameClass.manner.hasKey(String(words[$0])) }
        guard let end = words.count <= 6 ? words.count : clause else { return nil }
        let title = words.prefix(end).joined(separator: " ")
        return (1...Self.longest).contains(title.count) ? title : nil
    }

    private func summary(of operation: Operation) -> String? {
        operation.summary.map { summary in
            let text = PlainText.of(summary).split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return HumanName.capitalised(text.hasSuffix(".") ? String(text.dropLast()) : text)
        }
    }

    /// The literal words in a path; of a segment with several parts the first, as in `/Products({id})`.
    private static func words(of path: PathTemplate) -> [String] {
        path.segments.compactMap { segment in
            if let word = segment.literal { return bare(word) }
            guard segment.parts.count > 1, case .literal(let start) = segment.parts[0] else { return nil }
            return String(start.prefix { $0.isLetter || $0.isNumber })
        }.filter { !$0.isEmpty }
    }

    /// The word without a format suffix: `/Messages.json` is about messages.
    private static func bare(_ word: String) -> String { word.hasSuffix(".json") ? String(word.dropLast(5)) : word }

    /// True for a common prefix of APIs, such as `api`, `v2` and `v1.1`.
    private static func isEntrance(_ word: String) -> Bool {
        let small = word.lowercased()
        return small == "api" || small.first == "v" && small.dropFirst().first?.isNumber == true
    }
}

struct ScreenIDs {
    private let shared: Int
    private var used: Set<String>

    init(_ paths: [PathTemplate], reserved: Set<String>) {
        var shared = (paths.first?.segments ?? []).prefix { $0.literal != nil }.count
        for path in paths {
            let common = zip(path.segments, paths.first?.segments ?? []).prefix { $0 == $1 }.count
            // A path keeps at least one word.
            let words = path.segments.filter { $0.literal != nil }.count
            shared = min(shared, common, words - 1)
        }
        self.shared = max(0, shared)
        used = reserved
    }

    /// The first word after the common prefix of all paths; nil if the path has none.
    func topic(of path: PathTemplate) -> String? { path.segments.dropFirst(shared).first?.literal }

    /// A unique id: the words of the path, "-item" for an item, then `suffix`, then a number.
    mutating func id(for path: PathTemplate, suffix: String) -> String {
        let words = path.segments.dropFirst(shared).compactMap(\.literal).map(Self.slug).filter { !$0.isEmpty }
        var base = words.isEmpty ? "start" : words.joined(separator: "-")
        if path.segments.last?.parameter != nil { base += "-item" }
        if used.insert(base).inserted { return base }
        base += "-\(suffix)"
        var id = base
        var number = 2
        while !used.insert(id).inserted {
            id = "\(base)-\(number)"
            number += 1
        }
        return id
    }

    private static func slug(_ word: String) -> String {
        String(word.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
            .split(separator: "-").joined(separator: "-")
    }
}
