import DemoManager
import Foundation
import WireFormats

/// `math`: decimal arithmetic with the operands' number of decimal places.
enum TemplateMath {
    private static let operators = ["+", "-", "*", "x", "/", "%"]

    static func check(_ name: String) throws(TemplateFault) {
        guard operators.contains(name) else {
            throw TemplateFault("\"\(name)\" is not an operator; there are \(operators.joined(separator: " "))")
        }
    }

    /// As in WireMock, text that is not a number counts as 0, and a quotient has the first operand's decimal places.
    static func result(_ left: String, _ name: String, _ right: String) throws(TemplateFault) -> TemplateValue {
        try check(name)
        let (one, other) = (number(left), number(right))
        var (result, places) = (one.value, max(one.places, other.places))
        switch name {
        case "+": result += other.value
        case "-": result -= other.value
        case "*", "x": (result, places) = (result * other.value, one.places + other.places)
        default:
            guard other.value != 0 else { throw TemplateFault("math cannot divide by 0") }
            result /= other.value
            if name == "/" {
                places = one.places
                result = result.rounded(to: places, .plain)
            } else {
                result = one.value - other.value * result.rounded(to: 0, result < 0 ? .up : .down)
            }
        }
        let text = places == 0 ? "\(result)" : Double("\(result)").map { "\($0)" } ?? ""
        guard let number = JSONNumber(text: text) else { throw TemplateFault("the result of math is too large") }
        return .json(.number(number))
    }

    private static func number(_ text: String) -> (value: Decimal, places: Int) {
        guard let number = JSONNumber(text: text), let value = Decimal(string: number.text), !value.isNaN else {
            return (0, 0)
        }
        return (value, min(30, text.split(separator: ".").dropFirst().first?.prefix { $0.isNumber }.count ?? 0))
    }
}

extension Decimal {
    fileprivate func rounded(to places: Int, _ mode: NSDecimalNumber.RoundingMode) -> Decimal {
        var (value, result) = (self, Decimal())
        NSDecimalRound(&result, &value, places, mode)
        return result
    }
}

/// `randomValue`.
enum TemplateText: String, CaseIterable {
    case alphanumeric = "ALPHANUMERIC"
    case alphabetic = "ALPHABETIC"
    case numeric = "NUMERIC"
    case hexadecimal = "HEXADECIMAL"
    case uuid = "UUID"
    case alphanumericAndSymbols = "ALPHANUMERIC_AND_SYMBOLS"

    static func kind(_ name: String?) throws(TemplateFault) -> TemplateText {
        guard let name else { return .alphanumeric }
        guard let kind = TemplateText(rawValue: name) else {
            let known = allCases.map(\.rawValue).joined(separator: ", ")
            throw TemplateFault("\"\(name)\" is not a type of random value; there are \(known)")
        }
        return kind
    }

    static func length(_ text: String?) throws(TemplateFault) -> Int {
        guard let text else { return 36 }
        guard let length = Int(text), (0...ResponseTemplate.Limit.items).contains(length) else {
            throw TemplateFault("the length of a random value is 0 to \(ResponseTemplate.Limit.items)")
        }
        return length
    }

    private var letters: [UInt8] {
        let (digits, alphabet) = (Array("0123456789".utf8), Array("abcdefghijklmnopqrstuvwxyz".utf8))
        return switch self {
        case .alphanumeric: digits + alphabet
        case .alphabetic: alphabet
        case .numeric: digits
        case .hexadecimal, .uuid: digits + alphabet.prefix(6)
        case .alphanumericAndSymbols: Array(33..<126)
        }
    }

    /// Generates a text as WireMock does: in lower case unless upper case is requested.
    func text(_ length: Int, isUpper: Bool, using random: inout TemplateRandom) -> String {
        let letters = letters
        var bytes = (0..<(self == .uuid ? 32 : length)).map { _ in letters.randomElement(using: &random) ?? 0 }
        if self == .uuid {
            // Version 4, variant 10 (RFC 9562 section 5.4).
            bytes[12] = UInt8(ascii: "4")
            bytes[16] = Array("89ab".utf8).randomElement(using: &random) ?? 0
            for place in [20, 16, 12, 8] { bytes.insert(UInt8(ascii: "-"), at: place) }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return isUpper ? text.uppercased() : text.lowercased()
    }
}

/// `now`: an offset, a time zone and a format of Java's SimpleDateFormat.
struct TemplateDate {
    /// `3 days`.
    var offset: String?
    /// Letters of the format, `epoch` or `unix`; nil for ISO 8601.
    var format: String?
    /// `Australia/Sydney`; nil for UTC.
    var timezone: String?

    private static let units = ["seconds", "minutes", "hours", "days", "months", "years"]
    private static let letters = "yMdDEaHkKhmsSZXz"

    func text(of date: Date) throws(TemplateFault) -> String {
        guard let zone = TimeZone(identifier: timezone ?? "UTC") else {
            throw TemplateFault("\"\(timezone ?? "")\" is not a time zone; write Europe/Berlin or UTC")
        }
        let date = try shifted(date, in: zone)
        let milliseconds = Int((date.timeIntervalSince1970 * 1_000).rounded(.down))
        if format == "epoch" { return "\(milliseconds)" }
        if format == "unix" { return "\(milliseconds.dividedRoundingDown(by: 1_000))" }
        let format = format ?? "yyyy-MM-dd'T'HH:mm:ssXXX"
        let unquoted = format.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.flatMap(\.element)
        if let letter = unquoted.first(where: { $0.isASCII && $0.isLetter && !Self.letters.contains($0) }) {
            let known = Self.letters.map(String.init).joined(separator: " ")
            throw TemplateFault("the format \"\(format)\" has the letter \(letter); there are \(known)")
        }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = zone
        formatter.dateFormat = format
        return formatter.string(from: date)
    }

    private func shifted(_ date: Date, in zone: TimeZone) throws(TemplateFault) -> Date {
        guard let offset else { return date }
        let parts = offset.split(separator: " ")
        let unit = parts.last.map { $0.hasSuffix("s") ? String($0) : "\($0)s" } ?? ""
        guard parts.count == 2, let count = Int(parts[0]), (-10_000_000...10_000_000).contains(count),
            Self.units.contains(unit)
        else {
            let known = Self.units.joined(separator: ", ")
            throw TemplateFault("\"\(offset)\" is not an offset; write a number and one of \(known), as in '-3 days'")
        }
        let lengths = ["seconds": 1.0, "minutes": 60, "hours": 3_600, "days": 86_400]
        if let length = lengths[unit] { return date + Double(count) * length }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let step: Calendar.Component = unit == "months" ? .month : .year
        guard let shifted = calendar.date(byAdding: step, value: count, to: date) else {
            throw TemplateFault("the offset \"\(offset)\" leads too far")
        }
        return shifted
    }
}
