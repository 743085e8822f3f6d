import HTTPTypes

/// The verdict of one stub on a request.
public struct StubVerdict: Sendable, Identifiable {
    /// Why a stub that matches would still not answer.
    package enum Obstacle: Sendable, Equatable, CustomStringConvertible {
        /// It is switched off.
        case disabled
        /// It is kept for a condition.
        case condition(String)
        /// It is for other screens.
        case otherScreens([String])
        /// It is for another operation.
        case otherOperation(String)
        /// Its scenario is in another state.
        case scenario(name: String, state: String, required: String)

        /// One short sentence.
        package var description: String {
            switch self {
            case .disabled: "it is switched off"
            case .condition(let name): "it answers only where the condition \(name) is chosen"
            case .otherScreens(let screens): "it is for the screens \(screens.joined(separator: ", "))"
            case .otherOperation(let operation): "it is for the operation \(operation)"
            case .scenario(let name, let state, let required):
                "the scenario \(name) is in the state \(state), it needs \(required)"
            }
        }
    }

    /// The stub.
    public let id: StubID
    /// Its name, else what it matches.
    public let title: String
    /// Its place in a file or in code.
    package let origin: StubOrigin
    /// Its demands, part by part.
    package let parts: [MatchPart]
    /// Why it would not answer although it matches.
    package let obstacle: Obstacle?

    /// True if all parts match.
    package var isMatch: Bool { parts.allSatisfy(\.isMatch) }
    /// How far it is from matching: 0 matches, 1 differs in everything. Path, host and port weigh 10, the method 3, the
    /// rest 1.
    package var distance: Double {
        let weight = parts.reduce(0) { $0 + $1.weight }
        return weight > 0 ? parts.reduce(0) { $0 + $1.weight * $1.distance } / weight : 0
    }

    /// True if it would not answer, first or not.
    var isMiss: Bool { !isMatch || obstacle != nil }
    var isForCondition: Bool { if case .condition = obstacle { true } else { false } }
}

extension StubVerdict {
    /// The verdict in two columns, the stub's demands and the request, each differing line marked with `<<<<`. Secrets are
    /// replaced, and characters that would move a terminal's cursor are named.
    ///
    /// - Parameter width: how many cells a line may take; at least 32.
    public func table(width: Int = 80) -> String { table(width: width, redactor: Redactor()) }

    /// The table with the secrets that a redactor knows; nil shows all.
    package func table(width: Int = 80, redactor: Redactor?) -> String {
        let column = max(12, (width - 8) / 2)
        let title = redactor?.text(title) ?? title
        var lines = [Cells.row("Stub \(title)", "Request", column)]
        lines.append(String(repeating: "-", count: column * 2 + 3))
        for part in parts {
            let part = redactor.map { part.redacted(by: $0) } ?? part
            let (expected, actual) = part.sides(column)
            let line = Cells.row(expected, actual, column)
            lines.append(part.isMatch ? line : line + " <<<<")
        }
        if let obstacle { lines.append(Cells.printable("But \(obstacle).")) }
        return lines.map { $0.droppingTrailingBlanks }.joined(separator: "\n")
    }
}

extension MatchPart {
    /// Both sides as one line each. Long texts that differ only behind the column's end begin shortly before they do.
    fileprivate func sides(_ column: Int) -> (expected: String, actual: String) {
        let prefix = name == "method" || name == "path" ? "" : "\(name): "
        guard !isMatch, let exact, let actual else { return (prefix + expected, actual ?? "(none)") }
        let common = zip(exact, actual).prefix { $0 == $1 }.count
        let room = column - Cells.width(prefix)
        guard common >= room - 4, room > 8 else { return (prefix + expected, actual) }
        let start = common - room / 3
        return (prefix + "…" + exact.dropFirst(start), "…" + actual.dropFirst(start))
    }
}

extension String {
    fileprivate var droppingTrailingBlanks: String {
        var text = self[...]
        while text.hasSuffix(" ") { text.removeLast() }
        return String(text)
    }
}

/// One demand of a stub, and what the request has in its place.
package struct MatchPart: Sendable, Equatable {
    /// Its subject: `method`, `path`, `query cursor`, `header Accept`, `body`.
    package let name: String
    /// The stub's demand.
    package internal(set) var expected: String
    /// The request's value; nil is none.
    package internal(set) var actual: String?
    /// True if it fits.
    package let isMatch: Bool
    /// The part of it that may be secret.
    let subject: Subject
    /// The text the request should have had, where there is one.
    var exact: String?
    /// How much it counts.
    let weight: Double
    /// 0 fits, 1 differs in everything.
    let distance: Double

    /// The part of a request, as far as secrets are concerned.
    enum Subject: Equatable, Sendable {
        /// Nothing that can be secret.
        case plain
        case url
        case header(HTTPField.Name)
        /// The value of a parameter, a field.
        case value(of: String)
        /// The value of a cookie, or of a header whose name is not given.
        case credential
        case body
    }

    /// The part without secrets, to be printed.
    package func redacted(by redactor: Redactor = Redactor()) -> MatchPart {
        var copy = self
        switch subject {
        case .plain: break
        case .url: copy.map(redactor.url)
        case .body: copy.map { String(decoding: redactor.body(Array($0.utf8)), as: UTF8.self) }
        case .credential: copy.hide(redactor) { _ in redactor.placeholder }
        case .value(let name) where redactor.isSecret(name): copy.hide(redactor) { _ in redactor.placeholder }
        case .header(let name) where redactor.isSecret(name.rawName):
            copy.hide(redactor) { redactor.headerValue($0, of: name) }
        case .value, .header: copy.map(redactor.text)
        }
        return copy
    }

    private mutating func map(_ change: (String) -> String) {
        expected = change(expected)
        actual = actual.map(change)
        exact = exact.map(change)
    }

    /// Hides the values alone: that one should be there, or should not, is no secret.
    private mutating func hide(_ redactor: Redactor, _ change: (String) -> String) {
        if expected != ValueMatcher.absent.description && expected != ValueMatcher.present.description {
            expected = redactor.placeholder
        }
        actual = actual.map(change)
        exact = nil
    }
}
