import APIModel
import WireFormats

extension Field {
    /// The kind of a quantity. Only quantities of one kind compare and add up.
    package enum Quantity: Sendable, Hashable {
        case money
        case count
        case decimal
        case measure(String)
    }

    /// The kind of the quantity that a value is; nil for ids, timestamps, codes, and anything but numbers.
    package func quantity(of value: JSONValue) -> Quantity? {
        guard case .number(let number) = value, kind != .secret, choiceNames.isEmpty, !isTime,
            !NameClass.idWords.hasKey(name.nameWords.last?.lowercased() ?? "")
        else { return nil }
        if isMoney || measure == .hundredths { return .money }
        if let measure { return .measure("\(measure)") }
        return number.isWhole ? .count : .decimal
    }

    /// The members of an object of numbers, which are read side by side: three or more, more than its other scalars, and
    /// most of one kind. Empty for other objects.
    ///
    /// - Parameter members: the fields of the object and their values.
    package static func quantities(among members: [(field: Field, value: JSONValue)]) -> Set<Int> {
        guard (3...40).contains(members.count) else { return [] }
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
        let isOfOneKind = (kinds.values.max() ?? 0) * 2 > found.count
        return found.count >= 3 && found.count > others && isOfOneKind ? found : []
    }
}

extension Column {
    /// The sum of an amount or a count over rows, for people. Nil for other columns, for amounts in several currencies or
    /// without numbers, and for sums that do not fit.
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
        var text = field.display(.number(total))
        if field.kind == .money { text = Money.grouped(total, places: total.isWhole ? 0 : 2) }
        return currency.map { text + " " + $0 } ?? text
    }
}

extension Field {
    /// True for amounts and counts, which add up; balances, prices, shares and ratings do not.
    fileprivate var isSummed: Bool {
        guard let last = name.nameWords.last?.lowercased(), NameClass.summed.hasKey(last), !isTime else { return false }
        return kind == .money || kind == .number || kind == .integer
    }
}
