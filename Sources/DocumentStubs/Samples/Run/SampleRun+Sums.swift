import APIDocument
import WireFormats

extension SampleRun {
    /// Makes numbers of one object agree: a line's total is its quantity times its price, an order's total the sum of its
    /// parts, and what is a part of something is no more than that. Only where the schema allows the result.
    ///
    /// What stands beside the rows of a list counts them, and adds nothing up.
    mutating func reconcile(_ members: inout JSONObject, _ properties: [Schema.Property], _ place: SamplePlace) {
        guard properties.count > 1, !isBesideList(place) else { return }
        var names: [String: String] = [:]
        for property in properties where members[property.name]?.figure != nil {
            names[NameWords(property.name).words.joined()] = property.name
        }
        guard names.count > 1 || !names.isEmpty && members.members.contains(where: { $0.value.arrayValue != nil })
        else {
            return
        }
        var sheet = Sheet(members: members, names: names, fixed: Set(place.pins.keys))
        sheet.addLine()
        sheet.addTotal()
        sheet.order()
        let changed = sheet.changes.compactMap { name, value in members[name].map { (name, $0.saying(value)) } }
        for (name, value) in changed {
            guard let schema = properties.first(where: { $0.name == name })?.schema,
                document.violations(of: value, against: schema, direction: direction).isEmpty
            else { return }
        }
        for (name, value) in changed { members[name] = value }
    }
}

/// The numbers of one object, by what their members are called, and what is to be changed in them.
private struct Sheet {
    let members: JSONObject
    /// Members by their name in one word.
    let names: [String: String]
    /// Members that stay as they are.
    let fixed: Set<String>
    private(set) var changes: [String: JSONNumber] = [:]

    /// `quantity` times `unitPrice` is the line's total.
    mutating func addLine() {
        guard let quantity = value(["quantity", "qty"]),
            let price = value(["unitprice", "price", "priceperunit", "rate"]),
            let total = first(["linetotal", "total", "totalprice", "subtotal", "amount", "totalamount"])
        else { return }
        guard let product = quantity.times(price) else { return }
        set(total, product)
    }

    /// The lines add up to the subtotal; with tax and shipping, less the discount, that is the total.
    mutating func addTotal() {
        let lines = members.members.lazy.compactMap { Sheet.sum(of: $0) }.first
        let subtotal = first(["subtotal", "itemstotal", "netamount", "nettotal"])
        let total = first(["total", "totalamount", "grandtotal", "totalprice", "ordertotal", "grossamount"])
        if let lines, let subtotal { set(subtotal, lines) }
        guard let total, let start = lines ?? value(["subtotal", "itemstotal", "netamount", "nettotal"]) else { return }
        guard lines != nil || subtotal != nil else { return }
        let added = [
            "tax", "taxamount", "vat", "shipping", "shippingcost", "shippingfee", "deliveryfee", "fee", "fees",
        ]
        // A tax is a part of what is taxed.
        for name in ["tax", "taxamount", "vat"] {
            guard let own = first([name]), let tax = value([name]), let rest = Sheet.add(start.hundredths(25), tax, -1),
                rest.units < 0
            else { continue }
            set(own, start.hundredths(20))
        }
        var sum = added.reduce(start) { sum, name in value([name]).flatMap { Sheet.add(sum, $0, 1) } ?? sum }
        let less = ["discount", "discountamount"].compactMap { value([$0]) }.first
        if let less, let rest = Sheet.add(sum, less, -1), rest.units > 0 { sum = rest }
        set(total, sum)
    }

    /// Of two that belong together the smaller one is not the greater.
    mutating func order() {
        for (small, large) in Sheet.pairs {
            guard let low = names[small], let high = names[large], changes[low] == nil, changes[high] == nil,
                !fixed.contains(low), !fixed.contains(high),
                let least = members[low]?.figure, let most = members[high]?.figure, most.isLess(than: least)
            else { continue }
            changes[low] = most
            changes[high] = least
        }
    }

    private static let pairs = [
        ("price", "compareatprice"), ("price", "listprice"), ("price", "originalprice"), ("saleprice", "price"),
        ("cost", "price"), ("amountcaptured", "amount"), ("amountrefunded", "amount"), ("amountpaid", "total"),
        ("amountpaid", "amountdue"), ("used", "limit"), ("remaining", "limit"), ("spaceused", "spaceamount"),
        ("availablebalance", "balance"), ("activeusers", "totalusers"), ("completed", "total"), ("pagecount", "pages"),
        ("min", "max"), ("minimum", "maximum"), ("low", "high"), ("pricemin", "pricemax"), ("minprice", "maxprice"),
        ("salarymin", "salarymax"), ("minsalary", "maxsalary"), ("downloads", "views"), ("periodstart", "periodend"),
    ]

    private func first(_ keys: [String]) -> String? { keys.lazy.compactMap { names[$0] }.first }

    private func value(_ keys: [String]) -> Fixed? {
        guard let name = first(keys) else { return nil }
        return (changes[name] ?? members[name]?.figure).flatMap(Fixed.init)
    }

    private mutating func set(_ name: String, _ value: Fixed) {
        guard !fixed.contains(name) else { return }
        let places = members[name]?.figure.flatMap(Fixed.init).map { -$0.exponent } ?? 0
        changes[name] = value.number(places: places > 0 ? max(places, 2) : 0)
    }

    /// What the lines of an array cost together; nil for other arrays. Lines have a quantity, or are called so.
    private static func sum(of member: JSONObject.Member) -> Fixed? {
        guard let items = member.value.arrayValue, !items.isEmpty else { return nil }
        let isNamed = ["line", "item", "position"].contains(NameWords(member.key).singular)
        var sum = Fixed(units: 0, exponent: 0)
        for item in items {
            guard let object = item.objectValue else { return nil }
            let keyed = object.members.map { (NameWords($0.key).words.joined(), $0.value) }
            func number(_ names: [String]) -> Fixed? {
                keyed.first { names.contains($0.0) }?.1.figure.flatMap(Fixed.init)
            }
            let quantity = number(["quantity", "qty"])
            guard isNamed || quantity != nil else { return nil }
            var cost = number(["linetotal", "total", "totalprice", "subtotal", "amount"])
            if cost == nil, let quantity, let price = number(["unitprice", "price", "priceperunit", "rate"]) {
                guard let product = quantity.times(price) else { return nil }
                cost = product
            }
            guard let cost, let next = add(sum, cost, 1) else { return nil }
            sum = next
        }
        return sum
    }

    private static func add(_ left: Fixed, _ right: Fixed, _ sign: Int128) -> Fixed? {
        let exponent = min(left.exponent, right.exponent)
        guard let one = left.scaled(to: exponent), let other = right.scaled(to: exponent) else { return nil }
        return Fixed(units: one + sign * other, exponent: exponent)
    }
}
