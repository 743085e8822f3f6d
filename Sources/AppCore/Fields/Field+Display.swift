import APIDocument
import APIModel
import Foundation
import WireFormats

extension Field {
    /// The value in one line for display. Dates are "31 Jan 2026", money has two decimals, durations are "1 h 30 min",
    /// choices are words, lists and objects are summarized.
    ///
    /// An absent value is empty, `null` is "-", and blank text is in quotes.
    ///
    /// - Parameters:
    ///   - members: the object around the value, which may have the currency of an amount.
    ///   - now: the reference time for relative dates; nil for absolute ones.
    package func display(_ value: JSONValue?, beside members: JSONObject? = nil, from now: Timestamp? = nil) -> String {
        guard kind != .secret else { return value == nil || value == .null ? "" : String(repeating: "*", count: 8) }
        switch value {
        case nil: return ""
        case .null: return "-"
        case .bool(let flag): return flag ? "yes" : "no"
        case .number(let number):
            if let moment = timestamp(value) { return now.map(moment.distance) ?? moment.display }
            if let measure, measure != .hundredths, let text = measure.display(number) { return text }
            guard isMoney || measure == .hundredths else { return value.map(choiceTitle) ?? number.text }
            return Money.text(number, members.flatMap(currency), isMinor: measure == .hundredths)
        case .string(let text): return display(text, from: now)
        case .array(let items): return Field.summary(of: items.map(named))
        case .object(let object): return Money(object)?.display(decimals: isMoney, measure) ?? Field.summary(of: object)
        }
    }

    private func named(_ entry: JSONValue) -> JSONValue {
        choiceNames[entry] == nil ? entry : .string(choiceTitle(of: entry))
    }

    private func display(_ text: String, from now: Timestamp?) -> String {
        guard text.contains(where: { !$0.isWhitespace }) else { return "\"\(text)\"" }
        switch kind {
        case .date, .dateTime:
            let moment = kind == .date ? CalendarText(date: text) : CalendarText(dateTime: text)
            return moment.map { moment in now.map(moment.distance) ?? moment.display } ?? text
        case .choice(let values): return Field.words(of: text, among: values)
        default: break
        }
        if let duration = DurationText(text, isDeclared: format == "duration") { return duration.display }
        return EncodedContent(text, format: format)?.display ?? text
    }

    /// Converts names of enum values to words: "in_progress" and "IN_PROGRESS" become "In progress". "DONE" beside such
    /// values becomes "Done". Other values, such as "EUR", "v1.2", "el" or "pt-BR", stay.
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

    /// True for a name with several words: `in_progress`, `InProgress`.
    private static func hasWords(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "_"))
            || zip(text.utf8, text.utf8.dropFirst()).contains {
                (0x61...0x7A).contains($0) && (0x41...0x5A).contains($1)
            }
    }

    /// True for a code of a language or country (ISO 639-1, 3166-1), with or without a region or script (BCP 47): `el`,
    /// `pt-BR`, `zh_Hans`.
    private static func isCode(_ text: String) -> Bool {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard (1...2).contains(parts.count), parts[0].utf8.count == 2 else { return false }
        guard parts.count == 2 else { return true }
        let rest = parts[1]
        let isRegion = rest.utf8.count == 2 && rest == rest.uppercased()
        let isScript = rest.utf8.count == 4 && rest == rest.prefix(1).uppercased() + rest.dropFirst().lowercased()
        return parts[0] == parts[0].lowercased() && (isRegion || isScript)
    }

    /// True if another member of that name is the amount's currency: `currency`, or `priceCurrency` for a price.
    func hasCurrency(named neighbour: String) -> Bool {
        NameClass.currency.has(neighbour) || HumanName.key(neighbour) == HumanName.key(name) + "currency"
    }

    /// The currency beside an amount as a three-letter code (ISO 4217): in `currency`, or `priceCurrency` for a price.
    func currency(in members: JSONObject) -> String? {
        guard members.count <= 200 else { return nil }
        for member in members.members {
            guard let code = member.value.stringValue.flatMap(Money.currency) else { continue }
            if hasCurrency(named: member.key) { return code }
        }
        return nil
    }
}

extension Field {
    private static let shortText = 60
    private static let shortList = 8

    /// A summary of a list in one line: its scalars, the names of its objects, or its count.
    static func summary(of items: [JSONValue]) -> String {
        guard !items.isEmpty else { return "none" }
        let shown = items.prefix(shortList).compactMap { item -> String? in
            if item.isScalar { return plain(item) }
            return item.objectValue.flatMap { Money($0)?.display(decimals: false) ?? name(of: $0) }
        }
        guard shown.count == min(items.count, shortList) else {
            return items.count == 1 ? "1 entry" : "\(items.count) entries"
        }
        return shown.joined(separator: ", ") + (items.count > shortList ? ", ... (\(items.count))" : "")
    }

    /// A summary of an object in one line: its name, its few scalars, or the number of its members.
    static func summary(of object: JSONObject) -> String {
        guard !object.isEmpty else { return "no members" }
        if let name = name(of: object) { return name }
        guard object.count <= 4, object.members.allSatisfy(\.value.isScalar) else {
            return object.count == 1 ? "1 member" : "\(object.count) members"
        }
        return object.members.map { "\(Field($0).title): \(plain($0))" }.joined(separator: ", ")
    }

    /// An amount and its currency for display; nil if the value is not an object of both.
    package static func money(_ value: JSONValue?) -> String? {
        value?.objectValue.flatMap(Money.init)?.display(decimals: false)
    }

    /// The name of an object from its own members: its name, else its id.
    package static func name(of object: JSONObject) -> String? {
        // An object with more members is a map without a name.
        guard object.count <= 200 else { return nil }
        let parts = [NameClass.givenName, .familyName].compactMap { $0.values(in: object).first?.stringValue }
        let isPerson = parts.count == 2
        let names = (isPerson ? NameClass.wholeName : .ownName).values(in: object).lazy.compactMap(\.stringValue)
        if let name = names.first(where: { !$0.isEmpty }) { return short(name) }
        if isPerson { return short(parts.joined(separator: " ")) }
        guard object.count > 1 else { return nil }
        return NameClass.shortIdentity.values(in: object).lazy.filter { !$0.isNull }.compactMap(\.scalarText).first.map(
            short)
    }

    private static func plain(_ member: JSONObject.Member) -> String { short(Field(member).display(member.value)) }

    private static func plain(_ item: JSONValue) -> String {
        short(Field(pointer: .root, title: "", kind: kind(of: item)).display(item))
    }

    private static func short(_ text: String) -> String {
        guard text.utf8.count > shortText else { return text }
        return text.count > shortText ? text.prefix(shortText - 1) + "…" : text
    }
}

/// A file encoded as text: a `data:` URL (RFC 2397), or Base64 (RFC 4648 section 4).
struct EncodedContent {
    /// The type of the content, if it is known: "PNG image", "text/csv".
    let name: String?
    /// The number of decoded bytes.
    let byteCount: Int

    /// Reads only the beginning, whatever the length.
    /// - Parameter format: the schema's; without a declared one, only a long text of a known file type counts as
    ///   Base64.
    init?(_ text: String, format: String?) {
        if text.hasPrefix("data:") {
            let head = text.utf8.prefix(200)
            guard let comma = head.firstIndex(of: UInt8(ascii: ",")) else { return nil }
            let parts = text[text.index(text.startIndex, offsetBy: 5)..<comma].split(separator: ";")
            let body = text[text.utf8.index(after: comma)...]
            name = Self.kind(of: body) ?? parts.first.map(String.init)
            byteCount = parts.last == "base64" ? Self.decodedCount(of: body) : body.utf8.count
            return
        }
        let isDeclared = ["byte", "base64", "base64url", "binary"].contains(format)
        guard isDeclared || text.utf8.count >= 200, Self.isBase64(text.utf8.prefix(200)) else { return nil }
        let kind = Self.kind(of: text[...])
        guard kind != nil || isDeclared && text.utf8.count >= 64 else { return nil }
        name = kind
        byteCount = Self.decodedCount(of: text[...])
    }

    /// "PNG image, 12,345 bytes".
    var display: String { [name ?? "Binary data", ContentKind.size(byteCount)].joined(separator: ", ") }

    private static func isBase64(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "=") || $0 == 0x0A || $0 == 0x0D }
    }

    private static func decodedCount(of text: Substring) -> Int {
        let padding = text.utf8.suffix(2).count { $0 == UInt8(ascii: "=") }
        return max(0, text.utf8.count * 3 / 4 - padding)
    }

    /// The type of the first twelve bytes.
    private static func kind(of text: Substring) -> String? {
        let digits = String(decoding: text.utf8.prefix(16).prefix(while: isDigit), as: UTF8.self)
            .replacing("-", with: "+").replacing("_", with: "/")
        guard digits.count >= 8, let data = Data(base64Encoded: String(digits.prefix(digits.count / 4 * 4))) else {
            return nil
        }
        return ContentKind.name(of: data)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "+-/_".utf8.contains(byte)
    }
}

/// The type of a file by its first bytes, for files that a terminal cannot show.
package enum ContentKind {
    private static let signatures: [(bytes: [UInt8], name: String)] = [
        ([0x89, 0x50, 0x4E, 0x47], "PNG image"), ([0xFF, 0xD8, 0xFF], "JPEG image"),
        (Array("GIF8".utf8), "GIF image"), (Array("%PDF".utf8), "PDF document"),
        ([0x50, 0x4B, 0x03, 0x04], "ZIP archive"), ([0x1F, 0x8B], "gzip data"),
        (Array("RIFF".utf8), "RIFF media"), (Array("OggS".utf8), "Ogg media"), ([0x42, 0x4D], "BMP image"),
        ([0x00, 0x00, 0x01, 0x00], "icon"), ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard data"),
    ]

    /// The name of the type: "PNG image"; nil for an unknown signature.
    package static func name(of beginning: some Collection<UInt8>) -> String? {
        signatures.first { beginning.starts(with: $0.bytes) }?.name
    }

    /// A number of bytes for display: "12,345 bytes".
    package static func size(_ count: Int) -> String {
        count == 1 ? "1 byte" : Money.grouped(JSONNumber(count), places: 0) + " bytes"
    }
}

/// The meaning of a value, for its colour. The text always has it, too.
package enum Tone: Sendable, Hashable {
    case plain
    /// In good order.
    case well
    /// In progress or waiting.
    case waiting
    /// In need of action.
    case bad
    /// Over, off or absent.
    case quiet
    /// One of several kinds, by its index.
    case category(Int)

    /// The tone of a state's name; nil for other words.
    init?(state word: String) {
        guard word.utf8.count <= 24 else { return nil }
        let key = HumanName.key(word)
        if NameClass.wellState.hasKey(key) {
            self = .well
        } else if NameClass.waitingState.hasKey(key) {
            self = .waiting
        } else if NameClass.badState.hasKey(key) {
            self = .bad
        } else if NameClass.overState.hasKey(key) {
            self = .quiet
        } else {
            return nil
        }
    }
}

extension Field {
    /// True if the field has a few kinds of values, which get different tones.
    package var hasTones: Bool {
        if isConstant { return false }
        if case .choice = kind { return true }
        return kind == .text && !isInner && NameClass.status.has(name)
    }

    package func tone(of value: JSONValue?) -> Tone {
        guard let value else { return .plain }
        if value.isNull || value == .bool(false) { return .quiet }
        switch kind {
        case .choice(let values):
            if isOfStates, let tone = value.stringValue.flatMap(Tone.init(state:)) { return tone }
            return values.firstIndex(of: value).map { .category($0) } ?? .plain
        case .text: return hasTones ? value.stringValue.flatMap(Tone.init(state:)) ?? .plain : .plain
        default: return .plain
        }
    }

    /// True for a choice of states: by its name, or if most of its values are names of states.
    private var isOfStates: Bool {
        guard case .choice(let values) = kind else { return false }
        if NameClass.status.has(name) { return true }
        return values.count { $0.stringValue.flatMap(Tone.init(state:)) != nil } * 2 > values.count
    }
}
