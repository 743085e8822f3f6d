import APIDocument
import APIModel
import WireFormats

/// Which rows of a made-up list a query asks for, where its meaning is evident: members that are to have a value, text to
/// be found, least and greatest numbers, and an order.
struct RowFilter {
    /// Members that are to have a value; of several values for one, any.
    private var wanted: [String: [JSONValue]] = [:]
    /// Members in whose text others are to be found, in lower case; of several for one member, any.
    private var parts: [String: [String]] = [:]
    /// Members that are lists in which something is to be, in lower case; of several for one, any.
    private var items: [String: [String]] = [:]
    private var texts: [String] = []
    private var bounds: [(member: String, bound: JSONNumber, isLeast: Bool)] = []
    private var days = RowDays()
    private var order = RowOrder()

    private static let searches: Set<String> = [
        "q", "query", "search", "searchterm", "term", "keyword", "keywords", "text", "filtertext", "searchtext", "s",
    ]

    /// What the items of a query say about rows of that schema, resolved.
    ///
    /// - Parameters:
    ///   - parameters: what the operation says of its query.
    ///   - usesPresets: whether what is not asked is as the parameters preset it.
    init(
        _ query: [(name: String, value: String)], row: Schema, parameters: [Parameter] = [], usesPresets: Bool = true,
        document: APIDocument
    ) {
        // JSON:API has the members of a thing in its attributes.
        let attributes = row.properties.first { $0.name == "attributes" }.map { document.resolveChoices($0.schema) }
        let properties = row.properties + (attributes?.properties ?? [])
        func member(_ name: String) -> Schema.Property? {
            let key = HumanName.key(name)
            return properties.first { HumanName.key($0.name) == key }
                ?? properties.first {
                    // `tag` is one of the `tags`.
                    HumanName.singular(HumanName.key($0.name)) == key
                        && document.resolveChoices($0.schema).type == .array
                }
        }
        // What is not asked is as the document presets it, where it chooses among names: of others, such as a Boolean, nobody
        // knows whether it is about the rows or about what they show.
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
            if order.take(item.value, of: key, where: { member($0)?.name }) {
                continue
            } else if let property = member(name) {
                // What a member without values of its own may have, no preset knows.
                if place >= query.count, document.resolveChoices(property.schema).enumValues == nil { continue }
                add(property, item.value, parameter, document)
            } else if days.take(item.value, of: key, parameter, among: properties, in: document) {
                continue
            } else if RowFilter.searches.contains(key) {
                texts.append(item.value.lowercased())
            } else if let bound = JSONNumber(text: item.value), key.hasPrefix("min") || key.hasPrefix("max"),
                let property = member(String(key.dropFirst(3)))
            {
                bounds.append((property.name, bound, key.hasPrefix("min")))
            }
        }
        order.turn(by: query)
    }

    /// Whether the query asks for some rows of many, or for another order: then all must be made first.
    var choosesRows: Bool { leavesOutRows || !order.isEmpty }

    /// True if the query chooses some of the rows.
    var leavesOutRows: Bool {
        !wanted.isEmpty || !parts.isEmpty || !items.isEmpty || !texts.isEmpty || !bounds.isEmpty || !days.isEmpty
    }

    /// The same without conditions on members that no row has: they say nothing about these rows.
    func concerning(_ lists: [JSONValue]...) -> RowFilter {
        func isThere(_ name: String) -> Bool { lists.contains { $0.contains { $0.member(name) != nil } } }
        var filter = self
        filter.wanted = wanted.filter { isThere($0.key) }
        filter.parts = parts.filter { isThere($0.key) }
        filter.items = items.filter { isThere($0.key) }
        return filter
    }

    /// The rows asked for, in the order asked for. Rows stay what they are: the thing behind one is the same, whatever was
    /// asked for.
    func chosen(_ rows: [JSONValue]) -> [JSONValue] { order.sorted(rows.filter(fits)) }

    /// True for a row that the query asks for.
    func fits(_ row: JSONValue) -> Bool {
        days.fits(row) && isAsWanted(row) && texts.allSatisfy { row.contains($0) }
            && bounds.allSatisfy { isWithin(row.member($0.member)?.numberValue, $0) }
    }

    /// Whether a row's members have the values the query names.
    private func isAsWanted(_ row: JSONValue) -> Bool {
        wanted.allSatisfy { member, values in
            guard let own = row.member(member) else { return false }
            return values.contains { own.isEquivalent(to: $0) || own.isSameText(as: $0) }
        }
            && items.allSatisfy { member, wanted in
                row.member(member)?.arrayValue?.contains { item in wanted.contains { item.isCalled($0) } } == true
            }
            && parts.allSatisfy { member, parts in
                guard let own = row.member(member)?.stringValue?.lowercased() else { return false }
                return parts.contains { own.contains($0) }
            }
    }

    private func isWithin(_ number: JSONNumber?, _ limit: (member: String, bound: JSONNumber, isLeast: Bool)) -> Bool {
        guard let number else { return true }
        return limit.isLeast ? !number.isLess(than: limit.bound) : !limit.bound.isLess(than: number)
    }

    /// A member the query names has the value named; in free text it is looked for.
    private mutating func add(
        _ property: Schema.Property, _ text: String, _ parameter: Parameter?, _ document: APIDocument
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
            wanted[property.name, default: []] += named.isEmpty ? [.string(text)] : named
            return
        }
        if schema.type == .array {
            let texts = text.lowercased().split(separator: ",").map { $0.trimmingPrefix(" ") }
            return items[property.name, default: []] += texts.map(String.init)
        }
        if text.lowercased() == "all", let parameter, document.resolveChoices(parameter.schema).enumValues != nil {
            return
        }
        let name = NameWords(property.name)
        let isText = schema.type == .string && schema.format == nil
        if isText, document.vocabulary.isProse(name) {
            return texts.append(text.lowercased())
        }
        guard let value = document.value(text, of: schema), document.violations(of: value, against: schema).isEmpty
        else {
            return
        }
        if isText, schema.pattern == nil, !document.vocabulary.isKey(name) {
            parts[property.name, default: []].append(text.lowercased())
        } else {
            wanted[property.name, default: []].append(value)
        }
    }
}

extension JSONValue {
    /// A member of a row, or of its attributes.
    func member(_ name: String) -> JSONValue? { self[name] ?? self["attributes"]?[name] }

    /// Whether one of an object's own texts, or of those one step further down, contains the text, which is in lower case.
    func contains(_ text: String, depth: Int = 0) -> Bool {
        switch self {
        case .string(let own): own.lowercased().contains(text)
        case .object(let object) where depth < 2: object.members.contains { $0.value.contains(text, depth: depth + 1) }
        default: false
        }
    }

    /// Whether it is that text, or an object that is known by it or has it in its name; the text is in lower case.
    fileprivate func isCalled(_ text: String) -> Bool {
        guard case .object(let object) = self else { return scalarText?.lowercased() == text }
        return object.members.contains { member in
            let own = member.value.scalarText?.lowercased()
            switch HumanName.key(member.key) {
            case "name", "title", "label": return own?.contains(text) == true
            case "slug", "key", "code", "value", "id": return own == text
            default: return false
            }
        }
    }

    /// True for equal texts; case does not count.
    fileprivate func isSameText(as other: JSONValue) -> Bool {
        guard case .string(let own) = self, case .string(let text) = other else { return false }
        return own.lowercased() == text.lowercased()
    }
}
