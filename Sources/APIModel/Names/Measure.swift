import APIDocument
import WireFormats

/// The unit of a number, by its name and its greatest value: `discountPercent`, `size_bytes`, `timeoutSeconds`.
package enum Measure: Sendable, Hashable {
    /// A part of 1.
    case share
    case percent
    case bytes
    /// A length of time, in steps of so many milliseconds.
    case time(step: Int)
    /// Hundredths of a currency's unit.
    case hundredths

    /// - Parameter maximum: the greatest value by the schema.
    package init?(name: String, maximum: JSONNumber?) {
        let words = name.nameWords.map { $0.lowercased() }
        guard let last = words.last, words.count <= 8, !words.contains("per") else { return nil }
        let isOfOne = maximum == JSONNumber(1)
        if Self.percents.contains(last) {
            self = isOfOne ? .share : .percent
        } else if isOfOne, Self.shares.contains(last) {
            self = .share
        } else if last == "bytes" || Self.byteNames.hasKey(HumanName.key(name)) {
            self = .bytes
        } else if Self.cents.contains(last) {
            self = .hundredths
        } else if words.count > 1, let step = Self.steps[last] {
            self = .time(step: step)
        } else {
            return nil
        }
    }

    private static let percents: Set<String> = ["percent", "percentage", "pct"]
    private static let shares: Set<String> = [
        "share", "ratio", "rate", "progress", "probability", "confidence", "completion", "fraction", "score",
    ]
    private static let byteNames = NameClass("filesize contentlength sizeinbytes")
    private static let cents: Set<String> = ["cents"]
    private static let steps = [
        "ms": 1, "millis": 1, "milliseconds": 1, "seconds": 1_000, "secs": 1_000, "minutes": 60_000, "mins": 60_000,
        "hours": 3_600_000,
    ]
}
