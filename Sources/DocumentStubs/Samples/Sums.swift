import APIDocument
import APIModel
import WireFormats

/// A number that follows from others of its object: `amount due = total - amount paid`. With `~` for `=`, as in
/// `tax ~ 0.16 * total`, only a new object follows it.
///
/// The terms of `+` and `-` have factors with `*` and `/`. A factor is a number, a range such as `0.2~0.8`, or the names
/// of a member with `|` between them. A term that ends in `?` may be missing. `is(paid | closed)` is 1 in these states
/// and 0 in others. `total = lines(quantity, price, amount)` changes the rows of an inner list, so that they add up.
struct Sum: Sendable {
    private enum Factor: Sendable {
        case number(ClosedRange<Double>)
        case member([String])
        case state([String])

        init?(_ words: ArraySlice<Substring>) {
            guard let first = words.first, let last = words.last else { return nil }
            if first.hasPrefix("is("), last.hasSuffix(")") {
                var inner = words
                inner[inner.startIndex] = first.dropFirst(3)
                inner[inner.endIndex - 1] = inner[inner.endIndex - 1].dropLast()
                self = .state(Sum.keys(inner))
            } else if first.first?.isNumber == true {
                let ends = first.split(separator: "~").compactMap { Double($0) }
                guard words.count == 1, let low = ends.first, let high = ends.last, low <= high else { return nil }
                self = .number(low...high)
            } else {
                self = .member(Sum.keys(words))
            }
        }
    }

    private struct Term: Sendable {
        let isAdded: Bool
        let isOptional: Bool
        var factors: [(isDivisor: Bool, factor: Factor)] = []

        init?(_ words: ArraySlice<Substring>, isAdded: Bool) {
            self.isAdded = isAdded
            isOptional = words.last?.hasSuffix("?") == true
            var words = words
            if isOptional, let last = words.popLast() { words.append(last.dropLast()) }
            var isDivisor = false
            while !words.isEmpty {
                let end = words.indices.first { words[$0] == "*" || words[$0] == "/" } ?? words.endIndex
                guard let factor = Factor(words[..<end]) else { return nil }
                factors.append((isDivisor, factor))
                isDivisor = end < words.endIndex && words[end] == "/"
                words = words[min(end + 1, words.endIndex)...]
            }
            if factors.isEmpty { return nil }
        }
    }

    /// The members of a line: it has an amount, which a quantity and a price may make.
    struct Line: Sendable {
        let quantity: [String]
        let price: [String]
        let amount: [String]
    }

    private let names: [String]
    private let terms: [Term]
    /// False for a number that is only likely.
    let isExact: Bool
    /// The lines that add up to the member; nil for a member that follows from others.
    let line: Line?

    /// Nil for a text of another form.
    init?(_ text: String) {
        var words = text.split(separator: " ")[...]
        guard let equals = words.firstIndex(where: { $0 == "=" || $0 == "~" }) else { return nil }
        isExact = words[equals] == "="
        names = Self.keys(words[..<equals])
        words = words[(equals + 1)...]
        if words.first?.hasPrefix("lines(") == true, words.last?.hasSuffix(")") == true {
            let parts = words.joined(separator: " ").dropFirst(6).dropLast().split(separator: ",")
                .map { Self.keys($0.split(separator: " ")[...]) }
            guard parts.count == 3 else { return nil }
            (terms, line) = ([], Line(quantity: parts[0], price: parts[1], amount: parts[2]))
            return
        }
        var terms: [Term] = []
        var isAdded = true
        while let end = words.indices.first(where: { words[$0] == "+" || words[$0] == "-" }) {
            guard let term = Term(words[..<end], isAdded: isAdded) else { return nil }
            terms.append(term)
            isAdded = words[end] == "+"
            words = words[(end + 1)...]
        }
        guard let last = Term(words, isAdded: isAdded) else { return nil }
        (self.terms, line) = (terms + [last], nil)
    }

    /// The keys of names with `|` between them.
    fileprivate static func keys(_ words: ArraySlice<Substring>) -> [String] {
        words.split(separator: "|").map { NameWords(words: $0.map(String.init)).key }
    }

    /// The keys of each term; none for one that is not a member alone.
    var members: [[String]] {
        terms.map { term in
            guard term.factors.count == 1, case .member(let names) = term.factors[0].factor else { return [] }
            return names
        }
    }

    /// True if one of the other members is among those with these keys.
    ///
    /// - Parameter status: the new status; nil if it did not change.
    func follows(_ keys: Set<String>, status: String?) -> Bool {
        terms.flatMap(\.factors).contains { factor in
            switch factor.factor {
            case .number: false
            case .member(let names): !keys.isDisjoint(with: names)
            case .state: status.map(isStated) ?? false
            }
        }
    }

    /// True if the sum says something about objects with this status.
    func isStated(of status: String) -> Bool {
        let states = terms.flatMap(\.factors).compactMap { factor in
            if case .state(let states) = factor.factor { states } else { nil }
        }
        return states.isEmpty || states.contains { $0.contains(NameWords(status).key) }
    }

    /// The name of the member that follows, if the object has it and the others.
    func target(in members: [String: String]) -> String? {
        let isComplete = terms.allSatisfy { term in
            term.isOptional
                || term.factors.allSatisfy { factor in
                    guard case .member(let names) = factor.factor else { return true }
                    return names.contains { members[$0] != nil }
                }
        }
        return isComplete ? names.lazy.compactMap { members[$0] }.first : nil
    }

    /// The value for an object; nil if a member has no number.
    ///
    /// - Parameters:
    ///   - number: the number of the member with a key.
    ///   - status: the object's status.
    ///   - draw: a share between 0 and 1, for ranges.
    func value(_ number: (String) -> Double?, status: String?, draw: Double) -> Double? {
        var sum = 0.0
        for term in terms {
            var product: Double? = 1
            for (isDivisor, factor) in term.factors {
                let value: Double? =
                    switch factor {
                    case .number(let range): range.lowerBound + (range.upperBound - range.lowerBound) * draw
                    case .member(let names): names.lazy.compactMap(number).first
                    case .state(let states): status.map { states.contains(NameWords($0).key) ? 1 : 0 }
                    }
                product = product.flatMap { product in
                    value.flatMap { isDivisor ? ($0 == 0 ? nil : product / $0) : product * $0 }
                }
            }
            guard let product else {
                if term.isOptional { continue }
                return nil
            }
            sum += term.isAdded ? product : -product
        }
        return sum
    }
}

extension SampleRun {
    /// Lets numbers agree: what is due is the total without what was paid, and lines add up to their total.
    func reckon(_ members: inout JSONObject, _ properties: [Schema.Property], _ place: SamplePlace) {
        let plan = document.sumPlan(properties)
        guard !plan.sums.isEmpty else { return }
        let status = document.status(of: members, properties, place.object.name)
        var known: Set<String> = []
        for (target, sum) in plan.sums where sum.line != nil || !known.contains(target) {
            guard let shown = members[target], let old = shown.amount else { continue }
            if let line = sum.line {
                shareOut(old, among: line, of: &members, properties, place)
                continue
            }
            guard place.pins[target] == nil, let property = properties.first(where: { $0.name == target }),
                !hasExample(property.schema, at: shown.amountPlace)
            else { continue }
            let draw = Double(place.seed.child(target).pick(1001, place.ordinal)) / 1000
            guard let value = sum.value(plan.numbers(in: members), status: status, draw: draw),
                document.set(value, likeDecimalsOf: old, as: property, in: &members)
            else { continue }
            known.insert(target)
        }
    }

    private func hasExample(_ schema: Schema, at place: JSONPointer?) -> Bool {
        let amount = place.flatMap { document.part(of: schema, at: $0) }
        return [schema, amount].contains { $0.map { !document.resolve($0).examples.isEmpty } ?? false }
    }

    /// Changes the lines of an inner list, so that they add up to a total. The last one has what is left.
    private func shareOut(
        _ total: JSONNumber, among line: Sum.Line, of members: inout JSONObject, _ properties: [Schema.Property],
        _ place: SamplePlace
    ) {
        for list in properties {
            guard let rows = members[list.name]?.arrayValue, !rows.isEmpty, list.schema.examples.isEmpty,
                let item = document.resolveChoices(list.schema).items.map(document.resolveChoices),
                item.examples.isEmpty
            else { continue }
            let inner = item.properties
            let names = LineNames(line, in: document.sumPlan(inner))
            let (quantity, price, amount) = (names.quantity, names.price, names.amount)
            guard let costs = names.costs(of: rows), let whole = total.double, whole > 0 else { continue }
            let sum = costs.reduce(0, +)
            guard sum > 0 else { continue }
            var left = whole
            let shared = rows.enumerated().compactMap { index, row -> JSONValue? in
                guard var object = row.objectValue else { return nil }
                let isLast = index == rows.count - 1
                let count = isLast ? 1 : max(1, quantity.flatMap { row[$0]?.amount?.double } ?? 1)
                let share = isLast ? left : costs[index] * whole / sum
                let each = JSONNumber(share / count, likeDecimalsOf: total)
                guard let each, let one = each.double, one > 0 else { return nil }
                left -= one * count
                if isLast, let quantity { object[quantity] = 1 }
                if let price { object[price] = object[price]?.having(each) }
                if let amount, let sum = JSONNumber(one * count, likeDecimalsOf: total) {
                    object[amount] = object[amount]?.having(sum)
                }
                reckon(&object, inner, place.member(list.name, of: place.object).item(index, of: rows.count))
                return document.fits(.object(object), item) ? .object(object) : nil
            }
            if shared.count == rows.count { members[list.name] = .array(shared) }
            return
        }
    }
}

extension APIDocument {
    fileprivate func sumPlan(_ properties: [Schema.Property]) -> SumPlan {
        let names = properties.map(\.name)
        return memo.value(for: names) { SumPlan(names, vocabulary) }
    }

    fileprivate func status(
        of members: JSONObject, _ properties: [Schema.Property], _ object: NameWords
    ) -> String? {
        properties.first { vocabulary.isStatus($0.name, of: object) }.flatMap { members[$0.name]?.stringValue }
    }

    /// Sets a number with as many decimals as another one; false if the schema does not allow it.
    fileprivate func set(
        _ value: Double, likeDecimalsOf old: JSONNumber, as property: Schema.Property, in members: inout JSONObject
    ) -> Bool {
        guard let number = JSONNumber(value, likeDecimalsOf: old),
            let changed = members[property.name]?.having(number), fits(changed, property.schema)
        else { return false }
        members[property.name] = changed
        return true
    }

    /// Lets the numbers of a written object follow those that the write changed: a total from its lines, what is due
    /// from what was paid.
    ///
    /// - Parameters:
    ///   - changed: the names of the changed members, which stay.
    ///   - object: the object with the change.
    ///   - isNew: true for a new object, which gets likely numbers, too.
    func reckon(_ changed: Set<String>, in object: JSONObject, of schema: Schema, isNew: Bool) -> JSONObject {
        let properties = schema.properties
        let plan = sumPlan(properties)
        guard !plan.sums.isEmpty else { return object }
        var (object, known) = (object, changed)
        // An amount of the lines: the total has as many decimals.
        var part: JSONNumber?
        func set(_ value: Double, _ name: String?) {
            guard let property = properties.first(where: { $0.name == name }), !changed.contains(property.name),
                let old = object[property.name]?.amount,
                [part, old].compactMap(\.self).sorted(by: { $0.decimals > $1.decimals }).contains(where: {
                    self.set(value, likeDecimalsOf: $0, as: property, in: &object)
                })
            else { return }
            known.insert(property.name)
        }
        var totals: Set<String> = []
        for (target, sum) in plan.sums {
            guard let line = sum.line else { continue }
            totals.insert(target)
            let lists = properties.filter { changed.contains($0.name) }
            guard let (total, amount) = total(of: line, in: &object, lists) else {
                // Unchanged lines keep their total.
                if !isNew, self.total(of: line, in: &object, properties) != nil { known.insert(target) }
                continue
            }
            part = amount
            let before = object[target]?.amount?.double ?? 0
            set(total, target)
            for (other, whole) in plan.sums where other == target {
                if isNew {
                    // The whole is as much, until taxes are added.
                    set(total, whole.members.first.flatMap(plan.name))
                } else if before > 0 {
                    // Taxes and the like keep their share.
                    for name in whole.members.dropFirst().compactMap(plan.name) {
                        if let old = object[name]?.amount?.double { set(old * total / before, name) }
                    }
                }
            }
        }
        let member = properties.first { vocabulary.isStatus($0.name, of: NameWords(words: [])) }?.name
        let status = member.flatMap { object[$0]?.stringValue }
        let hasNewStatus = member.map(changed.contains) ?? false
        for (target, sum) in plan.sums where isNew || sum.isExact && status.map(sum.isStated) ?? true {
            guard sum.follows(plan.keys(of: known), status: hasNewStatus ? status : nil),
                let value = sum.value(plan.numbers(in: object), status: status, draw: 0.5)
            else { continue }
            if !known.contains(target) {
                set(value, target)
            } else if totals.contains(target), let whole = sum.members.first.flatMap(plan.name),
                let (net, old) = object[target]?.amount?.double.flatMap({ net in
                    object[whole]?.amount?.double.map { (net, $0) }
                })
            {
                set(old + net - value, whole)
            }
        }
        return object
    }

    /// The sum of the lines of an object, which get their amounts, and a number of the first one. Nil if the object has no
    /// such lines.
    ///
    /// - Parameter lists: the members that may be lines.
    private func total(
        of line: Sum.Line, in object: inout JSONObject, _ lists: [Schema.Property]
    ) -> (Double, JSONNumber?)? {
        for list in lists {
            guard let rows = object[list.name]?.arrayValue,
                let item = resolveChoices(list.schema).items.map(resolveChoices)
            else { continue }
            let names = LineNames(line, in: sumPlan(item.properties))
            if rows.isEmpty, names.price != nil || names.amount != nil { return (0, nil) }
            guard let costs = names.costs(of: rows) else { continue }
            if let amount = names.amount, let price = names.price {
                let whole = zip(rows, costs).map { row, cost -> JSONValue in
                    guard row[amount] == nil, let like = row[price]?.amount,
                        let number = JSONNumber(cost, likeDecimalsOf: like), let value = row[price]?.having(number)
                    else { return row }
                    return row.setting(value, at: JSONPointer(tokens: [amount]))
                }
                if fits(.array(whole), list.schema) { object[list.name] = .array(whole) }
            }
            let numbers = (names.price ?? names.amount).map { name in rows.compactMap { $0[name]?.amount } } ?? []
            return (costs.reduce(0, +), numbers.max { $0.decimals < $1.decimals })
        }
        return nil
    }
}

/// The members of the lines of an object.
private struct LineNames {
    let quantity: String?
    let price: String?
    let amount: String?

    init(_ line: Sum.Line, in plan: SumPlan) {
        (quantity, price, amount) = (plan.name(line.quantity), plan.name(line.price), plan.name(line.amount))
    }

    /// The amounts of the lines; nil if one has none.
    func costs(of rows: [JSONValue]) -> [Double]? {
        func number(_ row: JSONValue, _ name: String?) -> Double? { name.flatMap { row[$0]?.amount?.double } }
        let costs = rows.compactMap { row in
            number(row, amount) ?? number(row, price).map { $0 * (number(row, quantity) ?? 1) }
        }
        return costs.count == rows.count && !rows.isEmpty ? costs : nil
    }
}

/// The sums of objects with the same members, in their order.
private struct SumPlan {
    /// The names of members by their keys, without units of money (``NameClass/moneyUnits``).
    let members: [String: String]
    let sums: [(target: String, sum: Sum)]

    init(_ names: [String], _ vocabulary: Vocabulary) {
        let units = Set(NameClass.moneyUnits.names)
        let members = Dictionary(names.map { (NameWords($0).without(units).key, $0) }) { first, _ in first }
        self.members = members
        sums = vocabulary.sums.compactMap { sum in sum.target(in: members).map { ($0, sum) } }
    }

    func name(_ keys: [String]) -> String? { keys.lazy.compactMap { members[$0] }.first }

    func keys(of names: Set<String>) -> Set<String> { Set(members.filter { names.contains($0.value) }.keys) }

    /// The number of the member with a key, as an object has it.
    func numbers(in object: JSONObject) -> (String) -> Double? {
        { key in members[key].flatMap { object[$0]?.amount?.double } }
    }
}

extension JSONValue {
    /// The place of the number: the value itself, or the amount beside a currency. Nil for other values.
    fileprivate var amountPlace: JSONPointer? {
        if numberValue != nil { return .root }
        guard let object = objectValue, object.count == 2,
            let amount = object.members.first(where: { $0.value.numberValue != nil && NameClass.moneyValue.has($0.key) }
            )
        else { return nil }
        return JSONPointer(tokens: [amount.key])
    }

    fileprivate var amount: JSONNumber? { amountPlace.flatMap { self[$0]?.numberValue } }

    /// The value with another number at the place of its own.
    fileprivate func having(_ number: JSONNumber) -> JSONValue {
        amountPlace.map { setting(.number(number), at: $0) } ?? self
    }
}

extension JSONNumber {
    fileprivate var decimals: Int { Fixed(self).map { -$0.exponent } ?? 0 }

    /// The number, rounded to as many decimal places as another one has; nil if it is too large.
    fileprivate init?(_ value: Double, likeDecimalsOf other: JSONNumber) {
        guard let places = Fixed(other).map({ -$0.exponent }) else { return nil }
        let factor = (0..<places).reduce(1.0) { power, _ in power * 10 }
        guard let units = Int(exactly: (value * factor).rounded()),
            let number = Fixed(units: Int128(units), exponent: -places).number(places: places)
        else { return nil }
        self = number
    }
}
