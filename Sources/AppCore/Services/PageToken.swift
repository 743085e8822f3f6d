/// Where the next page begins; only `CollectionService` makes and reads one.
public struct PageToken: Sendable, Hashable {
    enum Position: Sendable, Hashable {
        case cursor(String)
        case page(Int)
        case offset(Int)
        case query([QueryItem])
    }

    let position: Position
}
