import WireFormats

/// The original locations of a converted value's parts.
struct PointerOrigins: Sendable {
    private var origins: [JSONPointer: JSONPointer] = [:]

    /// Notes that the part at `place` came from `origin`.
    mutating func note(_ place: [String], from origin: [String]) {
        if place != origin { origins[JSONPointer(tokens: place)] = JSONPointer(tokens: origin) }
    }

    /// The original location of `pointer`, from the nearest moved part around it.
    func origin(of pointer: JSONPointer) -> JSONPointer {
        guard !origins.isEmpty else { return pointer }
        var place = pointer
        while true {
            if let origin = origins[place] {
                return JSONPointer(tokens: origin.tokens + pointer.tokens.dropFirst(place.tokens.count))
            }
            guard let parent = place.parent else { return pointer }
            place = parent
        }
    }
}
