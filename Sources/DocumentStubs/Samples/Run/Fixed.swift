import WireFormats

/// A decimal number as a whole number of units of ten to some power: sums and multiples of it are exact.
struct Fixed: Sendable, Hashable {
    /// How many units.
    var units: Int128
    /// The unit is ten to this power; never above 0.
    let exponent: Int

    /// The number in units of ten to the `exponent`.
    init(units: Int128, exponent: Int) {
        self.units = units
        self.exponent = exponent
    }

    /// Reads a JSON number; nil where it is too long or too far from 1 to count with.
    init?(_ number: JSONNumber) {
        var units: Int128 = 0
        var exponent = 0
        var isFraction = false
        var digits = 0
        let parts = number.text.split(whereSeparator: { $0 == "e" || $0 == "E" })
        guard let mantissa = parts.first else { return nil }
        for byte in mantissa.utf8 {
            switch byte {
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "-"): break
            default:
                guard digits < 24 else { return nil }
                units = units * 10 + Int128(byte &- UInt8(ascii: "0"))
                if units != 0 { digits += 1 }
                if isFraction { exponent -= 1 }
            }
        }
        if parts.count > 1 {
            guard let power = Int(parts[1]), (-40...40).contains(power) else { return nil }
            exponent += power
        }
        while exponent > 0, units != 0 {
            guard digits < 24 else { return nil }
            units *= 10
            digits += 1
            exponent -= 1
        }
        guard exponent >= -24 else { return nil }
        self.units = mantissa.hasPrefix("-") ? -units : units
        self.exponent = min(0, exponent)
    }

    /// The same number in smaller units; nil where it does not fit.
    func scaled(to exponent: Int) -> Int128? {
        var units = units
        for _ in 0..<max(0, self.exponent - exponent) {
            let (product, overflow) = units.multipliedReportingOverflow(by: 10)
            guard !overflow, product.magnitude < 1 << 120 else { return nil }
            units = product
        }
        return units
    }

    /// The shortest spelling with at least `places` digits behind the point.
    func number(places: Int = 0) -> JSONNumber? {
        let negative = units < 0
        var digits = String(units.magnitude)
        let fraction = -exponent
        digits = digits.padded(to: fraction + 1)
        let whole = digits.dropLast(fraction)
        var rest = digits.suffix(fraction)
        while rest.count > places, rest.last == "0" { rest.removeLast() }
        let text = (negative ? "-" : "") + whole + (rest.isEmpty ? "" : "." + rest)
        return JSONNumber(text: text)
    }
}
