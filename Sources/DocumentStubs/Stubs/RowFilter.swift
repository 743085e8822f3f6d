import APIDocument
import APIModel
import DemoManager
import WireFormats

/// The rows of a list that a query asks for, where its meaning is evident: values of members, text to find, least and
/// greatest numbers, and an order.
struct RowFilter {
    /// A condition on a member. Texts are in lower case.
    private enum Condition {
        case value(JSONValue)
        /// A string with the text in it.
        case part(String)
        /// A list with an item of that name.
        case item(String)

        func isMet(by own: JSONValue) -> Bool {
            switch self {
            case .value(let value): own.isEquivalent(to: value) || own.isSameText(as: value)
            case .part(let text): own.stringValue?.lowercased().contains(text) == true
            case .item(let text): own.arrayValue?.contains { $0.isCalled(text) } == true
            }
        }
    }

    /// The conditions on members; of several for one member, any.
    private var wanted: [JSONPointer: [Condition]] = [:]
    /// Texts to find, and whether the request had to name them.
    private var texts: [(text: String, isNeeded: Bool)] = []
    private var bounds: [(member: JSONPointer, bound: JSONNumber, isLeast: Bool)] = []
    private var days = RowDays()
    private var order = RowOrder()
    /// Values that the request had to name, by member.
    private var required: [JSONPointer: JSONValue] = [:]

    /// - Parameters:
    ///   - row: the schema of a row, resolved.
    ///   - parameters: those of the operation.
    ///   - usesPresets: true if defaults of parameters count for what the query leaves open.
    init(
        _ query: [(name: String, value: String)], row: Schema, parameters: [Parameter] = [], usesPresets: Bool = true,
        document: APIDocument
    ) {
        let properties = document.rowMembers(of: row)
        func member(_ name: String) -> RowMember? {
            let key = HumanName.key(name)
            return properties.first { HumanName.key($0.name) == key }
                ?? properties.first {
                    // `tag` is one of the `tags`.
                    HumanName.singular(HumanName.key($0.name)) == key
                        && document.resolveChoices($0.schema).type == .array
                }
        }
        // Only a default that is one of several names chooses rows. Others, such as Booleans, may be about columns.
        let named = Set(query.map(\.name))
        let open = usesPresets ? parameters : []
        let preset = open.filter { $0.location == .query && !named.contains($0.name) }.compactMap { parameter in
            let schema = document.resolve(parameter.schema)
            guard schema.enumValues != nil else { return nil as (name: String, value: String)? }
            return schema.default?.scalarText.map { (name: parameter.name, value: $0) }
        }
        for (place, item) in (query + preset).enumerated() where !item.value.isEmpty {
            // "filter[status]" is about the status.
            let name = item.name.hasPrefix("filter[") ? String(item.name.dropFirst(7).prefix { $0 != "]" }) : item.name
            let key = HumanName.key(name)
            let parameter = parameters.first { $0.location == .query && $0.name == item.name }
            if order.take(item.value, of: key, where: { member($0)?.place }) {
                continue
            } else if let property = member(name) {
                // A default says nothing about a member without an enum.
                if place >= query.count, document.resolveChoices(property.schema).enumValues == nil { continue }
                add(property, item.value, parameter, document)
            } else if days.take(item.value, parameter, among: properties, in: document) {
                continue
            } else if let parameter, let flag = document.flag(parameter, among: properties) {
                // The value that stands for no value chooses nothing.
                guard let value = document.value(item.value, of: flag.schema),
                    value != document.resolveChoices(parameter.schema).default
                else { continue }
                wanted[flag.place, default: []].append(.value(value))
            } else if NameClass.search.hasKey(key) {
                texts.append((item.value.lowercased(), parameter?.isRequired == true))
            } else if let bound = JSONNumber(text: item.value), key.hasPrefix("min") || key.hasPrefix("max"),
                let property = member(String(key.dropFirst(3)))
            {
                bounds.append((property.place, bound, key.hasPrefix("min")))
            }
        }
        order.turn(by: query)
    }

    /// True if the query asks for some rows or for another order. All rows must be generated first.
    var choosesRows: Bool { leavesOutRows || !order.isEmpty }

    /// True if the query chooses some of the rows.
    var leavesOutRows: Bool {
        !wanted.isEmpty || !texts.isEmpty || !bounds.isEmpty || !days.isEmpty
    }

    /// The same without conditions on members that no row has.
    func concerning(_ lists: [JSONValue]...) -> RowFilter {
        var filter = self
        filter.wanted = wanted.filter { place, _ in lists.contains { $0.contains { $0[place] != nil } } }
        return filter
    }

    /// The same without texts that the request had to name, if none of the generated rows has them.
    func finding(in rows: [JSONValue]) -> RowFilter {
        guard texts.contains(where: \.isNeeded), !rows.contains(where: fits) else { return self }
        var filter = self
        filter.texts.removeAll(where: \.isNeeded)
        return filter
    }

    /// Generated rows of a request that had to name some of their values: all have these if none has by itself.
    func meeting(_ rows: [JSONValue]) -> [JSONValue] {
        guard !required.isEmpty || days.required != nil, !rows.contains(where: fits) else { return rows }
        return rows.map { row in
            days.moved(required.reduce(row) { $0[$1.key] == nil ? $0 : $0.setting($1.value, at: $1.key) })
        }
    }

    /// The rows asked for, in the order asked for. Rows do not change.
    func chosen(_ rows: [JSONValue]) -> [JSONValue] { order.sorted(rows.filter(fits)) }

    /// True for a row that the query asks for.
    func fits(_ row: JSONValue) -> Bool {
        days.fits(row) && texts.allSatisfy { row.contains($0.text) }
            && wanted.allSatisfy { member, conditions in
                row[member].map { own in conditions.contains { $0.isMet(by: own) } } ?? false
            }
            && bounds.allSatisfy { member, bound, isLeast in
                guard let number = row[member]?.numberValue else { return true }
                return isLeast ? !number.isLess(than: bound) : !bound.isLess(than: number)
            }
    }

    /// Adds a condition on a member: its value, or a part of free text.
    private mutating func add(
        _ property: RowMember, _ text: String, _ parameter: Parameter?, _ document: APIDocument
    ) {
        let schema = document.resolveChoices(property.schema)
        if let values = schema.enumValues {
            func value(_ text: String) -> JSONValue? {
                values.first { $0.scalarText?.lowercased() == text.lowercased() }
            }
            let named = text.split(separator: ",").compactMap { value(String($0)) }
            // A value that only the parameter has is about all rows: `status=all`. One that nobody has, no row has.
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
        let name = NameWords(property.name)
        let isText = schema.type == .string && schema.format == nil
        if isText, document.vocabulary.isProse(name) {
            return texts.append((text.lowercased(), false))
        }
        guard let value = document.fittingValue(text, of: schema) else { return }
        if parameter?.isRequired == true, !NameClass.otherIdentity.has(property.name) {
            required[property.place] = value
        }
        let isPart = isText && schema.pattern == nil && !document.vocabulary.isKey(name)
        wanted[property.place, default: []].append(isPart ? .part(text.lowercased()) : .value(value))
    }
}

/// A member that a query may name: of a row itself, or of the part with the row's own members.
struct RowMember {
    let name: String
    let place: JSONPointer
    let schema: Schema
}

extension APIDocument {
    /// The members of a row that a query may name.
    func rowMembers(of row: Schema) -> [RowMember] {
        let part = parts(of: row).flatMap { parts in row.properties.first { $0.name == parts.attributes } }
        let inner = part.map { resolveChoices($0.schema).properties } ?? []
        return row.properties.map { RowMember(name: $0.name, place: JSONPointer(tokens: [$0.name]), schema: $0.schema) }
            + inner.map {
                RowMember(name: $0.name, place: JSONPointer(tokens: [part?.name ?? "", $0.name]), schema: $0.schema)
            }
    }

    /// The only Boolean of a row with the words of a Boolean parameter: `dogs_allowed` for `dogs`.
    fileprivate func flag(_ parameter: Parameter, among properties: [RowMember]) -> RowMember? {
        func words(_ name: String) -> Set<String> {
            Set(HumanName.words(of: name).map { HumanName.singular($0.lowercased()) })
        }
        guard resolveChoices(parameter.schema).type == .boolean else { return nil }
        let asked = words(parameter.name)
        let flags = properties.filter {
            asked.isSubset(of: words($0.name)) && resolveChoices($0.schema).type == .boolean
        }
        return flags.count == 1 ? flags[0] : nil
    }
}

extension JSONValue {
    /// True if a string of an object, or of an object in it, contains the text, which is in lower case.
    func contains(_ text: String, depth: Int = 0) -> Bool {
        switch self {
        case .string(let own): own.lowercased().contains(text)
        case .object(let object) where depth < 2: object.members.contains { $0.value.contains(text, depth: depth + 1) }
        default: false
        }
    }

    /// True for that text, and for an object with that key or with the text in its label; the text is in lower case.
    fileprivate func isCalled(_ text: String) -> Bool {
        guard case .object(let object) = self else { return scalarText?.lowercased() == text }
        return object.members.contains { member in
            let own = member.value.scalarText?.lowercased()
            if NameClass.entryLabel.has(member.key) { return own?.contains(text) == true }
            return NameClass.entryKey.has(member.key) && own == text
        }
    }

    /// True for equal texts; case does not count.
    fileprivate func isSameText(as other: JSONValue) -> Bool {
        guard case .string(let own) = self, case .string(let text) = other else { return false }
        return own.lowercased() == text.lowercased()
    }
}

/// The rows that a request about a whole list means, as a DELETE of it does: all, those that its query chooses, or those whose
/// ids it names.
struct NamedRows {
    /// The ids that the request names; nil if it names none.
    private let ids: Set<String>?
    private let filter: RowFilter

    /// Nil if a part of the query or the body has no known meaning: then no row is meant.
    ///
    /// - Parameter filter: the condition that items of a query set.
    init?(_ request: ReceivedRequest, filter: ([(name: String, value: String)]) -> RowFilter) {
        let query = request.queryItems.filter { !$0.value.isEmpty }
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
        self.filter = filter(query.filter { !isID($0) })
    }

    /// True if a row is meant.
    ///
    /// - Parameter row: the row as it is now; nil if its members are unknown.
    func means(_ id: String, _ row: JSONValue?) -> Bool {
        guard let ids else { return row.map(filter.fits) ?? !filter.leavesOutRows }
        return ids.contains(id)
    }
}
