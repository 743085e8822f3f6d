import APIDocument
import APIModel
import WireFormats

extension Field {
    /// The value as a person wants to read it, in one line: dates as "31 Jan 2026", money with two decimals, durations as
    /// "1 h 30 min", "yes" and "no", choices in words, lists and objects in short, files in text as what they are.
    ///
    /// What is not there is empty, `null` is "-", and text without anything to see stands in quotes.
    ///
    /// - Parameter members: the object the value is a member of: an amount is shown with the currency beside it.
    public func display(_ value: JSONValue?, beside members: JSONObject? = nil) -> String {
        guard kind != .secret else { return value == nil || value == .null ? "" : String(repeating: "*", count: 8) }
        switch value {
        case nil: return ""
        case .null: return "-"
        case .bool(let flag): return flag ? "yes" : "no"
        case .number(let number):
            if let moment = moment(value) { return moment }
            guard isMoney else { return value.map(choiceTitle) ?? number.text }
            let currency = members.flatMap(currency)
            return Money.grouped(number, places: 2) + (currency.map { " " + $0 } ?? "")
        case .string(let text): return display(text)
        case .array(let items): return Field.summary(of: items.map(named))
        case .object(let object): return Money(object)?.display(decimals: isMoney) ?? Field.summary(of: object)
        }
    }

    /// An entry by the name the document gives it.
    private func named(_ entry: JSONValue) -> JSONValue {
        choiceNames[entry] == nil ? entry : .string(choiceTitle(of: entry))
    }

    private func display(_ text: String) -> String {
        guard text.contains(where: { !$0.isWhitespace }) else { return "\"\(text)\"" }
        switch kind {
        case .date: return CalendarText(date: text)?.display ?? text
        case .dateTime: return CalendarText(dateTime: text)?.display ?? text
        case .choice(let values): return Field.words(of: text, among: values)
        default: break
        }
        if let duration = DurationText(text, isDeclared: format == "duration") { return duration.display }
        return EncodedContent(text, format: format)?.display ?? text
    }

    /// "in_progress" and "IN_PROGRESS" are "In progress", and "DONE" beside it, or beside "InProgress", is "Done"; what is no such
    /// name, as "EUR", "v1.2", "el" or "pt-BR", stays.
    private static func words(of text: String, among values: [JSONValue]) -> String {
        guard text.utf8.allSatisfy({ $0 < 0x80 && ($0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || $0.isLetter) })
        else { return text }
        if isCode(text) { return text }
        var isConstant = text.utf8.contains(UInt8(ascii: "_"))
        if !isConstant, text == text.uppercased() {
            isConstant = values.contains { other in
                other.stringValue.map { hasWords($0) && (text.utf8.count > 3 || $0 == $0.uppercased()) } ?? false
            }
            if !isConstant { return text }
        }
        return HumanName.sentence(isConstant ? text.lowercased() : text)
    }

    /// Whether a value is a name of several words: `in_progress`, `InProgress`.
    private static func hasWords(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "_"))
            || zip(text.utf8, text.utf8.dropFirst()).contains {
                (0x61...0x7A).contains($0) && (0x41...0x5A).contains($1)
            }
    }

    /// Two letters, as those of languages and countries (ISO 639-1, 3166-1), with a region or script behind them or
    /// without (BCP 47): `el`, `pt-BR`, `zh_Hans`.
    private static func isCode(_ text: String) -> Bool {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard (1...2).contains(parts.count), parts[0].utf8.count == 2 else { return false }
        guard parts.count == 2 else { return true }
        let rest = parts[1]
        let isRegion = rest.utf8.count == 2 && rest == rest.uppercased()
        let isScript = rest.utf8.count == 4 && rest == rest.prefix(1).uppercased() + rest.dropFirst().lowercased()
        return parts[0] == parts[0].lowercased() && (isRegion || isScript)
    }

    /// Whether a neighbour of that name says the amount's currency: `currency`, or `priceCurrency` for a price.
    func hasCurrency(named neighbour: String) -> Bool {
        NameClass.currency.has(neighbour) || HumanName.key(neighbour) == HumanName.key(name) + "currency"
    }

    /// The currency an amount's neighbour names by its three letters (ISO 4217): `currency`, or `priceCurrency` for a price.
    private func currency(in members: JSONObject) -> String? {
        guard members.count <= 200 else { return nil }
        for member in members.members {
            guard let code = member.value.stringValue.flatMap(Money.currency) else { continue }
            if hasCurrency(named: member.key) { return code }
        }
        return nil
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}
