import APIDocument
import HTTPTypes
import WireFormats

/// The item in the body of a write.
package struct WrittenBody: Sendable {
    /// The place of the item in the body.
    package let place: JSONPointer
    /// The schema of the sent item, resolved; nil if the document gives none.
    package let schema: Schema?
    /// True if the body is the whole item: a new one, or a PUT. Otherwise it changes the stored one.
    package let isWhole: Bool
    package let isDescribed: Bool
    /// Members of the item that the query may set: for a new or whole item, or without a body.
    package let queried: [String: Schema]
    package let itemSchema: Schema?
    /// The schema of a body in XML; nil if the document takes none.
    package let xml: Schema?
    package let document: APIDocument

    /// - Parameters:
    ///   - itemSchema: the schema of the item. A member that the item has is not a wrapper of it.
    ///   - isAction: true for an action on an item that has a GET of its own.
    package init(_ operation: Operation, itemSchema: Schema?, isAction: Bool, in document: APIDocument) {
        isDescribed = operation.requestBody != nil
        xml = operation.requestBody?.content.first { MediaTypeName($0.name).isXML }?.schema
        let own = operation.requestBody?.content.json?.schema ?? operation.requestBody?.preferred?.schema
        let whole = own.map(document.resolveChoices)
        let unwrapped = own.map(document.unwrapping)
        let isMember = unwrapped?.place.tokens.first.map { first in
            itemSchema?.properties.contains { $0.name == first } == true
        }
        let isRow = operation.path.segments.last?.parameter != nil
        if !isRow, operation.method == .post, whole?.type == .array {
            // Several new items at once: each has the schema of the array's items.
            (place, schema) = (.root, whole?.items.map(document.resolveChoices))
        } else {
            place = isMember == true ? .root : unwrapped?.place ?? .root
            schema = isMember == true ? whole : unwrapped?.schema ?? whole
        }
        isWhole = !isAction && (operation.method == .put || operation.method == .post && !isRow)
        let names = Set(operation.parameters.filter { $0.location == .query }.map(\.name))
        let isQueried = (operation.requestBody == nil || isWhole) && operation.method != .get
        queried = (isQueried ? itemSchema?.properties ?? [] : []).filter { names.contains($0.name) }.byName
        self.document = document
        self.itemSchema = itemSchema
    }
}

extension [Schema.Property] {
    /// The schemas by member name; the first of several with the same name.
    package var byName: [String: Schema] { Dictionary(map { ($0.name, $0.schema) }) { first, _ in first } }
}

extension Schema {
    /// The members' own names for sent ones in another spelling: `friendly_name` for `FriendlyName`. Those that no member,
    /// or more than one, matches are left out.
    package func memberNames(for sent: some Sequence<String>) -> [String: String] {
        let properties = properties
        let names = Set(properties.map(\.name))
        let others = sent.filter { name in
            !names.contains(name) && name.allSatisfy { $0.isLetter || $0.isNumber || "_-".contains($0) }
        }
        guard !others.isEmpty else { return [:] }
        let own = Dictionary(grouping: names) { HumanName.key($0) }.compactMapValues { $0.count == 1 ? $0[0] : nil }
        return others.reduce(into: [:]) { found, name in found[name] = own[HumanName.key(name)] }
    }
}

extension WrittenBody {
    /// The members under the item's own names; of one sent in both spellings, the item's counts.
    package func spelt(_ sent: JSONObject) -> JSONObject {
        guard let own = itemSchema?.memberNames(for: sent.keys), !own.isEmpty else { return sent }
        return JSONObject(
            sent.members.compactMap { member in
                guard let name = own[member.key] else { return member }
                return sent[name] == nil ? .init(key: name, value: member.value) : nil
            })
    }
}
