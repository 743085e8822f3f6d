import WireFormats

/// Where the parts of a converted value stood before.
struct PointerOrigins: Sendable {
    private var origins: [JSONPointer: JSONPointer] = [:]

    /// Notes that what is now at `place`, with all below it, came from `origin`.
    mutating func note(_ place: [String], from origin: [String]) {
        if place != origin { origins[JSONPointer(tokens: place)] = JSONPointer(tokens: origin) }
    }

    /// Where the value at `pointer` was: by the nearest part around it that was moved.
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
