import APIDocument
import WireFormats

/// Tells numbers that count the time since 1970 from other numbers.
public enum EpochName {
    /// Whether a schema's `format` says so.
    public static func isFormat(_ format: String?) -> Bool {
        format.map { ["unix-time", "unixtime", "unix", "epoch", "timestamp"].contains($0) } ?? false
    }

    /// Whether a number of that name may be a moment: `created`, `expires_at`, `startTime`, `timestamp`, `updated_ms`. Durations and
    /// counts are none: `expires_in`, `response_time`, `update_count`. Only the values tell for certain (``isPlausible(_:)``).
    public static func isNamed(_ name: String) -> Bool {
        var words = name.nameWords.map { $0.lowercased() }
        if let unit = words.last, words.count > 1, units.contains(unit) { words.removeLast() }
        guard let last = words.last, lengths.isDisjoint(with: words) else { return false }
        return lasts.contains(last) || words.count > 1 && endings.contains(last)
    }

    /// Whether a number is of the size that moments of this time have, from 1990 to 2100, as seconds or as milliseconds.
    public static func isPlausible(_ count: Int) -> Bool {
        let seconds = 631_152_000...4_102_444_800
        return seconds.contains(count) || (seconds.lowerBound * 1000...seconds.upperBound * 1000).contains(count)
    }

    private static let units: Set<String> = [
        "ms", "millis", "milliseconds", "s", "sec", "secs", "seconds", "unix", "utc",
    ]
    /// Words that end the names of moments behind others.
    private static let endings: Set<String> = ["at", "on", "time", "date", "until", "since", "from", "to", "ts"]
    /// Words that name a moment alone, and at the end of others.
    private static let lasts: Set<String> = [
        "created", "updated", "modified", "changed", "edited", "deleted", "published", "started", "finished", "ended",
        "completed", "canceled", "cancelled", "closed", "archived", "registered", "joined", "seen", "expires", "expiry",
        "expiration", "timestamp", "epoch", "time", "date", "until", "since", "ts",
    ]
    /// Words of names that say how long something is, or how often.
    private static let lengths: Set<String> = [
        "duration", "elapsed", "remaining", "response", "wait", "total", "count", "number", "num", "ttl", "timeout",
        "interval", "delay", "offset", "left", "spent",
    ]
}
