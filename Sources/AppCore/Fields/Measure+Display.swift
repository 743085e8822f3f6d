import APIModel
import WireFormats

extension Measure {
    /// The number in one line for people: "38.5 %", "4.8 MB", "1 h 30 min". nil for a number with an exponent and, of
    /// bytes and times, for one below zero.
    func display(_ number: JSONNumber) -> String? {
        switch self {
        case .share: Self.shifted(number.text, by: 2).map { $0 + " %" }
        case .percent: Self.shifted(number.text, by: 0).map { $0 + " %" }
        case .hundredths:
            Self.shifted(number.text, by: -2).flatMap(JSONNumber.init(text:)).map { Money.grouped($0, places: 2) }
        case .bytes: isPlain(number) ? number.int.flatMap(Self.bytes) : nil
        case .time(let step): isPlain(number) ? Self.milliseconds(number, step: step).map(Self.time) : nil
        }
    }

    private func isPlain(_ number: JSONNumber) -> Bool {
        !number.text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
    }

    /// The digits with the decimal point moved to the right, or to the left: a `Double` would round them.
    private static func shifted(_ text: String, by places: Int) -> String? {
        let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } }) else {
            return nil
        }
        var digits = String(parts[0]), decimals = parts.count == 2 ? String(parts[1]) : ""
        if places > 0 {
            decimals += String(repeating: "0", count: max(0, places - decimals.count))
            digits += decimals.prefix(places)
            decimals = String(decimals.dropFirst(places))
        } else if places < 0 {
            digits = digits.padded(to: 1 - places)
            decimals = digits.suffix(-places) + decimals
            digits = String(digits.dropLast(-places))
        }
        let whole = digits.drop { $0 == "0" }
        while places > 0, decimals.last == "0" { decimals.removeLast() }
        return (text.hasPrefix("-") ? "-" : "") + (whole.isEmpty ? "0" : whole)
            + (decimals.isEmpty ? "" : "." + decimals)
    }

    /// "812 B", "4.8 MB": units of 1,000, as disks and networks count.
    private static func bytes(_ count: Int) -> String? {
        guard count >= 0 else { return nil }
        let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
        guard count >= 1_000 else { return "\(count) B" }
        var tenths = count / 100 + (count % 100 >= 50 ? 1 : 0)
        var unit = 0
        while tenths >= 10_000, unit < units.count - 1 {
            tenths = (tenths + 500) / 1_000
            unit += 1
        }
        let isShort = tenths >= 1_000 || tenths % 10 == 0
        return (isShort ? "\((tenths + 5) / 10)" : "\(tenths / 10).\(tenths % 10)") + " " + units[unit]
    }

    private static func milliseconds(_ number: JSONNumber, step: Int) -> Int? {
        let count: Int
        if let whole = number.int {
            let (product, isTooLong) = whole.multipliedReportingOverflow(by: step)
            guard !isTooLong else { return nil }
            count = product
        } else {
            guard let value = Double(number.text), value < 1e12 else { return nil }
            count = Int((value * Double(step)).rounded())
        }
        return count < 0 ? nil : count
    }

    /// The two greatest units that a length of time has.
    private static func time(_ milliseconds: Int) -> String {
        if milliseconds < 1_000 { return milliseconds == 0 ? "0 s" : "\(milliseconds) ms" }
        if milliseconds < 60_000, milliseconds % 1_000 > 0 {
            let tenths = (milliseconds + 50) / 100
            return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
        }
        let seconds = milliseconds / 1_000
        let parts = [
            (seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
        ]
        let first = parts.firstIndex { $0.0 > 0 } ?? parts.count - 1
        return parts[first...].prefix(2).filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}
