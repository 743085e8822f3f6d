/// Why a request would be answered as it would: a dry run that changes nothing.
public struct Explanation: Sendable {
    /// What would happen, in words.
    public let summary: String
    /// The stub that would answer, if one would.
    public let answer: StubID?
    /// What every stub says to the request, in the order they are tried.
    public let stubs: [StubVerdict]

    /// The stubs that came closest without matching, nearest first; at most three.
    public var nearMisses: [StubVerdict] {
        stubs.filter { !$0.parts.isEmpty && $0.distance > 0 }
            .enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
            .prefix(3).map(\.element)
    }
}

/// What one stub says to a request.
public struct StubVerdict: Sendable, Identifiable {
    /// Why a stub that matches would still not answer.
    public enum Obstacle: Sendable, Hashable, CustomStringConvertible {
        /// It is switched off.
        case disabled
        /// It is for other screens.
        case otherScreens([String])
        /// Its scenario is in another state.
        case scenario(name: String, state: String, required: String)

        /// One short sentence.
        public var description: String {
            switch self {
            case .disabled: "it is switched off"
            case .otherScreens(let screens): "it is for the screens \(screens.joined(separator: ", "))"
            case .scenario(let name, let state, let required):
                "the scenario \(name) is in the state \(state), it needs \(required)"
            }
        }
    }

    /// The stub.
    public let id: StubID
    /// Its name, else what it matches.
    public let title: String
    /// Where it was written.
    public let origin: StubOrigin
    /// What it demands, part by part.
    public let parts: [MatchPart]
    /// Why it would not answer although it matches.
    public let obstacle: Obstacle?

    /// Whether all parts match.
    public var isMatch: Bool { parts.allSatisfy(\.isMatch) }
    /// How far it is from matching: 0 matches, 1 differs in everything. Path, host and port weigh 10, the method 3, the
    /// rest 1.
    public var distance: Double {
        let weight = parts.reduce(0) { $0 + $1.weight }
        return weight > 0 ? parts.reduce(0) { $0 + $1.weight * $1.distance } / weight : 0
    }
}

/// One demand of a stub, and what the request has in its place.
public struct MatchPart: Sendable, Hashable {
    /// What it is about: `method`, `path`, `query cursor`, `header Accept`, `body`.
    public let name: String
    /// What the stub demands.
    public let expected: String
    /// What the request has; nil is nothing.
    public let actual: String?
    /// Whether it fits.
    public let isMatch: Bool
    /// How much it counts.
    let weight: Double
    /// 0 fits, 1 differs in everything.
    let distance: Double
}

extension StubVerdict {
    /// The verdict in two columns, the stub's demands and the request, each differing line marked with `<<<<`.
    public func table(width: Int = 80) -> String {
        let column = max(12, (width - 8) / 2)
        var lines = [Self.row("Stub \(title)", "Request", column)]
        lines.append(String(repeating: "-", count: column * 2 + 3))
        for part in parts {
            let expected =
                part.name == "method" || part.name == "path" ? part.expected : "\(part.name): \(part.expected)"
            let line = Self.row(expected, part.actual ?? "(none)", column)
            lines.append(part.isMatch ? line : line + " <<<<")
        }
        if let obstacle { lines.append("But \(obstacle).") }
        return lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }.joined(separator: "\n")
    }

    private static func row(_ left: String, _ right: String, _ column: Int) -> String {
        func cell(_ text: String) -> String {
            let line = text.replacing("\n", with: " ")
            let cut = line.count > column ? line.prefix(column - 1) + "…" : line[...]
            return cut + String(repeating: " ", count: column - cut.count)
        }
        return "\(cell(left)) | \(cell(right))"
    }
}
