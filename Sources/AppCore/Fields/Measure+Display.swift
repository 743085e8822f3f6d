import APIDocument
import APIModel
import Foundation
import WireFormats

extension Measure {
    /// The number in one line for display: "38.5 %", "1 h 30 min", "#5865F2". Nil for a number with an exponent, and
    /// for negative bytes and durations.
    func display(_ number: JSONNumber) -> String? {
        guard !number.text.utf8.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return nil }
        return switch self {
        case .share: Self.shifted(number, by: 2).map { $0 + " %" }
        case .percent: Self.shifted(number, by: 0).map { $0 + " %" }
        case .hundredths: Money.text(number, nil, isMinor: true)
        case .color: number.int.flatMap(Self.color)
        case .bytes: number.int.flatMap(Self.bytes)
        case .time(let step): Self.milliseconds(number, step: step).map(Self.time)
        }
    }

    private static func color(_ number: Int) -> String? {
        guard (0...0xFF_FFFF).contains(number) else { return nil }
        return "#" + String(number, radix: 16, uppercase: true).padded(to: 6)
    }

    /// The number with its decimal point moved; nil if a `Decimal` would round it.
    static func shifted(_ number: JSONNumber, by places: Int) -> String? {
        guard number.text.utf8.count <= 30, let value = Decimal(string: number.text) else { return nil }
        return Decimal(sign: .plus, exponent: places, significand: value).description
    }

    /// "812 B", "4.8 MB": units of 1,000, as for disks and networks.
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

    /// The two greatest units of a duration.
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

extension Field {
    /// Reads the unit of a number from its name, bounds and description.
    ///
    /// - Parameter isTitled: true to keep the title; otherwise the title becomes the name without its unit.
    mutating func takeMeasure(isTitled: Bool) {
        guard kind == .number || kind == .integer else { return }
        measure = Measure(name: name, maximum: constraints.maximum?.value, description: help)
        if !isTitled, measure != nil { title = HumanName.sentence(Measure.nameWithoutUnit(name)) }
    }

    /// The kind of a quantity. Only quantities of one kind are compared and summed.
    package enum Quantity: Sendable, Hashable {
        case money
        case count
        case decimal
        case measure(String)
    }

    /// The kind of quantity of a value; nil for ids, timestamps, codes, and values that are not numbers.
    package func quantity(of value: JSONValue) -> Quantity? {
        guard case .number(let number) = value, kind != .secret, choiceNames.isEmpty, timestamp(value) == nil,
            !NameClass.idWords.hasKey(name.nameWords.last?.lowercased() ?? "")
        else { return nil }
        if isMoney || measure == .hundredths { return .money }
        if let measure { return .measure("\(measure)") }
        return number.isWhole ? .count : .decimal
    }

    /// The indices of members with comparable numbers: two or more, more than the object's other scalars, and at least
    /// half of them of one kind. Empty for other objects.
    ///
    /// - Parameter members: the fields of the object and their values.
    package static func quantities(among members: [(field: Field, value: JSONValue)]) -> Set<Int> {
        guard (2...40).contains(members.count) else { return [] }
        var kinds: [Quantity: Int] = [:]
        var found: Set<Int> = []
        var others = 0
        for (place, member) in members.enumerated() {
            if let kind = member.field.quantity(of: member.value) {
                kinds[kind, default: 0] += 1
                found.insert(place)
            } else if member.value.isScalar, !NameClass.isCurrency(member.field.name) {
                others += 1
            }
        }
        let isOfOneKind = (kinds.values.max() ?? 0) * 2 >= found.count
        return found.count >= 2 && found.count > others && isOfOneKind ? found : []
    }
}

extension Column {
    /// The sum of an amount or a count over rows, for display. Nil for other columns, for amounts in several currencies
    /// or without numbers, and on overflow.
    package func sum(of rows: [JSONValue]) -> String? {
        guard rows.count > 1, field.isSummed else { return nil }
        var total = JSONNumber(0)
        var currency: String??
        for row in rows {
            guard let value = row[field.pointer], !value.isNull else { continue }
            let owner = row[JSONPointer(tokens: field.pointer.tokens.dropLast())]?.objectValue
            let money = value.objectValue.flatMap(Money.init)
            guard let number = money?.amount ?? value.numberValue, let sum = total.adding(number) else { return nil }
            let unit = money?.currency ?? (field.isAmount ? owner.flatMap(field.currency) : nil)
            guard (currency ?? unit) == unit else { return nil }
            currency = unit
            total = sum
        }
        guard let currency else { return nil }
        guard field.kind == .money || field.isAmount else { return field.display(.number(total)) }
        let isMinor = field.measure == .hundredths
        return Money.text(total, currency, isMinor: isMinor, hasDecimals: field.isAmount || !total.isWhole)
    }
}

extension Field {
    /// True for amounts and counts, which can be summed; balances, prices, shares and ratings cannot.
    fileprivate var isSummed: Bool {
        let lasts = [name, Measure.nameWithoutUnit(name)].compactMap { $0.nameWords.last?.lowercased() }
        guard lasts.contains(where: NameClass.summed.hasKey), !isTime else { return false }
        return kind == .money || kind == .number || kind == .integer
    }
}
