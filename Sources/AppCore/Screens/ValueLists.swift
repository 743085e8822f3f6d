import APIModel
import WireFormats

/// The list whose rows have the values of a field.
package struct ValueList: Equatable, Sendable {
    package let screen: Screen
    /// The pointer to the value in a row.
    package let pointer: JSONPointer
    /// True if it is a search, so that it first asks for what.
    package var isSearch = false

    package init(screen: Screen, pointer: JSONPointer) { (self.screen, self.pointer) = (screen, pointer) }
}

/// The lists of a catalog by the names of their rows, and the forms that take a key of such a row.
struct ValueLists: Equatable, Sendable {
    private struct Titled: Equatable {
        let list: ValueList
        let words: [String]
    }

    /// A form's screen, and its member for the key.
    struct Taker: Equatable {
        let form: String
        let member: String
    }

    /// By the last words of their rows' title, joined by blanks.
    private var byEnd: [String: [Titled]] = [:]
    /// By the key's own name.
    private var byKey: [String: [ValueList]] = [:]
    /// By the list's id.
    private(set) var takers: [String: [Taker]] = [:]

    init(_ screens: [Screen]) {
        for screen in screens where screen.showsRows {
            guard let key = screen.rowID else { continue }
            let list = ValueList(screen: screen, pointer: key)
            let words = HumanName.words(of: screen.oneTitle.lowercased())
            for start in words.indices {
                byEnd[words[start...].joined(separator: " "), default: []].append(Titled(list: list, words: words))
            }
            if let name = key.tokens.last { byKey[HumanName.key(name), default: []].append(list) }
        }
        for screen in screens where screen.parent == nil {
            for member in screen.create?.body?.members ?? [] {
                guard let list = self.list(for: member.name, described: member.help, besides: [screen.id]) else {
                    continue
                }
                let known = takers[list.screen.id]?.contains { $0.form == screen.id } ?? false
                if !known { takers[list.screen.id, default: []].append(Taker(form: screen.id, member: member.name)) }
            }
        }
    }

    /// The list with a title that the field's name repeats, such as Projects for `projectId`, else the list whose rows have
    /// a key of that name. Without one it is the only list with a title that ends so, Open projects, else the list with
    /// the last words of the name: Stations for `originStationId`. A description such as "The ID of the origin station" is
    /// such a name as well.
    ///
    /// - Parameter own: the screens of the item itself, whose key is not chosen.
    func list(for field: String, described help: String?, besides own: [String?]) -> ValueList? {
        let words = HumanName.words(of: field).map { $0.lowercased() }
        guard words.count > 1, let last = words.last, NameClass.identity.has(last) else {
            return HumanName.identified(by: help).flatMap { self.list(named: $0[...], besides: own) }
        }
        return list(named: words.dropLast(), besides: own, key: HumanName.key(field))
    }

    private func list(named name: ArraySlice<String>, besides own: [String?], key: String? = nil) -> ValueList? {
        func titled(_ words: ArraySlice<String>) -> [Titled] {
            byEnd[words.joined(separator: " "), default: []].filter { !own.contains($0.list.screen.id) }
        }
        let ending = titled(name)
        let whole = ending.first { $0.words.count == name.count }?.list
        if let list = whole ?? key.flatMap({ byKey[$0]?.first { !own.contains($0.screen.id) } }) { return list }
        if ending.count == 1 { return ending[0].list }
        return name.indices.dropFirst().lazy.compactMap { start in
            titled(name[start...]).first { $0.words.count == name.endIndex - start }?.list
        }.first
    }
}

/// A form that takes the key of a row in one of its members.
package struct RowTaker: Sendable {
    package let screen: Screen
    package let form: Form
    package let member: String
    /// The pointer to the key in the row.
    package let pointer: JSONPointer
}

extension ScreenCatalog {
    /// The list that a field's name or description tells of; nil if there is none.
    ///
    /// - Parameter own: the screens of the item itself, whose key is not chosen.
    package func list(for field: Field, besides own: [String?]) -> ValueList? {
        valueLists.value.list(for: field.name, described: field.help, besides: own)
    }

    /// The forms with a member for the key of a list's row: that of a booking for the `tripId` of a trip.
    package func forms(takingRowsOf id: String) -> [RowTaker] {
        guard let pointer = self[id]?.rowID else { return [] }
        return valueLists.value.takers[id, default: []].compactMap { taker in
            guard let screen = self[taker.form], let form = screen.create else { return nil }
            return RowTaker(screen: screen, form: form, member: taker.member, pointer: pointer)
        }
    }
}
