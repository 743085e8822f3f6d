import APIDocument
import AppCore
import HTTPTypes
import JSONText

extension World {
    /// The screen that changes a row of a list: the list's own form does, else that of the screen the row opens.
    /// Nil where the API has no update for the row.
    func editor(ofRowsOf list: Screen) -> Screen? { owner(of: list) { $0.update != nil } }

    /// The screen that deletes a row of a list: the list itself, else the one the row opens. Nil where the API has no
    /// delete for the row.
    func remover(ofRowsOf list: Screen) -> Screen? { owner(of: list) { $0.delete != nil } }

    /// Whether a row of a list can be changed, whichever of the two screens does it.
    /// - Parameter rows: what the rows are called, in the plural, with where they are.
    func editing(of list: Screen, called rows: String, selected: Bool) -> Availability {
        guard editor(ofRowsOf: list) != nil else { return .disabled("The API has no update for \(rows).") }
        return selected ? .enabled : .disabled("Nothing is selected.")
    }

    /// Whether a row of a list can be deleted, whichever of the two screens does it.
    func deleting(of list: Screen, called rows: String, selected: Bool) -> Availability {
        guard remover(ofRowsOf: list) != nil else { return .disabled("The API has no delete for \(rows).") }
        return selected ? .enabled : .disabled("Nothing is selected.")
    }

    /// Whether a row says of itself all that its screen is opened by: what was sent and answered without data has no id.
    func opens(_ row: JSONValue, of list: Screen) -> Bool {
        let parameters = list.rowScreen.flatMap { catalog[$0]?.load?.parameters } ?? []
        return parameters.allSatisfy { parameter in
            guard case .row(let pointer) = parameter.source else { return true }
            return row[pointer].map { !$0.isNull } ?? !parameter.isRequired
        }
    }

    /// A new row as it is opened: where the server answered without what its path is made of, that is in the answer's `Location`
    /// (RFC 9110 section 15.3.2).
    func opening(_ outcome: UpdateOutcome, in list: Screen) -> UpdateOutcome {
        guard case .accepted(let sent, let response) = outcome, !opens(sent, of: list),
            let load = list.rowScreen.flatMap({ catalog[$0]?.load }),
            let names = response.head.headerFields[.location].flatMap(load.path.names(inURL:))
        else { return outcome }
        let row = load.parameters.reduce(sent) { row, parameter in
            guard case .row(let pointer) = parameter.source, let name = names[parameter.name], row[pointer] == nil
            else {
                return row
            }
            let number = parameter.parameter.schema.types.contains(.string) ? nil : JSONNumber(text: name)
            return row.setting(number.map(JSONValue.number) ?? .string(name), at: pointer)
        }
        return .accepted(sent: row, response)
    }

    private func owner(of list: Screen, where can: (Screen) -> Bool) -> Screen? {
        if can(list) { return list }
        return list.rowScreen.flatMap { catalog[$0] }.flatMap { can($0) ? $0 : nil }
    }
}

extension PathTemplate {
    /// The values of the parameters in a URL that ends with this path, whatever it begins with.
    fileprivate func names(inURL url: String) -> [String: String]? {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        return matches("/" + path.split(separator: "/").suffix(segments.count).joined(separator: "/"))
    }
}
