import APIModel
import WireFormats

/// The list whose rows have the values of a field.
package struct ValueList: Equatable, Sendable {
    package let screen: Screen
    package let pointer: JSONPointer
    /// True if it is a search, which first asks for its parameters.
    package var isSearch = false

    package init(screen: Screen, pointer: JSONPointer) { (self.screen, self.pointer) = (screen, pointer) }
}

/// The lists of a catalog by the names of their rows, and the screens that take a key of such a row.
struct ValueLists: Equatable, Sendable {
    private struct Titled: Equatable {
        let list: ValueList
        let words: [String]
    }

    /// A screen, and the member of its form or the parameter of its request that takes the key.
    struct Taker: Equatable {
        let screen: String
        let name: String
        let isParameter: Bool
    }

    /// Lists by the last words of their rows' title, joined by spaces.
    private var byEnd: [String: [Titled]] = [:]
    /// Lists by the key's own name.
    private var byKey: [String: [ValueList]] = [:]
    /// Screens by the list's id.
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
            // Other parameters, such as the tenant, are asked for or known already.
            let keys = screen.questions.filter { list(for: $0.name, described: $0.help, besides: [screen.id]) != nil }
            if keys.count == 1 { add(screen, keys[0].name, keys[0].help, isParameter: true) }
            for member in screen.create?.body?.members ?? [] {
                add(screen, member.name, member.help, isParameter: false)
            }
        }
    }

    private mutating func add(_ screen: Screen, _ name: String, _ help: String?, isParameter: Bool) {
        guard let list = list(for: name, described: help, besides: [screen.id])?.screen.id,
            takers[list]?.contains(where: { $0.screen == screen.id }) != true
        else { return }
        takers[list, default: []].append(Taker(screen: screen.id, name: name, isParameter: isParameter))
    }

    /// The list with the title in a field's name, such as Projects for `projectId`, else a list whose rows have a key
    /// of that name. Otherwise the only list whose title ends so, such as Open projects, else the list with the last
    /// words of the name: Stations for `originStationId`. A description such as "The ID of the origin station" counts
    /// as a name.
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

/// A screen that takes the key of a row.
package struct RowTaker: Sendable {
    /// The screen; if its request takes the key, the parameter's source is the row.
    package let screen: Screen
    /// The form and its member that takes the key; nil if the request does.
    package let member: (form: Form, name: String)?
    package let pointer: JSONPointer
}

extension ScreenCatalog {
    /// The list that a field's name or description refers to; nil if there is none.
    ///
    /// - Parameter own: the screens of the item itself, whose key is not chosen.
    package func list(for field: String, described help: String?, besides own: [String?] = []) -> ValueList? {
        valueLists.value.list(for: field, described: help, besides: own)
    }

    /// The screens of the sidebar that take the key of a list's row: the form of a booking with the `tripId` of a trip,
    /// or the call of `/files/invoices/{invoiceId}/pdf`.
    package func takers(ofRowsOf id: String) -> [RowTaker] {
        guard let pointer = self[id]?.rowID else { return [] }
        return valueLists.value.takers[id, default: []].compactMap { taker in
            guard let screen = self[taker.screen] else { return nil }
            guard !taker.isParameter else {
                return RowTaker(screen: screen.taking(taker.name, from: pointer), member: nil, pointer: pointer)
            }
            return screen.create.map { RowTaker(screen: screen, member: ($0, taker.name), pointer: pointer) }
        }
    }
}

extension Screen {
    fileprivate func taking(_ parameter: String, from pointer: JSONPointer) -> Screen {
        var screen = self
        screen.load?.take(parameter, from: pointer)
        screen.create?.request.take(parameter, from: pointer)
        screen.update?.request.take(parameter, from: pointer)
        return screen
    }
}

extension Request {
    fileprivate mutating func take(_ name: String, from pointer: JSONPointer) {
        guard let index = parameters.firstIndex(where: { $0.name == name }) else { return }
        parameters[index].question = parameters[index].source.asked
        parameters[index].source = .row(pointer)
    }
}
