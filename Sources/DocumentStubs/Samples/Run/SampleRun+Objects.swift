import APIDocument
import WireFormats

extension SampleRun {
    /// An object with all its members that fit and travel this way; deep down, with those that are required.
    mutating func object(
        _ schema: Schema, named reference: String?, _ place: SamplePlace
    ) throws(SampleError) -> JSONValue {
        let properties = properties(of: schema)
        let thing = thing(of: schema, named: reference, properties.map(\.name), place)
        let required = Set(schema.required)
        let siblings = Set(properties.map { NameWords($0.name).words.joined() })
        var members = JSONObject()
        for property in properties {
            if let pin = place.pins[property.name], pin.objectValue == nil {
                members[property.name] = pin
                continue
            }
            let inner = place.member(property.name, of: thing, beside: siblings)
            let isRequired = required.contains(property.name)
            if !isRequired, isSparse(place) { continue }
            guard travels(property.schema), isRequired || !isLastPage(property.name, inner) else { continue }
            switch beginning(of: property, inner, isRequired: isRequired) {
            case .value(let value):
                members[property.name] = inner.given(in: value)
                continue
            case .absent: continue
            case nil: break
            }
            do {
                let said = patterns(for: property.name, in: schema)
                members[property.name] = try value(
                    said.isEmpty ? property.schema : Schema(["allOf": .array([property.schema.json] + said)]), inner)
            } catch {
                if isRequired { throw error }
            }
        }
        let declared = Set(properties.map(\.name))
        for name in schema.required where !declared.contains(name) && members[name] == nil {
            if let pin = place.pins[name] {
                members[name] = pin
            } else {
                members[name] = try value(undeclared(name, in: schema), place.member(name, of: thing))
            }
        }
        try addOthers(to: &members, schema, thing, place)
        finish(&members, properties, schema, place)
        return .object(members)
    }

    /// Makes the members of an object agree with each other and with other things.
    private mutating func finish(
        _ members: inout JSONObject, _ properties: [Schema.Property], _ schema: Schema, _ place: SamplePlace
    ) {
        var settled = place
        settled.pins.merge(writtenMembers(members, properties, place)) { given, _ in given }
        follow(&members, properties, settled)
        link(&members, properties, settled)
        settle(&members, schema, pins: settled.pins)
        dropOptional(from: &members, schema)
        reconcile(&members, properties, settled)
    }

    /// Whether a member is sent this way at all.
    func travels(_ schema: Schema) -> Bool {
        let resolved = schema.reference == nil && schema.allOf.isEmpty ? schema : document.resolve(schema)
        return direction == .request ? !resolved.isReadOnly : !resolved.isWriteOnly
    }

    /// What the members of an object speak of: the object itself, or what it is a part of.
    func thing(
        of schema: Schema, named reference: String?, _ members: [String], _ place: SamplePlace
    ) -> Thing {
        let component = reference.map { NameWords(String($0.split(separator: "/").last ?? "")).ofThing }
        // A category's parent is a category.
        let isOfSameKind = SampleRun.kin.contains(place.name.singular)
        let names = [
            isOfSameKind ? nil : place.name, component, schema.title.map { NameWords($0).ofThing },
            place.depth == 0 ? hint : nil, isOfSameKind ? place.thing.name : nil,
        ].compactMap { $0 }.filter { !$0.words.isEmpty }
        let name = (place.depth == 0 ? names.first : component ?? names.first) ?? place.name
        let whole = reference.map { NameWords(String($0.split(separator: "/").last ?? "")) }
        let isLine = ThingKind.isLine(whole ?? place.name) || ThingKind.isLine(place.name, of: place.thing.name)
        let known =
            isLine ? .product : names.lazy.compactMap { ThingKind(named: $0) }.first ?? ThingKind(members: members)
        let isWrapper = SampleRun.wrappers.contains(place.name.last)
        let hasName = members.contains { ["id", "name", "title"].contains($0.lowercased()) }
        guard place.depth == 0 || place.item != nil || !isWrapper && (known != nil || hasName) else {
            return place.thing
        }
        // What belongs to a thing came after it, in the order of the list.
        let after =
            place.item.map { place.thing.timeline.moment(.created) + (1 + $0) * 9_700 }
            ?? (isNew && place.depth == 0 ? Moment.anchor : nil)
        return Thing(
            name: name.ofOne, kind: known ?? .thing, seed: place.seed, ordinal: place.ordinal,
            ownID: SampleRun.ownID(members), after: after)
    }

    /// The member that identifies an object: `id`, else the first where that looks like an id, or counts what stands beside each
    /// other and nothing else looks like one.
    private static func ownID(_ members: [String]) -> String {
        guard let first = members.first, !members.contains("id") else { return "id" }
        let words = NameWords(first)
        if TextMaker.idWords.contains(words.last) { return words.words.joined() }
        let hasOther = members.contains { ["id", "uuid", "key", "code", "slug", "name"].contains(NameWords($0).last) }
        return counters.contains(words.last) && !hasOther ? words.words.joined() : "id"
    }

    /// Members that hold a thing of the kind they belong to.
    private static let kin: Set<String> = ["parent", "child", "children", "ancestor", "descendant", "sibling"]

    /// What numbers the things of a list: the versions of a secret, the lines of an order.
    private static let counters: Set<String> = [
        "version", "revision", "line", "no", "nr", "seq", "sequence", "position", "index", "rank", "step", "year",
    ]

    private static let wrappers: Set<String> = [
        "attributes", "properties", "profile", "data", "details", "info", "fields", "payload", "meta", "metadata",
    ]

    /// Members that are not declared: where none are, two that show what they are like; else as many as must be.
    private mutating func addOthers(
        to members: inout JSONObject, _ schema: Schema, _ thing: Thing, _ place: SamplePlace
    ) throws(SampleError) {
        let least = max(0, schema.minProperties ?? 0)
        guard least <= 20_000 else { throw SampleError(kind: .tooLarge, pointer: place.pointer) }
        let wanted = schema.properties.isEmpty && members.isEmpty && !isSparse(place) ? max(2, least) : least
        // Links lead to what exists; of those nobody names, none do.
        guard members.count < wanted, least > 0 || place.name.last != "links" else { return }
        guard schema.allowsAdditionalProperties || schema.json["patternProperties"] != nil else { return }
        let names = OtherNames(schema, place)
        for index in 0..<(wanted + 4) where members.count < wanted {
            guard let name = name(names.candidates(index), index, schema, place, besides: members) else { continue }
            do {
                members[name] = try value(undeclared(name, in: schema), place.member(name, of: thing))
            } catch {
                if members.count < least { throw error }
                return
            }
        }
    }

    /// The first of the names that a member may have; else one that is made by what the schema says of names.
    private mutating func name(
        _ candidates: [String], _ index: Int, _ schema: Schema, _ place: SamplePlace, besides members: JSONObject
    ) -> String? {
        let rule = schema.json["propertyNames"].map(Schema.init)
        if rule != nil { isRare = true }
        func isAllowed(_ name: String) -> Bool {
            members[name] == nil && (schema.allowsAdditionalProperties || !patterns(for: name, in: schema).isEmpty)
                && (rule.map { document.violations(of: .string(name), against: $0, isThorough: true).isEmpty } ?? true)
        }
        if let name = candidates.first(where: isAllowed) { return name }
        guard let rule, rule.json.objectValue != nil else { return nil }
        let made = made(document.resolve(rule), place.member("name\(index)", of: place.thing))
        return isAllowed(made) ? made : nil
    }

    /// The schema of a member that is not declared: what the patterns say that its name fits, else what is said of all others.
    private func undeclared(_ name: String, in schema: Schema) -> Schema {
        let own = patterns(for: name, in: schema)
        guard let first = own.first else { return schema.additionalProperties ?? .any }
        return own.count == 1 ? Schema(first) : Schema(["allOf": .array(own)])
    }

    /// What `patternProperties` says of a member of that name.
    private func patterns(for name: String, in schema: Schema) -> [JSONValue] {
        let patterns = schema.json["patternProperties"]?.objectValue?.members ?? []
        return patterns.filter { PatternText($0.key)?.isFound(in: name) == true }.map(\.value)
    }

    private func dropOptional(from members: inout JSONObject, _ schema: Schema) {
        guard let most = schema.maxProperties, members.count > most else { return }
        let required = Set(schema.required)
        for name in members.keys.reversed() where members.count > most && !required.contains(name) {
            members[name] = nil
        }
    }
}
