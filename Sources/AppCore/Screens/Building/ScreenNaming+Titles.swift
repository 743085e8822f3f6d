import APIDocument
import APIModel
import HTTPTypes
import WireFormats

extension ScreenNaming {
    /// What a screen that loads is called: by its path's last word. What its summary or its operation's id names instead
    /// where the word is an abbreviation or an order ("qr", "findByStatus"), or there only says which ("private" of
    /// private threads). A word that can only say which, or what is done, gets the thing before it: "Latest posts",
    /// "Member search", "Invoice (PDF)".
    static func title(of operation: Operation, showsRows: Bool) -> String {
        let short = title(for: operation.path, showsRows: showsRows)
        let said = [subject(of: operation.summary), subject(ofID: operation)].compactMap { $0 }
        guard let word = operation.path.segments.last(where: { $0.literal?.isEmpty == false })?.literal else {
            return said.first ?? short
        }
        let words = word.nameWords.map { $0.lowercased() }
        guard let last = words.last else { return short }
        if isOneself(word) { return said.first { $0.hasPrefix("My ") } ?? short }
        if formats.contains(last) { return short }
        if word.count < 4 || isOrder(words) {
            // What repeats the word says no more, and not whether one or several are meant.
            let other = said.first { HumanName.key($0) != HumanName.key(word) }
            return other ?? phrase(operation.summary).flatMap { isQualified(by: last, $0) ? $0 : nil } ?? short
        }
        let isThing = operation.path.segments.last?.literal == nil
        guard words.count == 1, !isThing || showsRows else { return short }
        let named = [subject(of: operation.summary), subject(of: idWords(operation)), phrase(operation.summary)]
            .compactMap { $0 }
        if let found = named.first(where: { isQualified(by: last, $0) }) { return found }
        return isThing ? short : qualified(operation.path, showsRows: showsRows) ?? short
    }

    /// What a form screen is called: its summary or its operation's id in words, whichever fits the sidebar, else the
    /// shorter one; or what its method does to its path.
    static func title(ofForm operation: Operation) -> String {
        let summary = operation.summary.map(trimmed).map(HumanName.capitalised)
        let id = idWords(operation).flatMap { $0.contains(" ") ? $0 : nil }
        let titles = [summary, id].compactMap { $0 }.filter { (1...longestForm).contains($0.count) }
        let fitting = titles.first { $0.count <= longestInSidebar }
        if let title = fitting ?? titles.min(by: { $0.count < $1.count }) { return title }
        let path = operation.path.withActApart
        // What is done to a thing without saying more goes by its name alone: "Cancel" and not "Edit cancel".
        if operation.requestBody == nil, operation.method != .delete, path.segments.last?.literal != nil,
            path.segments.dropLast().last?.parameter != nil
        {
            return title(for: path)
        }
        let name = HumanName.inSentence(title(for: path))
        switch operation.method {
        case .delete: return "Delete " + name
        case .put, .patch: return "Edit " + name
        default:
            return path.segments.last?.literal == nil ? "Send " + name : "New " + HumanName.singular(name)
        }
    }

    /// The path's last word, for people; of one of a collection, in the singular; of one's own, with "My". The format it
    /// comes in stands behind it: "Sales (CSV)"; JSON is what is expected anyway.
    static func title(for path: PathTemplate, showsRows: Bool = false) -> String {
        let words = path.segments.compactMap(\.literal).filter { !$0.isEmpty }
        guard let word = words.last else { return keyed(path) ?? "Start" }
        if path.segments.last?.literal != nil, isOneself(word), let owner = words.dropLast().last, !isEntrance(owner) {
            return "My " + HumanName.inSentence(HumanName.singular(HumanName.sentence(owner)))
        }
        if let (thing, format) = parted(path) {
            return HumanName.key(format) == "json" ? thing : "\(thing) (\(format.uppercased()))"
        }
        let name = HumanName.sentence(word)
        return path.segments.last?.literal == nil && !showsRows ? HumanName.singular(name) : name
    }

    /// What a path names that has nothing but keys in brackets: one of "Products" in `/Products({ID})` (OData).
    private static func keyed(_ path: PathTemplate) -> String? {
        guard case .literal(let start)? = path.segments.last?.parts.first,
            let word = start.split(separator: "(").first, start.contains("(")
        else { return nil }
        return HumanName.singular(HumanName.sentence(String(word)))
    }

    /// Titles that tell apart what is called the same, the best first.
    static func otherTitles(of operation: Operation, isForm: Bool) -> [String] {
        let words = operation.path.segments.compactMap(\.literal).filter { !$0.isEmpty }
        let format = isForm ? nil : parted(operation.path).map { "\($0.thing) (\($0.format.uppercased()))" }
        var titles = [isForm ? nil : subject(of: operation.summary), format].compactMap { $0 }
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

    private static let longestForm = 48
    /// What the sidebar shows whole beside its numbers and signs.
    private static let longestInSidebar = 22

    /// Whether a word of a path says where an API begins, and names nothing in it: `api`, `v2`, `v1.1`.
    private static func isEntrance(_ word: String) -> Bool {
        let small = word.lowercased()
        return small == "api" || small.first == "v" && small.dropFirst().first?.isNumber == true
    }

    static func isOneself(_ word: String) -> Bool { ["me", "self"].contains(HumanName.key(word)) }

    /// An operation's id in words; nil where the document gives none and it was made of the path.
    static func idWords(_ operation: Operation) -> String? {
        let path = operation.path.text.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
        let made = ([operation.method.rawValue.lowercased()] + path.map(String.init)).joined(separator: "-")
        return operation.id.hasPrefix(made) ? nil : HumanName.sentence(ownWords(of: operation))
    }

    /// An operation's id without what frameworks put around the name of a function: FastAPI the path and the method behind it, NestJS
    /// the name of the controller in front.
    private static func ownWords(of operation: Operation) -> String {
        let path = String(operation.path.text.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        let ending = path + "_" + operation.method.rawValue.lowercased()
        if operation.id.hasSuffix(ending), operation.id.count > ending.count {
            return String(operation.id.dropLast(ending.count))
        }
        if let controller = operation.id.firstRange(of: "Controller_"), controller.upperBound < operation.id.endIndex {
            return String(operation.id[controller.upperBound...])
        }
        return operation.id
    }

    static func trimmed(_ summary: String) -> String {
        let text = PlainText.of(summary).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
