import APIDocument

/// Ids and titles taken from paths.
struct ScreenNaming {
    private let shared: Int
    private var used: Set<String>

    /// Names for the screens of these paths; ids in `reserved` are taken.
    init(_ paths: [PathTemplate], reserved: Set<String>) {
        var shared = (paths.first?.segments ?? []).prefix { $0.literal != nil }.count
        for path in paths {
            let common = zip(path.segments, paths.first?.segments ?? []).prefix { $0 == $1 }.count
            // A path keeps a word of its own.
            let words = path.segments.filter { $0.literal != nil }.count
            shared = min(shared, common, words - 1)
        }
        self.shared = max(0, shared)
        used = reserved
    }

    /// An id nobody has: the path's words, "-item" for one of a collection, then `suffix`, then a number.
    mutating func id(for path: PathTemplate, suffix: String) -> String {
        let words = path.segments.dropFirst(shared).compactMap(\.literal).map(ScreenNaming.slug).filter { !$0.isEmpty }
        var base = words.isEmpty ? "start" : words.joined(separator: "-")
        if path.segments.last?.parameter != nil { base += "-item" }
        if used.insert(base).inserted { return base }
        base += "-\(suffix)"
        var id = base
        var number = 2
        while !used.insert(id).inserted {
            id = "\(base)-\(number)"
            number += 1
        }
        return id
    }

    private static func slug(_ word: String) -> String {
        String(word.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
            .split(separator: "-").joined(separator: "-")
    }
}
