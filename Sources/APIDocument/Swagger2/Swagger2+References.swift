extension Swagger2 {
    private static let places = [
        ("#/definitions/", "#/components/schemas/"), ("#/parameters/", "#/components/parameters/"),
        ("#/responses/", "#/components/responses/"),
    ]

    static func converted(_ reference: String) -> String {
        replacing(reference, places)
    }

    static func original(_ reference: String) -> String {
        replacing(reference, places.map { ($1, $0) })
    }

    private static func replacing(_ reference: String, _ places: [(String, String)]) -> String {
        for (old, new) in places where reference.hasPrefix(old) { return new + reference.dropFirst(old.count) }
        return reference
    }
}
