import APIDocument

/// Tells moments at which a thing was written, which nobody but its keeper sets, from moments at which something takes place.
public enum WritingTime {
    /// Whether a member of that name says when the thing itself was made or changed: `createdAt`, `last_modified`.
    public static func isNamed(_ name: String) -> Bool {
        HumanName.words(of: name).contains { words.contains($0.lowercased()) }
    }

    private static let words: Set<String> = [
        "created", "creation", "updated", "update", "modified", "modification", "changed", "edited", "inserted",
        "deleted",
        "archived", "registered", "synced", "indexed",
    ]
}
