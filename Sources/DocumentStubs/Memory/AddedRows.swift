import WireFormats

/// Rows that were added to a list, each under its id; of too many the oldest goes. A value.
struct AddedRows: Sendable {
    typealias Row = (id: String, row: JSONValue)

    /// Oldest first; nil where a row was taken away.
    private var slots: [Row?] = []
    /// Where the row of an id stands.
    private var places: [String: Int] = [:]
    /// Before it all are taken away.
    private var start = 0

    /// How many there are.
    var count: Int { places.count }
    /// Whether there is none.
    var isEmpty: Bool { places.isEmpty }
    /// The rows, newest first.
    var newestFirst: [Row] { slots[start...].reversed().compactMap(\.self) }

    /// The row of that id. One that is not there cannot be set.
    subscript(id: String) -> JSONValue? {
        get { places[id].flatMap { slots[$0]?.row } }
        set {
            guard let newValue, let place = places[id] else { return }
            slots[place] = (id, newValue)
        }
    }

    /// Adds a row as the newest, instead of one that has its id.
    mutating func add(_ row: JSONValue, as id: String) {
        remove(id)
        places[id] = slots.count
        slots.append((id, row))
    }

    /// Takes a row away.
    mutating func remove(_ id: String) {
        guard let place = places.removeValue(forKey: id) else { return }
        slots[place] = nil
        while start < slots.count, slots[start] == nil { start += 1 }
        guard slots.count > 2 * places.count + 16 else { return }
        slots = slots[start...].filter { $0 != nil }
        start = 0
        for place in slots.indices { places[slots[place]?.id ?? ""] = place }
    }

    /// Takes the oldest row away, and says which it was.
    mutating func removeOldest() -> String? {
        guard start < slots.count, let id = slots[start]?.id else { return nil }
        remove(id)
        return id
    }
}
