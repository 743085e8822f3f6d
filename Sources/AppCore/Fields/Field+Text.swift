import APIDocument
import APIModel
import Foundation
import WireFormats

extension Field {
    /// The text for editing a value, which ``value(from:)`` reads. Empty for no value and for `null`.
    package func text(for value: JSONValue?) -> String {
        switch value {
        case nil, .null: ""
        case .string(let text) where kind != .json && kind != .money: text
        case .number(let number): number.text
        case .bool(let flag): flag ? "true" : "false"
        case let value?: value.text()
        }
    }

    /// The value of a text; nil if it is invalid for the kind.
    ///
    /// Empty text is `null` if the schema allows it, else nil: the member is left out.
    package func value(from text: String) -> JSONValue? {
        let typed = typed(text)
        if typed.isEmpty { return isNullable ? .null : nil }
        switch kind {
        case .integer: return number(from: typed).flatMap { $0.isWhole ? .number($0) : nil }
        case .number: return number(from: typed).map(JSONValue.number)
        case .boolean: return Field.truth(of: typed).map(JSONValue.bool)
        case .choice(let values): return values.first { self.text(for: $0) == typed }
        // Validation has reported its errors already.
        case .json, .money: return try? JSONValue(parsing: typed)
        case .date: return .string(CalendarText.spelledDay(typed) ?? typed)
        case .dateTime: return .string(CalendarText.spelledMoment(typed) ?? typed)
        default: return .string(completed(typed))
        }
    }

    /// A time of day with seconds and the zone UTC, if it lacks them: `8:30` becomes `08:30:00Z`.
    private func completed(_ text: String) -> String {
        TextFormat(constraints.format) == .time ? CalendarText.spelledTime(text) ?? text : text
    }

    /// The number in a text; for a timestamp also a typed date, as the count since 1970.
    private func number(from text: String) -> JSONNumber? {
        if let number = JSONNumber(text: text) { return number }
        guard isEpochTime, let moment = CalendarText.spelledMoment(text).flatMap(CalendarText.init(dateTime:)) else {
            return nil
        }
        return JSONNumber(countsMilliseconds ? moment.sinceEpoch * 1000 : moment.sinceEpoch)
    }

    private var countsMilliseconds: Bool {
        EpochName.isInMilliseconds(name, help) || example?.numberValue?.int.map { $0 > 100_000_000_000 } == true
    }

    var keepsSpaces: Bool { kind == .text || kind == .multiline || kind == .secret }

    private func typed(_ text: String) -> String { keepsSpaces ? text : text.trimmed }

    private static func truth(of text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "y", "1", "on": true
        case "false", "no", "n", "0", "off": false
        default: nil
        }
    }
}

extension JSONValue {
    /// The text to type for a parameter's value: a list of scalars is separated by commas.
    package var typedText: String {
        guard let items = arrayValue, items.allSatisfy(\.isScalar) else { return plainText }
        return items.map(\.plainText).joined(separator: ",")
    }
}

extension JSONNumber {
    var isWhole: Bool { isMultiple(of: JSONNumber(1)) }
}

extension String {
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

extension Field {
    /// Validates a typed text: nil if it may be sent, else the sentence to show beside the field.
    package func validate(_ text: String) -> String? {
        let typed = typed(text)
        if typed.isEmpty {
            return isRequired && !isNullable ? "Required." : nil
        }
        return fault(of: typed)
    }

    /// The fault of a removed value that can only be changed.
    var faultOfEmptying: String {
        ["It cannot be taken away: the document allows no null here.", fault(of: "")].compactMap { $0 }
            .joined(separator: " ")
    }

    private var formFault: String? { form.map { "Write \($0)." } }

    private func fault(of typed: String) -> String? {
        switch kind {
        case .text, .multiline, .secret:
            return textFault(completed(typed))
        case .integer, .number:
            return numberFault(typed)
        case .boolean:
            return value(from: typed) == nil ? "Write yes or no." : nil
        case .choice(let values):
            guard value(from: typed) == nil else { return nil }
            return "Choose one of \(values.map { self.text(for: $0) }.joined(separator: ", "))."
        case .date:
            guard let day = CalendarText.spelledDay(typed) else { return formFault }
            return textFault(day)
        case .dateTime:
            guard let moment = CalendarText.spelledMoment(typed) else { return formFault }
            return textFault(moment)
        case .email, .url:
            let format: TextFormat = kind == .email ? .email : .uri
            return format.accepts(typed) ? textFault(typed) : formFault
        case .json, .money:
            return typed.isEmpty ? nil : jsonFault(typed)
        case .file:
            return FilePart.fault(at: typed)
        }
    }

    private func textFault(_ text: String) -> String? {
        constraints.faults(of: text, isThorough: kind == .text || kind == .multiline) { pattern in
            Pattern(pattern)?.isFound(in: text)
        }.first.map(HumanSentence.sentence)
    }

    private func numberFault(_ text: String) -> String? {
        guard let number = number(from: text) else {
            if isEpochTime { return formFault }
            let bounds = [constraints.minimum, constraints.maximum].compactMap { $0?.value.text }
            let example = ((kind == .integer ? ["12"] : ["12.50", "0.5"]) + bounds).first { text in
                JSONNumber(text: text).map { constraints.faults(of: $0).isEmpty } ?? false
            }
            let suchAs = example.map { ", such as \($0)" } ?? ""
            return "Write a \(kind == .integer ? "whole number" : "number")\(suchAs)."
        }
        if kind == .integer, !number.isWhole { return "Must be a whole number." }
        return constraints.faults(of: number).first.map(HumanSentence.sentence)
    }

    private func jsonFault(_ text: String) -> String? {
        do throws(JSONError) {
            _ = try JSONValue(parsing: text)
            return nil
        } catch {
            return "This is no JSON: \(error.message) at \(error.position)."
        }
    }
}

extension Field {
    /// The constraints of a value in words, such as "A whole number, 1 to 10."; nil without constraints.
    package var hint: String? {
        let words = [form, range].compactMap { $0 }.joined(separator: ", ")
        return words.isEmpty ? nil : HumanSentence.sentence(words)
    }

    /// The hint of a list or map: the number of entries.
    package var entriesHint: String? {
        var parts: [String] = []
        if let count = Self.bounds(constraints.minItems ?? 0, constraints.maxItems, Self.entries) {
            let isExact = constraints.minItems ?? 0 == constraints.maxItems
            parts.append(isExact ? "exactly \(count)" : count)
        }
        if constraints.uniqueItems { parts.append("all different") }
        return parts.isEmpty ? nil : HumanSentence.sentence(parts.joined(separator: ", "))
    }

    /// The least and the greatest count in words; nil without a bound.
    private static func bounds(_ least: Int, _ most: Int?, _ words: (Int) -> String) -> String? {
        switch (least, most) {
        case (0, nil): nil
        case (_, let most?) where least == most: words(most)
        case (0, let most?): "at most \(words(most))"
        case (_, nil): "at least \(words(least))"
        case (_, let most?): "\(least) to \(words(most))"
        }
    }

    static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

    /// The form of a valid text, as the object of "Write".
    var form: String? {
        switch kind {
        case .integer where isEpochTime, .number where isEpochTime:
            "a time such as 2026-01-31 08:30 or tomorrow 9:00 in UTC, or its number"
        case .integer: "a whole number"
        case .number: "a number"
        case .date: "a day such as 2026-01-31, tomorrow or friday"
        case .dateTime: "a time such as 2026-01-31T08:30:00Z; 2026-01-31 08:30 and tomorrow 9:00 are UTC"
        case .email: "an e-mail address such as name@example.com"
        case .url: "an address such as https://example.com"
        case .json, .money: "JSON"
        case .file: "the path of a file"
        case .text where TextFormat(constraints.format) == .time:
            "a time such as 08:30, which is UTC, or 08:30:00+01:00"
        case .text, .multiline: TextFormat(constraints.format)?.form
        case .boolean, .choice, .secret: nil
        }
    }

    private var range: String? {
        var parts: [String] = []
        if kind == .integer || kind == .number {
            switch (constraints.minimum, constraints.maximum) {
            case (let least?, let most?) where !least.isExclusive && !most.isExclusive:
                parts.append("\(least.value.text) to \(most.value.text)")
            case (let least, let most):
                if let least {
                    parts.append("\(least.isExclusive ? "more than" : "at least") \(least.value.text)")
                }
                if let most { parts.append("\(most.isExclusive ? "less than" : "at most") \(most.value.text)") }
            }
            if let step = constraints.multipleOf { parts.append("in steps of \(step.text)") }
        } else if kind != .json, kind != .money, kind != .file, options.isEmpty {
            // An empty text counts as none.
            let least = constraints.minLength == 1 && constraints.maxLength != 1 ? 0 : constraints.minLength ?? 0
            if let count = Self.bounds(least, constraints.maxLength, { "\($0) characters" }) { parts.append(count) }
            // An example says more than a pattern; the empty field shows it.
            if let pattern = constraints.pattern, example == nil { parts.append("of the form \(pattern)") }
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

enum HumanSentence {
    /// A capital at the start and a full stop at the end.
    static func sentence(_ words: String) -> String {
        let text = words.prefix(1).uppercased() + words.dropFirst()
        return text.last.map { ".!?".contains($0) } ?? true ? text : text + "."
    }
}

extension CalendarText {
    /// `31 Jan 2026`, or with a time `31 Jan 2026 08:30 UTC`: the timestamp in its own time zone.
    var display: String {
        let date = "\(day) \(HTTPDate.months[month - 1]) \(year)"
        guard let time, let zone else { return date }
        return "\(date) \(time) \(zone)"
    }

    /// The time since then or until then: "5 min ago", "in 2 days", "yesterday".
    func distance(to now: Timestamp) -> String {
        guard time == nil else { return Self.distance(now.seconds - sinceEpoch) }
        let days = now.day.sinceEpoch - sinceEpoch / 86_400
        return switch days {
        case -1: "tomorrow"
        case 0: "today"
        case 1: "yesterday"
        default: Self.distance(days * 86_400)
        }
    }

    private static func distance(_ seconds: Int) -> String {
        let size = seconds.magnitude
        let units: [(seconds: UInt, one: String, many: String)] = [
            (31_556_952, "year", "years"), (2_629_746, "month", "months"), (86_400, "day", "days"), (3_600, "h", "h"),
            (60, "min", "min"),
        ]
        // The same date of another year may be a quarter of a day less than an average year.
        guard let unit = units.first(where: { size + $0.seconds / 1_461 >= $0.seconds }) else { return "now" }
        let count = (size + unit.seconds / 1_461) / unit.seconds
        let words = "\(count) \(count == 1 ? unit.one : unit.many)"
        return seconds < 0 ? "in " + words : words + " ago"
    }
}

extension CalendarText {
    /// Converts a date in common spellings to RFC 3339: `5.1.2026`, `2026/01/05` and `5 Jan 2026` become `2026-01-05`,
    /// and `12/31/2026` becomes `2026-12-31`. `yesterday`, `tomorrow` and weekdays are relative to `today`, in UTC. Nil
    /// for other texts.
    static func spelledDay(_ text: String, today: Int = Timestamp.now.day.sinceEpoch) -> String? {
        if let distance = distance(to: text.lowercased(), from: today) {
            return CivilDay(sinceEpoch: today + distance).text
        }
        let parts = text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
        guard parts.count == 3 else { return nil }
        let spelled: [String]
        if parts[0].count == 4 {
            spelled = parts
        } else if parts[2].count == 4, text.contains(".") || month(parts[1]) != nil || (Int(parts[0]) ?? 0) > 12 {
            spelled = [parts[2], month(parts[1]) ?? parts[1], parts[0]]
        } else if parts[2].count == 4, (Int(parts[1]) ?? 0) > 12 {
            // With slashes, only a number above twelve distinguishes the day from the month.
            spelled = [parts[2], parts[0], parts[1]]
        } else {
            return nil
        }
        let day = spelled[0] + "-" + spelled[1].padded(to: 2) + "-" + spelled[2].padded(to: 2)
        return CalendarText(date: day) == nil ? nil : day
    }

    /// The number of days to a named day; for a weekday, to the next one.
    private static func distance(to name: String, from today: Int) -> Int? {
        if let relative = ["yesterday", "today", "tomorrow"].firstIndex(of: name) { return relative - 1 }
        let week = ["thursday", "friday", "saturday", "sunday", "monday", "tuesday", "wednesday"]
        guard name.count > 2, let day = week.firstIndex(where: { $0.hasPrefix(name) }) else { return nil }
        // 1970-01-01 was a Thursday.
        return (day - today % 7 + 6) % 7 + 1
    }

    /// Converts a time in common spellings: `2026-01-31 08:30` and `tomorrow 9:00` are in UTC, and a date alone is its
    /// start. Nil for other texts.
    static func spelledMoment(_ text: String, today: Int = Timestamp.now.day.sinceEpoch) -> String? {
        if CalendarText(dateTime: text) != nil { return text }
        if let day = spelledDay(text, today: today) { return "\(day)T00:00:00Z" }
        guard let gap = text.lastIndex(where: { $0 == " " || $0 == "T" || $0 == "t" }),
            let day = spelledDay(String(text[..<gap]).trimmed, today: today)
        else { return nil }
        return spelledTime(String(text[text.index(after: gap)...])).map { "\(day)T\($0)" }
    }

    /// Converts a time of day, such as `9:00`, to one of RFC 3339, in UTC if it names no zone. Nil for other texts.
    static func spelledTime(_ text: String) -> String? {
        var time = text
        if time.dropFirst().first == ":" { time = "0" + time }
        if time.count == 5 { time += ":00" }
        return [time, time + "Z"].first(where: TextFormat.time.accepts)
    }

    private static func month(_ name: String) -> String? {
        HTTPDate.months.firstIndex { name.lowercased().hasPrefix($0.lowercased()) }.map { String($0 + 1) }
    }
}
