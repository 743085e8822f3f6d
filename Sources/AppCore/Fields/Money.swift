import APIDocument
import APIModel
import WireFormats

/// An amount and its currency in one object: `{"amount": 12.5, "currency": "EUR"}`, `{"value": "12.50",
/// "currency_code": "EUR"}`.
///
/// The object has two members: a number, also as a string, and a three-letter currency code (ISO 4217). The currency's
/// name contains "currency", or means a code while the other has the name of an amount. A "currency" may be another word.
struct Money {
    let amount: JSONNumber
    let currency: String

    init?(_ object: JSONObject) {
        guard object.count == 2 else { return nil }
        for (first, second) in [(0, 1), (1, 0)] {
            let (amount, code) = (object.members[first], object.members[second])
            guard Money.areNamed(amount: amount.key, currency: code.key), let number = Money.number(amount.value),
                let text = code.value.stringValue,
                let letters = Money.currency(text) ?? (NameClass.isCurrency(code.key) ? Money.word(text) : nil)
            else { continue }
            (self.amount, currency) = (number, letters)
            return
        }
        return nil
    }

    /// True for money with decimals, false for integers, which may be hundredths; nil for other schemas.
    static func decimals(of schema: Schema, in document: APIDocument) -> Bool? {
        guard schema.properties.count == 2 else { return nil }
        let parts = schema.properties.map { (name: $0.name, schema: document.resolveChoices($0.schema)) }
        for (amount, code) in [(parts[0], parts[1]), (parts[1], parts[0])] {
            guard areNamed(amount: amount.name, currency: code.name), code.schema.type == .string else { continue }
            switch amount.schema.type {
            case .number: return true
            case .integer: return false
            case .string where NameClass.moneyValue.has(amount.name): return true
            default: continue
            }
        }
        return nil
    }

    /// The unit of the amount in such an object, by its name or description.
    static func measure(of schema: Schema, in document: APIDocument) -> Measure? {
        schema.properties.lazy.map { ($0.name, document.resolveChoices($0.schema)) }.filter { $0.1.type == .integer }
            .compactMap { Measure(name: $0.0, maximum: nil, description: $0.1.description) }.first
    }

    /// The text for display: "1,234.50 EUR"; an integer gets decimals only if `decimals` is true.
    func display(decimals: Bool, _ measure: Measure? = nil) -> String {
        let hasDecimals = decimals || amount.text.utf8.contains(UInt8(ascii: "."))
        return Money.text(amount, currency, isMinor: measure == .hundredths, hasDecimals: hasDecimals)
    }

    /// An amount for display: "1,234.50 EUR".
    ///
    /// - Parameters:
    ///   - isMinor: true for an amount in the currency's minor unit: 1999 is "19.99 EUR", and "1,999 JPY".
    ///   - hasDecimals: false for an integer that may have no decimals.
    static func text(
        _ amount: JSONNumber, _ currency: String?, isMinor: Bool, hasDecimals: Bool = true
    ) -> String {
        let places = currency.flatMap { Money.places[$0] } ?? 2
        let hasExponent = amount.text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
        let major = isMinor && !hasExponent ? Measure.shifted(amount, by: -places).flatMap(JSONNumber.init(text:)) : nil
        let text = Money.grouped(major ?? amount, places: isMinor || hasDecimals ? places : 0)
        return currency.map { text + " " + $0 } ?? text
    }

    /// The decimal places of currencies that do not have two (ISO 4217).
    private static let places: [String: Int] = [
        "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0, "RWF": 0, "UGX": 0,
        "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0, "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3,
        "TND": 3,
    ]

    /// The number with commas between thousands and a minimum of decimals: `-1234.5` becomes "-1,234.50". A number with
    /// an exponent is unchanged.
    static func grouped(_ number: JSONNumber, places: Int) -> String {
        let text = number.text
        guard text.utf8.allSatisfy({ (0x2D...0x39).contains($0) }) else { return text }
        let parts = text.split(separator: ".")
        let sign = text.hasPrefix("-") ? "-" : ""
        var whole = Array(parts[0].drop { $0 == "-" })
        for place in stride(from: whole.count - 3, to: 0, by: -3) { whole.insert(",", at: place) }
        let decimals = parts.count > 1 ? String(parts[1]) : ""
        let padded = decimals + String(repeating: "0", count: max(0, places - decimals.count))
        return sign + String(whole) + (padded.isEmpty ? "" : "." + padded)
    }

    /// A three-letter currency code (ISO 4217), in capitals; nil for other texts.
    static func currency(_ text: String) -> String? {
        text.utf8.count == 3 && text.utf8.allSatisfy(\.isLetter) ? text.uppercased() : nil
    }

    /// The name of another currency, such as `gems`; nil for longer texts.
    private static func word(_ text: String) -> String? {
        (1...12).contains(text.utf8.count) && text.utf8.allSatisfy(\.isLetter) ? text : nil
    }

    private static func areNamed(amount: String, currency: String) -> Bool {
        guard amount.utf8.count <= 60, currency.utf8.count <= 60 else { return false }
        return NameClass.isCurrency(currency)
            || NameClass.moneyUnit.has(currency) && NameClass.moneyValue.has(amount)
    }

    private static func number(_ value: JSONValue) -> JSONNumber? {
        switch value {
        case .number(let number): number
        case .string(let text) where text.utf8.count <= 40: JSONNumber(text: text)
        default: nil
        }
    }
}
