import SourceTexts
import WireFormats

/// Changes to a document that its author did not make: an OpenAPI Overlay, version 1.0 or 1.1.
///
/// Source: OpenAPI Overlay Specification 1.0.0, "Action Object".
public struct DocumentOverlay: Sendable {
    private struct Action {
        let target: JSONPath
        let update: JSONValue?
        let removes: Bool
        let place: JSONPointer
    }

    private let source: SourceText
    private let actions: [Action]

    /// Reads an overlay.
    /// - Throws: the first problem, with its file and line.
    package init(_ source: SourceText) throws(Problem) {
        let value = try source.parse()
        self.source = source
        guard let version = value["overlay"]?.scalarText, version.hasPrefix("1.") else {
            throw source.problem(
                "is not an OpenAPI Overlay: it needs \"overlay: 1.0.0\" and \"actions\"",
                at: JSONPointer(tokens: value["overlay"] == nil ? [] : ["overlay"]))
        }
        guard let written = value["actions"]?.arrayValue, !written.isEmpty else {
            throw source.problem("has no actions", at: JSONPointer(tokens: value["actions"] == nil ? [] : ["actions"]))
        }
        var actions: [Action] = []
        for (index, action) in written.enumerated() {
            let place = JSONPointer(tokens: ["actions", String(index)])
            guard let target = action["target"]?.stringValue else {
                throw source.problem("an action needs a target, as in target: $.paths['/users']", at: place)
            }
            let query: JSONPath
            do {
                query = try JSONPath(target)
            } catch {
                throw source.problem(error.description, at: place.appending("target"))
            }
            let removes = action["remove"] == true
            guard removes || action["update"] != nil else {
                throw source.problem("an action needs an update, or remove: true", at: place)
            }
            actions.append(Action(target: query, update: action["update"], removes: removes, place: place))
        }
        self.actions = actions
    }

    /// The document after all actions, and a problem for each action that selects nothing.
    func applied(to document: JSONValue) -> (document: JSONValue, problems: [Problem]) {
        var (document, problems): (JSONValue, [Problem]) = (document, [])
        for action in actions {
            let places = action.target.places(in: document)
            if places.isEmpty {
                problems.append(
                    source.problem(
                        "\"\(action.target.text)\" selects nothing in the document",
                        at: action.place.appending("target")))
            }
            // From the end, so that indices before a removed item stay valid.
            for place in places.reversed() {
                if action.removes {
                    document = document.setting(nil, at: place)
                } else if let update = action.update {
                    document = document.setting((document[place] ?? .null).updated(with: update), at: place)
                }
            }
        }
        return (document, problems)
    }
}

extension JSONValue {
    /// The value after an update: objects are merged, arrays get items, other values are replaced.
    fileprivate func updated(with update: JSONValue) -> JSONValue {
        switch (self, update) {
        case (.object(let object), .object(let members)):
            .object(object.merging(members) { $0.merged(with: $1) })
        case (.array(let items), .array(let added)): .array(items + added)
        case (.array(let items), _): .array(items + [update])
        default: update
        }
    }

    private func merged(with update: JSONValue) -> JSONValue {
        switch (self, update) {
        case (.object, .object), (.array, .array): updated(with: update)
        default: update
        }
    }
}
