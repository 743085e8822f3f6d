/// A value that a session may have of its own over everyone's.
struct Layered<Value: Sendable>: Sendable {
    private var everyones: Value
    private var own: Value?

    /// Everyone's, until it is set here.
    init(_ value: Value) { everyones = value }

    /// What holds. To set it makes it one's own, also where it is everyone's already.
    var value: Value {
        get { own ?? everyones }
        set { own = newValue }
    }

    /// Takes over everyone's; what was set here stays.
    mutating func follow(_ other: Layered) { everyones = other.value }
}

/// Values by name, each of which a session may have of its own over everyone's.
struct LayeredTable<Value: Sendable>: Sendable {
    /// What holds.
    private(set) var values: [String: Value] = [:]
    /// What was set here; nil is a value that was taken away here.
    private var own: [String: Value?] = [:]

    /// True where there are no values.
    var isEmpty: Bool { values.isEmpty }

    /// The value of a name. To set it makes it one's own, also where it is everyone's already.
    subscript(name: String) -> Value? {
        get { values[name] }
        set {
            values[name] = newValue
            own[name] = .some(newValue)
        }
    }

    /// Takes over everyone's; what was set here stays.
    mutating func follow(_ other: LayeredTable) {
        values = other.values
        for (name, value) in own { values[name] = value }
    }
}
