import APIDocument
import APIModel
import WireFormats

extension SampleRun {
    /// An object with all members of this direction that have a value; large ones have only the required ones.
    mutating func object(
        _ schema: Schema, named reference: String?, _ place: SamplePlace
    ) throws(SampleError) -> JSONValue {
        let properties = properties(of: schema)
        let object = self.object(of: schema, named: reference, properties.map(\.name), place)
        var place = place
        let rows = try wholeList(properties, schema, object, &place)
        // The counts of a list that is here would not be those of the row.
        if rows == nil { place.pins = valuesOfRow(reference, properties, place) }
        var members = JSONObject()
        for property in properties {
            if let rows, rows.key == property.name {
                members[property.name] = rows.value
            } else {
                members[property.name] = try declared(property, schema, object, place)
            }
        }
        try addRequired(to: &members, schema, object, place)
        try addOthers(to: &members, schema, object, place)
        link(&members, properties, place)
        agree(&members, properties, object, place)
        settle(&members, properties, schema, place)
        dropOptional(from: &members, schema)
        return .object(members)
    }

    mutating func declared(
        _ property: Schema.Property, _ schema: Schema, _ object: SampleObject, _ place: SamplePlace
    ) throws(SampleError) -> JSONValue? {
        if let pin = place.pins[property.name], pin.objectValue == nil { return pin }
        let isRequired = schema.required.contains(property.name)
        guard isRequired || !isSparse(place), travels(property.schema) else { return nil }
        let inner = place.member(property.name, of: object)
        if let start = start(of: property, inner, isRequired: isRequired) { return start.value.map(inner.given) }
        if isParentID(inner), let id = schema.properties.first(where: { $0.name == "id" }),
            let parent = try parent(id.schema, property.schema, inner)
        {
            return parent
        }
        let said = patterns(for: property.name, in: schema)
        let whole = said.isEmpty ? property.schema : Schema(["allOf": .array([property.schema.json] + said)])
        return try optional(whole, inner, isRequired)
    }

    /// The rows of a complete nested list; the counts beside it are set to its length.
    private mutating func wholeList(
        _ properties: [Schema.Property], _ schema: Schema, _ object: SampleObject, _ place: inout SamplePlace
    ) throws(SampleError) -> JSONObject.Member? {
        guard let list = ownList(properties, object, place) else { return nil }
        let inner = place.member(list.name, of: object)
        let rows = try optional(list.schema, inner, schema.required.contains(list.name))
        let count = rows?.arrayValue?.count ?? 0
        place.listing = SampleListing(at: inner.pointer, rows: 0..<count, total: count)
        return rows.map { JSONObject.Member(key: list.name, value: $0) }
    }

    private mutating func addRequired(
        to members: inout JSONObject, _ schema: Schema, _ object: SampleObject, _ place: SamplePlace
    ) throws(SampleError) {
        let declared = Set(schema.properties.map(\.name))
        for name in schema.required where !declared.contains(name) && members[name] == nil {
            if let pin = place.pins[name] {
                members[name] = pin
            } else {
                members[name] = try value(undeclared(name, in: schema), place.member(name, of: object))
            }
        }
    }

    /// A member's value; nil for an optional member without a valid value.
    private mutating func optional(
        _ schema: Schema, _ place: SamplePlace, _ isRequired: Bool
    ) throws(SampleError) -> JSONValue? {
        let before = misfits
        do {
            let value = try value(schema, place)
            guard misfits > before, !isRequired else { return value }
            misfits = before
            return fits(value, schema) ? value : nil
        } catch {
            if isRequired { throw error }
            return nil
        }
    }

    /// The only array beside members that count its rows, unless the sample's list is here.
    private func ownList(
        _ properties: [Schema.Property], _ object: SampleObject, _ place: SamplePlace
    ) -> Schema.Property? {
        guard place.pins.isEmpty, place.listing.map({ !$0.pointer.tokens.starts(with: place.path) }) ?? true,
            !isSparse(place)
        else { return nil }
        let arrays = properties.filter { document.resolveChoices($0.schema).type == .array && travels($0.schema) }
        guard arrays.count == 1, let list = arrays.first else { return nil }
        let empty = SampleListing(at: JSONPointer(tokens: place.path + [list.name]), rows: 0..<0, total: 0)
        let entry = document.resolveChoices(list.schema).items.map(document.resolveChoices)
        let hasPrices = entry?.properties.contains { NameClass.moneyValue.has($0.name) } ?? false
        let hasCounts = properties.contains { property in
            // A total with decimal places is no count.
            guard document.resolveChoices(property.schema).types != [.number] else { return false }
            let key = HumanName.key(property.name)
            if key == "total", hasPrices { return false }
            return key != "empty" && empty.answer(key, beside: object.members) != nil
                || ListCount.isTotal(key, of: HumanName.key(list.name), beside: object.members)
        }
        // Beside amounts of money, `total` is an amount.
        let isMoney = !object.members.isDisjoint(with: NameClass.besideMoney.names)
        return hasCounts && !isMoney ? list : nil
    }

    func travels(_ schema: Schema) -> Bool {
        let resolved = schema.reference == nil && schema.allOf.isEmpty ? schema : document.resolve(schema)
        return direction == .request ? !resolved.isReadOnly : !resolved.isWriteOnly
    }

    // MARK: Members with a value of their own

    /// The initial value of a member: `value` is nil if the member is left out. Nil for members without one.
    ///
    /// The last page has no next page, only failures have errors, and a new object has no history.
    private mutating func start(of property: Schema.Property, _ place: SamplePlace, isRequired: Bool) -> (
        value: JSONValue?, Void
    )? {
        let schema = document.resolveChoices(property.schema)
        func fits(_ value: JSONValue) -> Bool { document.fits(value, property.schema) }
        if isNothing(place, schema) {
            if !isRequired { return (fits(.null) && place.listing != nil ? .null : nil, ()) }
            let empty: [JSONValue] = [.null, .array([])] + (schema.pattern == nil && schema.format == nil ? [""] : [])
            return empty.first(where: fits).map { ($0, ()) }
        }
        if schema.examples.isEmpty, isParentID(place),
            isNew || place.ordinal == 0 || place.seed.pick(3, place.ordinal) == 0
        {
            return fits(.null) ? (.null, ()) : isRequired ? nil : (nil, ())
        }
        guard isNew, place.depth == 1, place.ordinal > 0 || schema.examples.isEmpty else { return nil }
        if place.name.words.contains("edited") && fits(.null) || vocabulary.isLater(place.name, schema) {
            return fits(.null) ? (.null, ()) : isRequired ? nil : (nil, ())
        }
        let stage = vocabulary.stage(place.name)
        if stage == .confirmed || stage == .closed, schema.types == [.boolean], fits(false) { return (false, ()) }
        let words = place.name.words
        let isCount =
            words.count > 1 && (words.last == "count" || words[0] == "num" || words.starts(with: ["number", "of"]))
        if schema.types.contains(.integer), isCount, fits(0) { return (0, ()) }
        // An unset choice has the default, or the first value.
        let usual = schema.default ?? schema.enumValues?.first { !$0.isNull && $0 != "" }
        return usual.flatMap { fits($0) ? ($0, ()) : nil }
    }

    /// True if there is no next page, or no error to describe.
    private func isNothing(_ place: SamplePlace, _ schema: Schema) -> Bool {
        if place.listing?.isLast == true, !schema.types.contains(.boolean), PagingNames.nexts.hasKey(place.name.key) {
            return true
        }
        guard direction == .response, !isFault, !place.object.isFault, schema.examples.isEmpty, schema.default == nil,
            schema.const == nil, schema.enumValues == nil
        else { return false }
        if topic(schema, place, .text)?.isAbsent == true { return true }
        // A date of death has the format of every date.
        guard ["date", "date-time"].contains(schema.format) else { return false }
        return vocabulary.topic(place.name, of: place.object.name, beside: [], .text)?.isAbsent ?? false
    }

    private var isFault: Bool {
        guard let hint else { return false }
        return hint.words.contains { NameClass.failure.hasKey($0) || $0 == "default" }
            || hint.last.count == 3 && ["4", "5"].contains(hint.last.prefix(1))
    }

    /// The currency of all members of an object; nil for other currencies, such as `targetCurrency`.
    mutating func currency(_ schema: Schema, _ place: SamplePlace) -> JSONValue? {
        guard isCurrency(place), schema.types == [.string] || schema.types.isEmpty else { return nil }
        let written = [currency, schema.examples.first, schema.default].compactMap { $0?.stringValue }
        let usual = (written + ["EUR"] + (schema.enumValues ?? []).compactMap(\.stringValue))
            .flatMap { [$0, $0.uppercased(), $0.lowercased()] }.map(JSONValue.string)
        guard let value = usual.first(where: { isShowable($0, schema) }) else { return nil }
        currency = currency ?? value
        return value
    }

    /// True if a member is the currency of its object.
    func isCurrency(_ place: SamplePlace) -> Bool {
        place.depth > 0 && NameClass.currency.hasKey(place.name.key)
            && place.object.name.last != "currency"
    }

    /// Lets the members of an object agree.
    func settle(
        _ members: inout JSONObject, _ properties: [Schema.Property], _ schema: Schema, _ place: SamplePlace
    ) {
        clearOthers(in: &members, properties, Set(schema.required), place)
        reckon(&members, properties, place)
    }

    /// Clears the members of other states: an open ticket has no `closedAt`, a delivered parcel no `cancellationReason`.
    private func clearOthers(
        in members: inout JSONObject, _ properties: [Schema.Property], _ required: Set<String>, _ place: SamplePlace
    ) {
        let names = properties.map(\.name)
        func clear(_ property: Schema.Property) {
            guard place.pins[property.name] == nil,
                place.ordinal > 0 || document.resolve(property.schema).examples.isEmpty
            else { return }
            let isNullable = document.fits(.null, property.schema)
            if isNullable || !required.contains(property.name) { members[property.name] = isNullable ? .null : nil }
        }
        let flags = document.memo.value(for: names) { FlagMembers(names) }
        for property in properties where members[property.name] != nil {
            if let flag = flags.flag(of: property.name), members[flag.name] == .bool(!flag.value) { clear(property) }
        }
        guard let status = properties.first(where: { vocabulary.isStatus($0.name, of: place.object.name) }),
            let values = document.resolveChoices(status.schema).enumValues?.compactMap(\.stringValue),
            let now = members[status.name]?.stringValue
        else { return }
        let states = document.memo.value(for: [values, names]) {
            StateMembers(values, among: names)
        }
        let isOngoing = NameClass.ongoingState.has(now)
        for property in properties where members[property.name] != nil {
            let schema = document.resolveChoices(property.schema)
            let isEnd = isOngoing && vocabulary.isEnd(NameWords(property.name), schema)
            if isEnd || states.isForeign(property.name, to: now) { clear(property) }
        }
    }

    // MARK: The object

    /// The object that the members describe: this one, or the one around it.
    func object(
        of schema: Schema, named reference: String?, _ members: [String], _ place: SamplePlace
    ) -> SampleObject {
        let component = reference.map {
            NameWords(String($0.split(separator: "/").last ?? "")).without(Vocabulary.fillers)
        }
        // A category's parent is a category.
        let isKin = NameClass.kin.hasKey(place.name.ofOne.last)
        let names = [
            isKin ? nil : place.name, component, schema.title.map { NameWords($0).without(Vocabulary.fillers) },
            place.depth == 0 ? hint : nil, isKin ? place.object.name : nil,
        ].compactMap { $0?.ofOne }.filter { !$0.words.isEmpty }
        let isKnown = component.map { vocabulary.knows($0.ofOne) } ?? false
        var name = (place.depth == 0 && !isKnown ? names.first : component?.ofOne ?? names.first) ?? place.name
        if !vocabulary.knows(name), let known = names.first(where: vocabulary.knows) { name = known }
        if place.depth > 0, ["item", "line", "product"].contains(name.last), name.words.count == 1 {
            // A line belongs to an order, a cart or similar.
            let whole = NameWords(words: place.object.name.words + name.words)
            if vocabulary.knows(whole) { name = whole }
        }
        let keys = Set(members.map { NameWords($0).key })
        let isWrapper = NameClass.wrappers.hasKey(place.name.last)
        let isNamed = !keys.isDisjoint(with: ["id", "name", "title"]) || vocabulary.knows(name)
        guard place.depth == 0 || place.item != nil || !isWrapper && isNamed else {
            return SampleObject(
                name: place.object.name, seed: place.object.seed, ordinal: place.object.ordinal, key: place.object.key,
                members: keys, after: place.object.after)
        }
        // A nested item is newer than its object, in the order of the list.
        let after =
            place.item.map { place.object.timeline.moment(.created) + (1 + $0) * 9_700 }
            ?? (isNew && place.depth == 0 ? Timestamp.anchor : nil)
        return SampleObject(
            name: name, seed: place.seed, ordinal: place.ordinal, item: place.item, key: SampleRun.key(members),
            members: keys, ids: SampleRun.ids(in: place.pins), after: after)
    }

    private static func ids(in pins: [String: JSONValue]) -> [String: JSONValue] {
        let ids = pins.compactMap { pin in
            pin.value.scalarText == nil ? nil : NameWords(pin.key).ofObject.map { ($0.key, pin.value) }
        }
        return Dictionary(ids) { first, _ in first }
    }

    /// The member that identifies an object: `id`, else the first if it has the name of an id or numbers the rows.
    private static func key(_ members: [String]) -> String {
        guard let first = members.first, !members.contains("id") else { return "id" }
        let words = NameWords(first)
        if NameClass.idWords.hasKey(words.last) { return words.key }
        let hasOther = members.contains { NameClass.otherIdentity.hasKey(NameWords($0).last) }
        return NameClass.counter.hasKey(words.last) && !hasOther ? words.key : "id"
    }

    // MARK: Members that are not declared

    /// Adds undeclared members: two if the schema declares none, otherwise the required number.
    private mutating func addOthers(
        to members: inout JSONObject, _ schema: Schema, _ object: SampleObject, _ place: SamplePlace
    ) throws(SampleError) {
        let least = max(0, schema.minProperties ?? 0)
        guard least <= 20_000 else { throw SampleError(kind: .tooLarge, pointer: place.pointer) }
        let wanted = schema.properties.isEmpty && members.isEmpty && !isSparse(place) ? max(2, least) : least
        // Links without declared names are left out: they would refer to nothing.
        guard members.count < wanted, least > 0 || place.name.last != "links" else { return }
        guard schema.allowsAdditionalProperties || schema.json["patternProperties"] != nil else { return }
        let valueName = valueName(of: schema, place)
        for index in 0..<(wanted + 4) where members.count < wanted {
            guard let name = otherName(index, schema, place, besides: members) else { continue }
            var other = place.member(name, of: object)
            other.name = valueName ?? other.name
            do {
                members[name] = try value(undeclared(name, in: schema), other)
            } catch {
                if members.count < least { throw error }
                return
            }
        }
    }

    private mutating func otherName(
        _ index: Int, _ schema: Schema, _ place: SamplePlace, besides members: JSONObject
    ) -> String? {
        let rule = schema.json["propertyNames"].map(Schema.init)
        if rule != nil { isThorough = true }
        func isAllowed(_ name: String) -> Bool {
            members[name] == nil && (schema.allowsAdditionalProperties || !patterns(for: name, in: schema).isEmpty)
                && (rule.map { document.allows(.string(name), $0) } ?? true)
        }
        let fixed = (rule?.const.map { [$0] } ?? rule?.enumValues)?.compactMap(\.stringValue)
        let words = fixed ?? keys(of: schema, place)
        if fixed != nil, index >= words.count { return nil }
        let word = words[index % words.count] + (index < words.count ? "" : String(index / words.count + 1))
        let forms = (schema.json["patternProperties"]?.objectValue?.keys ?? [])
        let texts =
            (forms.isEmpty ? [] : [forms[index % forms.count]])
            + [rule?.json["pattern"]?.stringValue].compactMap(\.self)
        let seed = place.seed.child("names")
        let made = texts.compactMap { PatternText($0) }.flatMap { pattern in
            (Pattern(pattern.pattern)?.isFound(in: word) == true ? [word] : [])
                + (0..<4).compactMap { turn in
                    var choices = Choices(turn == 0 ? seed : seed.child("turn-\(turn)"), ordinal: index)
                    return pattern.text(&choices, extra: 4, limit: 20)
                }
        }
        // A pattern that only fixes the prefix generates one name, so a number is added.
        if let name = (made + made.prefix(1).map { $0 + String(index + 1) } + [word]).first(where: isAllowed) {
            return name
        }
        guard let rule, rule.json.objectValue != nil else { return nil }
        let text = plainText(document.resolve(rule), place.member("name\(index)", of: place.object))
        return isAllowed(text) ? text : nil
    }

    private func keys(of map: Schema, _ place: SamplePlace) -> [String] {
        let keys = keyTopic(of: map, place)?.values ?? []
        return keys.isEmpty ? ["entry"] : keys
    }

    private func keyTopic(of map: Schema, _ place: SamplePlace) -> Vocabulary.Topic? {
        let name = place.name.words.isEmpty ? place.object.name : place.name
        let use = map.additionalProperties?.types == [.integer] ? "count key" : "map key"
        return vocabulary.topic(NameWords(use), of: name.ofOne, beside: [], .text)
    }

    /// The name of a map's values: `name_localizations` has names, `prices` has prices. Nil if no topic has that name.
    private func valueName(of map: Schema, _ place: SamplePlace) -> NameWords? {
        let name = place.name.ofOne.without(keyTopic(of: map, place)?.objects ?? [])
        let uses: [Vocabulary.Use] = [.text, .number]
        return uses.contains { vocabulary.topic(name, of: place.object.name, beside: [], $0) != nil } ? name : nil
    }

    /// The schema of an undeclared member: that of the patterns that match its name, else `additionalProperties`.
    private func undeclared(_ name: String, in schema: Schema) -> Schema {
        let own = patterns(for: name, in: schema)
        guard let first = own.first else { return schema.additionalProperties ?? .any }
        return own.count == 1 ? Schema(first) : Schema(["allOf": .array(own)])
    }

    private func patterns(for name: String, in schema: Schema) -> [JSONValue] {
        let patterns = schema.json["patternProperties"]?.objectValue?.members ?? []
        return patterns.filter { Pattern($0.key)?.isFound(in: name) == true }.map(\.value)
    }

    private func dropOptional(from members: inout JSONObject, _ schema: Schema) {
        guard let most = schema.maxProperties, members.count > most else { return }
        let required = Set(schema.required)
        for name in members.keys.reversed() where members.count > most && !required.contains(name) {
            members[name] = nil
        }
    }
}
