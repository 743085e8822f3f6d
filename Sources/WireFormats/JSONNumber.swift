/// A JSON number that preserves its spelling: `1.10`, `1e400` and thirty digits are kept unchanged.
///
/// Equality compares spellings. ``isEqual(to:)`` and ``isLess(than:)`` compare values exactly.
public struct JSONNumber: Sendable, Hashable {
    /// The spelling, which is always valid by RFC 8259 section 6.
    package let text: String

    /// Creates a number from an integer.
    public init(_ value: Int) {
        text = String(value)
    }

    /// Creates a number with the shortest spelling of `value`; nil for infinities and NaN, which JSON lacks.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = value.description
    }

    /// Creates a number with the spelling `text`; nil unless it is exactly one JSON number.
    package init?(text: String) {
        let bytes = Array(text.utf8)
        let end = try? bytes.withUnsafeBufferPointer { try JSONNumber.end(in: $0, from: 0) }
        guard end == bytes.count else { return nil }
        self.text = text
    }

    /// - Parameter text: a spelling that is known to be valid.
    init(checked text: String) {
        self.text = text
    }

    /// The value as an integer; nil if it is not one or does not fit. `3`, `3.0` and `30e-1` are 3.
    package var int: Int? {
        if let plain = Int(text) { return plain }
        guard let decimal = Decimal(text), decimal.exponent >= 0, decimal.exponent < 19 else { return nil }
        guard !decimal.digits.isEmpty else { return 0 }
        return Int(decimal.sign + decimal.digits + String(repeating: "0", count: decimal.exponent))
    }

    /// The nearest `Double`; nil for values beyond its range, such as `1e400`.
    public var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }
}

extension JSONNumber {
    /// The offset after the number that starts at `start` (RFC 8259 section 6).
    static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(JSONParser.Fault) -> Int {
        var offset = start
        func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }
        func skipDigits(_ fault: String) throws(JSONParser.Fault) {
            let first = offset
            while byte(offset).isDigit { offset += 1 }
            if offset == first { throw JSONParser.Fault(offset: offset, message: fault) }
        }
        if byte(offset) == UInt8(ascii: "-") { offset += 1 }
        if byte(offset) == UInt8(ascii: "0") {
            offset += 1
            if byte(offset).isDigit {
                throw JSONParser.Fault(offset: offset, message: "a number must not start with a zero")
            }
        } else {
            try skipDigits("expected a digit")
        }
        if byte(offset) == UInt8(ascii: ".") {
            offset += 1
            try skipDigits("expected a digit after the decimal point")
        }
        if byte(offset) | 0x20 == UInt8(ascii: "e") {
            offset += 1
            if byte(offset) == UInt8(ascii: "+") || byte(offset) == UInt8(ascii: "-") { offset += 1 }
            try skipDigits("expected a digit in the exponent")
        }
        return offset
    }
}

extension UInt8 {
    package var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
    package var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    package var isAlphanumeric: Bool { isDigit || isLetter }
    /// True for white space in JSON (RFC 8259 section 2).
    package var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}

extension JSONNumber {
    /// True if both have the same value, such as `1`, `1.0` and `10e-1`.
    package func isEqual(to other: JSONNumber) -> Bool {
        if text == other.text { return true }
        guard let mine = Decimal(text), let theirs = Decimal(other.text) else { return false }
        return mine == theirs
    }

    /// True if the value is less than the other's, exactly.
    package func isLess(than other: JSONNumber) -> Bool {
        guard let mine = Decimal(text), let theirs = Decimal(other.text) else {
            return (Double(text) ?? 0) < (Double(other.text) ?? 0)
        }
        return mine.isLess(than: theirs)
    }

    /// True for an integer multiple of `step`; no number is a multiple of 0.
    package func isMultiple(of step: JSONNumber) -> Bool {
        guard let mine = Decimal(text), let theirs = Decimal(step.text), !theirs.digits.isEmpty else { return false }
        guard !mine.digits.isEmpty else { return true }
        // The digits of neither have trailing zeros.
        guard mine.exponent >= theirs.exponent else { return false }
        guard theirs.digits.utf8.count < 19, let divisor = UInt64(theirs.digits) else {
            guard let whole = double, let part = step.double, part != 0 else { return false }
            return (whole / part).rounded() == whole / part
        }
        func product(_ one: UInt64, _ other: UInt64) -> UInt64 {
            divisor.dividingFullWidth(one.multipliedFullWidth(by: other)).remainder
        }
        var rest = mine.digits.utf8.reduce(0) { ($0 * 10 + UInt64($1 - 0x30)) % divisor }
        var (power, factor) = (mine.exponent - theirs.exponent, 10 % divisor)
        while power > 0, rest > 0 {
            if power & 1 == 1 { rest = product(rest, factor) }
            factor = product(factor, factor)
            power >>= 1
        }
        return rest == 0
    }

    /// A decimal number: `digits` without leading and trailing zeros, times ten to the `exponent`. Zero has no digits
    /// and exponent 0.
    struct Decimal: Equatable {
        let isNegative: Bool
        let digits: String
        let exponent: Int

        var sign: String { isNegative ? "-" : "" }

        /// Nil if the exponent exceeds `Int`; such numbers are equal only if their spellings are.
        init?(_ text: String) {
            var digits: [UInt8] = []
            var exponent = 0
            var fraction: Int?
            var bytes = Array(text.utf8)[...]
            let negative = bytes.first == UInt8(ascii: "-")
            if negative { bytes.removeFirst() }
            if let mark = bytes.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
                guard let stated = Int(String(decoding: bytes[(mark + 1)...], as: UTF8.self)),
                    stated.magnitude < 1 << 60
                else { return nil }
                exponent = stated
                bytes = bytes[..<mark]
            }
            for byte in bytes {
                if byte == UInt8(ascii: ".") {
                    fraction = digits.count
                } else {
                    digits.append(byte)
                }
            }
            if let fraction { exponent -= digits.count - fraction }
            while digits.last == UInt8(ascii: "0") {
                digits.removeLast()
                exponent += 1
            }
            self.digits = String(decoding: digits.drop { $0 == UInt8(ascii: "0") }, as: UTF8.self)
            self.exponent = self.digits.isEmpty ? 0 : exponent
            isNegative = negative && !self.digits.isEmpty
        }

        func isLess(than other: Decimal) -> Bool {
            if signum != other.signum { return signum < other.signum }
            return isNegative ? other.isSmaller(than: self) : isSmaller(than: other)
        }

        private var signum: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

        /// Compares the magnitudes of two values; either both are zero, or neither is.
        private func isSmaller(than other: Decimal) -> Bool {
            let size = digits.utf8.count + exponent
            let otherSize = other.digits.utf8.count + other.exponent
            return size == otherSize ? digits < other.digits : size < otherSize
        }
    }
}

extension JSONNumber {
    /// The exact sum, with the decimals of the more precise number; nil for numbers with more than 18 digits or an
    /// exponent.
    package func adding(_ other: JSONNumber) -> JSONNumber? {
        let places = max(decimals, other.decimals)
        guard let mine = scaled(to: places), let theirs = other.scaled(to: places) else { return nil }
        let (sum, isTooLong) = mine.addingReportingOverflow(theirs)
        guard !isTooLong else { return nil }
        guard places > 0 else { return JSONNumber(sum) }
        let digits = String(sum.magnitude).padded(to: places + 1)
        return JSONNumber(checked: (sum < 0 ? "-" : "") + digits.dropLast(places) + "." + digits.suffix(places))
    }

    private var decimals: Int { text.split(separator: ".").dropFirst().first?.count ?? 0 }

    /// The digits as an integer with `places` decimals.
    private func scaled(to places: Int) -> Int? {
        Int(text.filter { $0 != "." } + String(repeating: "0", count: places - decimals))
    }
}
