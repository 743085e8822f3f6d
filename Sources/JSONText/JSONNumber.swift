/// A number as JSON spells it: `1.10`, `1e400` and thirty digits survive unchanged.
///
/// Equality compares spellings; ``isEqual(to:)`` and ``isLess(than:)`` compare values, exactly.
public struct JSONNumber: Sendable, Hashable {
    /// The spelling, always valid by the grammar of RFC 8259 section 6.
    public let text: String

    /// A whole number.
    public init(_ value: Int) {
        text = String(value)
    }

    /// The shortest spelling that reads back as `value`; nil for infinities and NaN, which JSON has not.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = value.description
    }

    /// The number spelt `text`; nil unless that is exactly one JSON number.
    public init?(text: String) {
        let bytes = Array(text.utf8)
        guard bytes.withUnsafeBufferPointer({ JSONNumber.end(in: $0, from: 0) }) == .success(bytes.count) else {
            return nil
        }
        self.text = text
    }

    /// The number spelt by text that has been checked already.
    init(checked text: String) {
        self.text = text
    }

    /// The value when it is whole and fits: `3`, `3.0` and `30e-1` are 3.
    public var int: Int? {
        if let plain = Int(text) { return plain }
        guard let decimal = Decimal(text), decimal.exponent >= 0, decimal.exponent < 19 else { return nil }
        guard !decimal.digits.isEmpty else { return 0 }
        return Int(decimal.sign + decimal.digits + String(repeating: "0", count: decimal.exponent))
    }

    /// The nearest `Double`; nil where none is near, as for `1e400`.
    public var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }
}

/// The place and reason of a wrong number.
struct NumberFault: Error, Equatable {
    let offset: Int
    let message: String
}

extension JSONNumber {
    /// The offset just behind the number that starts at `start`, by the grammar of RFC 8259 section 6.
    static func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Result<Int, NumberFault> {
        var offset = start
        func byte(_ place: Int) -> UInt8 { place < bytes.count ? bytes[place] : 0 }
        func skipDigits() -> Bool {
            let first = offset
            while byte(offset).isDigit { offset += 1 }
            return offset > first
        }
        if byte(offset) == UInt8(ascii: "-") { offset += 1 }
        if byte(offset) == UInt8(ascii: "0") {
            offset += 1
            if byte(offset).isDigit {
                return .failure(NumberFault(offset: offset, message: "a number must not start with a zero"))
            }
        } else if !skipDigits() {
            return .failure(NumberFault(offset: offset, message: "expected a digit"))
        }
        if byte(offset) == UInt8(ascii: ".") {
            offset += 1
            guard skipDigits() else {
                return .failure(NumberFault(offset: offset, message: "expected a digit after the decimal point"))
            }
        }
        if byte(offset) | 0x20 == UInt8(ascii: "e") {
            offset += 1
            if byte(offset) == UInt8(ascii: "+") || byte(offset) == UInt8(ascii: "-") { offset += 1 }
            guard skipDigits() else {
                return .failure(NumberFault(offset: offset, message: "expected a digit in the exponent"))
            }
        }
        return .success(offset)
    }
}

extension UInt8 {
    /// True if this is an ASCII digit.
    var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
