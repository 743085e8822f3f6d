/// What one stub says to a request.
public struct StubVerdict: Sendable, Identifiable {
    /// Why a stub that matches would still not answer.
    public enum Obstacle: Sendable, Hashable, CustomStringConvertible {
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
        public var description: String {
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

    /// Whether it would not answer, first or not.
    var isMiss: Bool { !isMatch || obstacle != nil }
    var isForCondition: Bool { if case .condition = obstacle { true } else { false } }
}
