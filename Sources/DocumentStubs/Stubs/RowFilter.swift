import APIDocument
import APIModel
import DemoManager
import WireFormats

/// The rows of a list that a query selects, as far as its meaning is evident: values of members, text to find, minimums
/// and maximums, and an order.
struct RowFilter {
    /// A condition on a member, with texts in lower case.
    private enum Condition {
        case value(JSONValue)
        case part(String)
        case item(String)

        func isMet(by own: JSONValue) -> Bool {
            switch self {
            case .value(let value): own.isEquivalent(to: value) || own.isSameText(as: value)
            case .part(let text): own.stringValue?.lowercased().contains(text) == true
            case .item(let text): own.arrayValue?.contains { $0.isCalled(text) } == true
            }
        }
    }

    /// The conditions on members; one of several for the same member is enough.
    private var wanted: [JSONPointer: [Condition]] = [:]
    /// Texts to find; `isNeeded` is true if the parameter is required.
    private var texts: [(text: String, isNeeded: Bool)] = []
    private var bounds: [Bound] = []
    /// A text in the name of a person, whose parts are members of their own.
    private var person: (parts: [JSONPointer], text: String)?
    private var order = RowOrder()
    private var required: [JSONPointer: JSONValue] = [:]
    /// The first and the last day of a period; for a single day both are that day.
    private var period: (member: JSONPointer, first: String?, last: String?)?
    /// True if a part of the query selects nothing by itself.
    private(set) var isPartlyIgnored = false
    /// The day that the request had to name.
    private var requiredDay: String?

    /// - Parameters:
    ///   - row: the schema of a row, resolved.
    ///   - parameters: the parameters of the operation.
    ///   - usesPresets: true to apply defaults of parameters that the query omits.
    init(
        _ query: [(name: String, value: String)], row: Schema, parameters: [Parameter] = [], usesPresets: Bool = true,
        document: APIDocument
    ) {
        let properties = document.rowMembers(of: row)
        let parameters = parameters.flatMap(document.parts)
        let people = [NameClass.givenName, .familyName].compactMap { names in
            properties.first { names.has($0.name) }?.place
        }
        func member(_ name: String) -> RowMember? {
            let key = HumanName.key(name)
            return properties.first { HumanName.key($0.name) == key }
                ?? properties.first {
                    // `tag` selects by an item of `tags`.
                    HumanName.singular(HumanName.key($0.name)) == key
                        && document.resolveChoices($0.schema).type == .array
                }
        }
        let isPoint = query.count { NameClass.point.has($0.name) } > 1
        // Only the default of an enum selects rows. Others, such as Booleans, may control columns.
        let named = Set(query.map(\.name))
        let open = usesPresets ? parameters : []
        let preset = open.filter { $0.location == .query && !named.contains($0.name) }.compactMap { parameter in
            let schema = document.resolve(parameter.schema)
            guard schema.enumValues != nil else { return nil as (name: String, value: String)? }
            return schema.default?.scalarText.map { (name: parameter.name, value: $0) }
        }
        for (place, item) in (query + preset).enumerated() where !item.value.isEmpty {
            // "filter[status]" selects by the status, "filter[price][lte]" by a limit of the price.
            let inner = item.name.hasPrefix("filter[") ? item.name.dropFirst(7) : nil
            let name = inner.map { String($0.prefix { $0 != "]" }) } ?? item.name
            let hasLimit = inner?.dropFirst(name.count).contains("[") ?? false
            let key = HumanName.key(name)
            let parameter = parameters.first { $0.location == .query && $0.name == item.name }
            let isOrder = order.take(item.value, of: key) { name in
                let found = member(name) ?? document.meant(name, among: properties)
                return found?.compared(in: document).key(in: document)
            }
            if isOrder {
                continue
            } else if isPoint, NameClass.point.hasKey(key) {
                // A search point is not compared with rows.
                isPartlyIgnored = true
            } else if key == "name", people.count == 2, properties.allSatisfy({ HumanName.key($0.name) != key }) {
                person = (people, item.value.lowercased())
            } else if !hasLimit,
                let property = member(name) ?? (place < query.count ? document.innerMember(key, of: row) : nil)
            {
                // A default does not select by a member without an enum.
                if place >= query.count, document.resolveChoices(property.schema).enumValues == nil { continue }
                add(property, item.value, parameter, document)
            } else if let parameter, let place = document.day(parameter, among: properties),
                document.allows(.string(item.value), document.resolveChoices(parameter.schema))
            {
                let (isFirst, isLast) = (NameClass.firstDay.hasKey(key), NameClass.lastDay.hasKey(key))
                let text = isFirst || isLast ? item.value : String(item.value.prefix(10))
                period = (place, isLast ? period?.first : text, isFirst ? period?.last : text)
                if !isFirst, !isLast { requiredDay = parameter.isRequired ? text : nil }
            } else if let parameter, let flag = document.flag(parameter, among: properties) {
                // The default of the parameter selects nothing.
                guard let value = document.value(item.value, of: flag.member.schema),
                    value != document.resolveChoices(parameter.schema).default
                else { continue }
                let asked = flag.isNegated ? value.boolValue.map { JSONValue.bool(!$0) } ?? value : value
                wanted[flag.member.place, default: []].append(.value(asked))
            } else if NameClass.search.hasKey(key) {
                texts.append((item.value.lowercased(), parameter?.isRequired == true))
            } else if let bound = Bound(item.value, of: inner.map(String.init) ?? name, among: properties, in: document)
            {
                bounds.append(bound)
            } else if place < query.count, let property = properties.first(where: { $0.isNamed(byOneOf: key) }),
                property.isID || document.resolveChoices(property.schema).enumValues != nil
                    || parameter?.isList(document) == true
            {
                for value in item.value.split(separator: ",") { add(property, String(value), parameter, document) }
            }
        }
        order.turn(by: preset + query)
    }

    /// True if the query selects some rows or another order, so that all rows must be generated first.
    var choosesRows: Bool { leavesOutRows || !order.isEmpty }

    var leavesOutRows: Bool {
        !wanted.isEmpty || !texts.isEmpty || !bounds.isEmpty || period != nil || person != nil
    }

    /// The filter without conditions on members that no row has.
    func concerning(_ lists: [JSONValue]...) -> RowFilter {
        var filter = self
        filter.wanted = wanted.filter { place, _ in lists.contains { $0.contains { $0[place] != nil } } }
        return filter
    }

    /// The filter without required search texts, if no generated row contains them.
    func finding(in rows: [JSONValue]) -> RowFilter {
        guard texts.contains(where: \.isNeeded), !rows.contains(where: fits) else { return self }
        var filter = self
        filter.texts.removeAll(where: \.isNeeded)
        return filter
    }

    /// Generated rows for required parameters: if none matches by itself, all get these values.
    func meeting(_ rows: [JSONValue]) -> [JSONValue] {
        guard !required.isEmpty || requiredDay != nil, !rows.contains(where: fits) else { return rows }
        return rows.map { row in
            let row = required.reduce(row) { $0[$1.key] == nil ? $0 : $0.setting($1.value, at: $1.key) }
            guard let period, let requiredDay else { return row }
            return row.moved(to: requiredDay, at: period.member)
        }
    }

    func chosen(_ rows: [JSONValue]) -> [JSONValue] { order.sorted(rows.filter(fits)) }

    func fits(_ row: JSONValue) -> Bool {
        isInPeriod(row) && isOfPerson(row) && texts.allSatisfy { row.contains($0.text) }
            && wanted.allSatisfy { member, conditions in
                row[member].map { own in conditions.contains { $0.isMet(by: own) } } ?? false
            }
            && bounds.allSatisfy { $0.allows(row) }
    }

    private func isOfPerson(_ row: JSONValue) -> Bool {
        guard let person else { return true }
        let name = person.parts.compactMap { row[$0]?.stringValue }.joined(separator: " ")
        return name.lowercased().contains(person.text)
    }

    private func isInPeriod(_ row: JSONValue) -> Bool {
        guard let period else { return true }
        guard let value = row[period.member] else { return false }
        return (value.arrayValue ?? [value]).compactMap(\.stringValue).contains { day in
            period.first.map { timeOrder(day, $0) >= 0 } ?? true && period.last.map { timeOrder(day, $0) <= 0 } ?? true
        }
    }

    /// Adds a condition on a member: its value, or a part of free text.
    ///
    /// - Parameter isOneOf: true for one of several values, of which one is enough.
    private mutating func add(
        _ property: RowMember, _ text: String, _ parameter: Parameter?, _ document: APIDocument, isOneOf: Bool = false
    ) {
        let schema = document.resolveChoices(property.schema)
        if let values = schema.enumValues {
            func value(_ text: String) -> JSONValue? {
                values.first { $0.scalarText?.lowercased() == text.lowercased() }
            }
            let named = text.split(separator: ",").compactMap { value(String($0)) }
            // A value that only the parameter has selects all rows: `status=all`. An unknown value selects none.
            let asked = parameter.flatMap { document.resolveChoices($0.schema).enumValues } ?? []
            if named.isEmpty, asked.contains(where: { $0.scalarText?.lowercased() == text.lowercased() }) { return }
            wanted[property.place, default: []] += (named.isEmpty ? [.string(text)] : named).map(Condition.value)
            return
        }
        if schema.type == .array {
            let texts = text.lowercased().split(separator: ",").map { $0.trimmingPrefix(" ") }
            return wanted[property.place, default: []] += texts.map { .item(String($0)) }
        }
        if text.lowercased() == "all", let parameter, document.resolveChoices(parameter.schema).enumValues != nil {
            return
        }
        if parameter?.isList(document) == true, text.contains(",") {
            return text.split(separator: ",").forEach { add(property, String($0), parameter, document, isOneOf: true) }
        }
        if let inner = property.named(text, in: document) {
            return add(inner, text, parameter, document, isOneOf: isOneOf)
        }
        let name = NameWords(property.name)
        let isText = schema.type == .string && schema.format == nil
        if isText, !isOneOf, document.vocabulary.isProse(name) {
            return texts.append((text.lowercased(), parameter?.isRequired == true))
        }
        guard let value = document.fittingValue(text, of: schema) else { return }
        if parameter?.isRequired == true, !NameClass.otherIdentity.has(property.name) {
            required[property.place] = value
        }
        let isPart = isText && schema.pattern == nil && !document.vocabulary.isKey(name)
        wanted[property.place, default: []].append(isPart ? .part(text.lowercased()) : .value(value))
    }
}

/// Compares dates and timestamps by their common prefix, to the second: less than 0 if the first one is earlier.
private func timeOrder(_ one: String, _ other: String) -> Int {
    let length = min(one.count, other.count, "2026-01-31T23:59:59".count)
    let (one, other) = (one.prefix(length), other.prefix(length))
    return one == other ? 0 : one < other ? -1 : 1
}

/// A limit of a member: `created_after=2026-01-31`, `price[gte]=10`, `min_price=10`.
private struct Bound {
    private let member: JSONPointer
    private let value: JSONValue
    private let name: BoundName

    /// - Parameter name: the name of the query parameter.
    init?(_ text: String, of name: String, among properties: [RowMember], in document: APIDocument) {
        func isTime(_ property: RowMember) -> Bool {
            ["date", "date-time"].contains(document.resolveChoices(property.schema).format)
        }
        // The id of a row is no amount: `since_id` is a place in the list.
        guard let bound = BoundName(name),
            let property = properties.first(where: { HumanName.key($0.name) == bound.member })
                ?? properties.first(where: { isTime($0) && bound.names(time: $0.name) })
                ?? document.meant(bound.member, among: properties), !property.isID
        else { return nil }
        let compared = property.compared(in: document)
        switch document.resolveChoices(compared.schema).type {
        case .number, .integer:
            guard let number = JSONNumber(text: text) else { return nil }
            value = .number(number)
        case .string where isTime(property):
            guard CivilDay(startOf: text) != nil else { return nil }
            value = .string(text)
        case .string where compared.isAmount(in: document):
            guard let number = JSONNumber(text: text) else { return nil }
            value = .number(number)
        default: return nil
        }
        (self.name, member) = (bound, compared.place)
    }

    /// True for a row within the limit. A row without the member is not.
    func allows(_ row: JSONValue) -> Bool {
        let order: Int
        var own = row[member]
        if case .number = value, let text = own?.stringValue { own = JSONNumber(text: text).map(JSONValue.number) }
        switch (own, value) {
        case (.number(let own)?, .number(let bound)):
            order = own.isLess(than: bound) ? -1 : bound.isLess(than: own) ? 1 : 0
        case (.string(let own)?, .string(let bound)): order = timeOrder(own, bound)
        default: return false
        }
        return order == 0 ? !name.isStrict : name.isLeast == (order > 0)
    }
}

/// A member that a query may select by: of the row itself, or of its nested object with attributes.
struct RowMember {
    let name: String
    let place: JSONPointer
    let schema: Schema

    /// True for the id of the row, or of another one.
    fileprivate var isID: Bool { NameClass.idWords.has(HumanName.words(of: name).last ?? name) }

    /// The value by which rows are compared: of an object with an amount that amount.
    fileprivate func compared(in document: APIDocument) -> RowMember {
        let schema = document.resolveChoices(schema)
        let numbers = schema.properties.filter {
            [.number, .integer].contains(document.resolveChoices($0.schema).type)
        }
        let amount =
            schema.properties.first { NameClass.moneyValue.has($0.name) } ?? (numbers.count == 1 ? numbers[0] : nil)
        guard schema.type == .object, let amount else { return self }
        return RowMember(name: amount.name, place: place.appending(amount.name), schema: amount.schema)
    }

    /// The member of an object that a text names it by: its id if the text can be one, else its name.
    fileprivate func named(_ text: String, in document: APIDocument) -> RowMember? {
        let object = document.resolveChoices(schema)
        guard object.type == .object else { return nil }
        let scalars = object.properties.filter {
            [.string, .integer, .number].contains(document.resolveChoices($0.schema).type)
        }
        let id = scalars.first { NameClass.serverID.has($0.name) }.flatMap { id -> Schema.Property? in
            let schema = document.resolveChoices(id.schema)
            let isPlain = schema.type == .string && schema.format == nil && schema.pattern == nil
            return isPlain || document.fittingValue(text, of: id.schema) == nil ? nil : id
        }
        return (id ?? scalars.first { NameClass.ownName.has($0.name) }).map {
            RowMember(name: $0.name, place: place.appending($0.name), schema: $0.schema)
        }
    }

    /// True for a text with an amount, such as "12.50".
    fileprivate func isAmount(in document: APIDocument) -> Bool {
        document.resolveChoices(schema).type == .string && (NameClass.money.has(name) || NameClass.moneyValue.has(name))
    }

    fileprivate func key(in document: APIDocument) -> RowOrder.Key {
        RowOrder.Key(
            member: place, isAmount: isAmount(in: document), values: document.resolveChoices(schema).enumValues)
    }

    /// True if a key in the plural means several values of it: `ids` of `id`.
    fileprivate func isNamed(byOneOf key: String) -> Bool { HumanName.key(name) == HumanName.singular(key) }
}

extension APIDocument {
    func rowMembers(of row: Schema) -> [RowMember] {
        let part = parts(of: row).flatMap { parts in row.properties.first { $0.name == parts.attributes } }
        let inner = part.map { resolveChoices($0.schema).properties } ?? []
        return row.properties.map { RowMember(name: $0.name, place: JSONPointer(tokens: [$0.name]), schema: $0.schema) }
            + inner.map {
                RowMember(name: $0.name, place: JSONPointer(tokens: [part?.name ?? "", $0.name]), schema: $0.schema)
            }
    }

    /// The only member with the words of a name among its own: `fromPrice` for `price`.
    fileprivate func meant(_ name: String, among properties: [RowMember]) -> RowMember? {
        let key = HumanName.key(name)
        let found = properties.filter { property in
            let words = HumanName.words(of: property.name).map { $0.lowercased() }
            return !property.isID
                && words.indices.contains { first in
                    (first..<words.count).contains { words[first...$0].joined() == key }
                }
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The scalar of that name in the objects of a row, if there is only one: `address.country_code`.
    fileprivate func innerMember(_ key: String, of row: Schema) -> RowMember? {
        let found = row.properties.flatMap { object -> [RowMember] in
            let inner = resolveChoices(object.schema).properties.filter { HumanName.key($0.name) == key }
            return inner.compactMap {
                let type = resolveChoices($0.schema).type
                guard type != .object, type != .array else { return nil }
                return RowMember(name: $0.name, place: JSONPointer(tokens: [object.name, $0.name]), schema: $0.schema)
            }
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The member of a row with the date that a parameter selects; nil if there is none.
    ///
    /// A single day selects by the row's first date of an event. A period selects by the only date of a row or by its
    /// start, unless its parameter is required: then it often means something else.
    func day(_ parameter: Parameter, among properties: [RowMember]) -> JSONPointer? {
        func isTime(_ schema: Schema) -> Bool { ["date", "date-time"].contains(schema.format) }
        let isDay = NameClass.day.has(parameter.name)
        let isEnd = NameClass.firstDay.has(parameter.name) || NameClass.lastDay.has(parameter.name)
        guard isDay || isEnd && !parameter.isRequired, isTime(resolveChoices(parameter.schema)) else { return nil }
        let days = properties.filter { property in
            let schema = resolveChoices(property.schema)
            return (schema.type == .array ? schema.items.map(resolveChoices) : schema).map(isTime) ?? false
        }
        guard isDay else {
            let start = days.first { vocabulary.stage(NameWords($0.name)) == .start }
            let event = days.first { vocabulary.stage(NameWords($0.name)) != .birth && !WritingTime.isNamed($0.name) }
            let written = days.first { WritingTime.isNamed($0.name) }
            return (start ?? event ?? written ?? days.first)?.place
        }
        return (days.first { !WritingTime.isNamed($0.name) } ?? days.first)?.place
    }

    /// The only Boolean member with the words of a Boolean parameter: `dogs_allowed` for `dogs`, `read` for `unread`.
    fileprivate func flag(
        _ parameter: Parameter, among properties: [RowMember]
    ) -> (member: RowMember, isNegated: Bool)? {
        func words(_ name: String) -> Set<String> {
            Set(HumanName.words(of: name).map { HumanName.singular($0.lowercased()) })
        }
        guard resolveChoices(parameter.schema).type == .boolean else { return nil }
        let asked = words(parameter.name)
        let flags = properties.filter { resolveChoices($0.schema).type == .boolean }
        let found = flags.filter { asked.isSubset(of: words($0.name)) }
        if let member = found.first { return found.count == 1 ? (member, false) : nil }
        let rest = asked.filter { !NameClass.only.hasKey($0) }
        guard rest.count == 1, let opposite = rest.first.flatMap(StateWord.positive) else { return nil }
        let others = flags.filter { words($0.name).contains(opposite) }
        guard others.count == 1 else { return nil }
        return (others[0], true)
    }
}

extension Parameter {
    /// True if it has several values.
    fileprivate func isList(_ document: APIDocument) -> Bool { document.resolveChoices(schema).type == .array }
}

extension JSONValue {
    /// The row with a member moved to a date; other dates beside it move by the same number of days.
    func moved(to day: String, at member: JSONPointer) -> JSONValue {
        guard let parent = member.parent, let object = self[parent]?.objectValue,
            let old = self[member]?.stringValue.flatMap(CivilDay.init(startOf:)), let new = CivilDay(startOf: day)
        else { return self }
        let days = new.sinceEpoch - old.sinceEpoch
        let moved = object.members.map { own in
            guard let text = own.value.stringValue, let day = CivilDay(startOf: text) else { return own }
            return JSONObject.Member(key: own.key, value: .string((day + days).text + text.dropFirst(10)))
        }
        return setting(.object(JSONObject(moved)), at: parent)
    }

    /// True if a string in an object, down to two levels, contains the lower-case text.
    func contains(_ text: String, depth: Int = 0) -> Bool {
        switch self {
        case .string(let own): own.lowercased().contains(text)
        case .object(let object) where depth < 2: object.members.contains { $0.value.contains(text, depth: depth + 1) }
        default: false
        }
    }

    /// True for the lower-case text itself, and for an object with that key or with the text in its label.
    fileprivate func isCalled(_ text: String) -> Bool {
        guard case .object(let object) = self else { return scalarText?.lowercased() == text }
        return object.members.contains { member in
            let own = member.value.scalarText?.lowercased()
            if NameClass.entryLabel.has(member.key) { return own?.contains(text) == true }
            return NameClass.entryKey.has(member.key) && own == text
        }
    }

    fileprivate func isSameText(as other: JSONValue) -> Bool {
        guard case .string(let own) = self, case .string(let text) = other else { return false }
        return own.lowercased() == text.lowercased()
    }
}

/// The rows that a request such as a DELETE of a whole list selects: all, those that match its query, or those whose
/// ids it names.
struct NamedRows {
    /// The ids that the request names; nil if it names none.
    private let ids: Set<String>?
    private let filter: RowFilter

    /// Nil if a part of the query or the body has no known meaning; such a request selects no row.
    ///
    /// - Parameter filter: the filter for items of the query.
    init?(_ request: ReceivedRequest, filter: ([(name: String, value: String)]) -> RowFilter) {
        let query = request.queryItems.filter { !$0.value.isEmpty }
        let whole = filter(query.filter { !NameClass.rowIDs.has($0.name) })
        guard !whole.isPartlyIgnored else { return nil }
        func isID(_ item: (name: String, value: String)) -> Bool { NameClass.rowIDs.has(item.name) }
        let named = query.filter(isID)
        var ids = named.isEmpty ? nil : Set(named.flatMap { $0.value.split(separator: ",").map(String.init) })
        guard query.allSatisfy({ isID($0) || filter([$0]).leavesOutRows }) else { return nil }
        if !request.body.isEmpty {
            guard let body = JSONValue.read(Array(request.body)) else { return nil }
            let lists = body.arrayValue.map { [$0] } ?? body.objectValue?.members.compactMap(\.value.arrayValue) ?? []
            let texts = lists.first?.compactMap(\.scalarText)
            if let texts, lists.count == 1, texts.count == lists[0].count {
                ids = Set(texts)
            } else if body.objectValue?.isEmpty != true {
                return nil
            }
        }
        self.ids = ids
        self.filter = whole
    }

    /// True if the request selects a row.
    ///
    /// - Parameter row: the present row; nil if its members are unknown.
    func means(_ id: String, _ row: JSONValue?) -> Bool {
        guard let ids else { return row.map(filter.fits) ?? !filter.leavesOutRows }
        return ids.contains(id)
    }
}
