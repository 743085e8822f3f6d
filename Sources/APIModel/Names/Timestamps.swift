import WireFormats

/// Distinguishes timestamps in seconds or milliseconds since 1970 from other numbers.
package enum EpochName {
    /// True for a schema's `format` of such timestamps.
    package static func isFormat(_ format: String?) -> Bool {
        format.map { ["unix-time", "unixtime", "unix", "epoch", "timestamp"].contains($0) } ?? false
    }

    /// True for the name of a number that may be a timestamp: `created`, `expires_at`, `updated_ms`. Durations and
    /// counts are not: `expires_in`, `response_time`. Only values are certain (``isPlausible(_:)``).
    package static func isNamed(_ name: String) -> Bool {
        var words = name.nameWords.map { $0.lowercased() }
        if let unit = words.last, words.count > 1, units.contains(unit) { words.removeLast() }
        guard let last = words.last, !isLength(words) else { return false }
        if words.count > 1, ["from", "to"].contains(last) { return spans.contains(words[words.count - 2]) }
        guard words.count > 1 else { return lasts.contains(last) }
        return lasts.contains(last) || endings.contains(last) || firsts.contains(words[0]) && events.contains(last)
    }

    /// True for a description of a time since 1970, unless the number's name means a duration or a count.
    package static func isDescribed(_ name: String, _ description: String?) -> Bool {
        guard let text = description?.lowercased(), !isLength(name.nameWords.map { $0.lowercased() }) else {
            return false
        }
        return ["unix", "epoch", "timestamp", "since 1970"].contains(where: text.contains)
    }

    /// True if the name or the description of a timestamp declares milliseconds.
    package static func isInMilliseconds(_ name: String, _ description: String?) -> Bool {
        ["ms", "millis", "milliseconds"].contains(name.nameWords.last?.lowercased())
            || description?.lowercased().contains("millisecond") == true
    }

    /// True for a number in the range of timestamps from 1990 to 2100, in seconds or milliseconds.
    package static func isPlausible(_ count: Int) -> Bool {
        let seconds = 631_152_000...4_102_444_800
        return seconds.contains(count) || (seconds.lowerBound * 1000...seconds.upperBound * 1000).contains(count)
    }

    /// True for the words of a duration or a count: `expires in`, `response time`.
    private static func isLength(_ words: [String]) -> Bool {
        !lengths.isDisjoint(with: words) || words.last == "in" && !lasts.isDisjoint(with: words)
    }

    private static let units: Set<String> = [
        "ms", "millis", "milliseconds", "s", "sec", "secs", "seconds", "unix", "utc",
    ]
    /// Last words of timestamps with several words.
    private static let endings: Set<String> = ["at", "on", "time", "date", "until", "since", "ts"]
    /// Words before the bounds of a span: `valid_from`, and not `assigned_to` or `up_to`.
    private static let spans: Set<String> = [
        "valid", "active", "effective", "available", "visible", "date", "time", "open", "booked",
    ]
    /// Words that name a timestamp, alone or as the last of several.
    private static let lasts: Set<String> = [
        "created", "updated", "modified", "published", "started", "finished", "ended", "registered", "joined", "seen",
        "expires", "expiry", "expiration", "timestamp", "epoch", "time", "date", "until", "since", "ts",
    ]
    /// Words that name a timestamp after the ones below: `date_closed`. Alone they are counts as often: `cancelled`.
    private static let events: Set<String> = [
        "changed", "edited", "deleted", "completed", "canceled", "cancelled", "closed", "archived",
    ]
    private static let firsts: Set<String> = ["last", "first", "date", "time", "when"]
    /// Words for durations and counts.
    private static let lengths: Set<String> = [
        "duration", "elapsed", "remaining", "response", "wait", "total", "count", "number", "num", "ttl", "timeout",
        "interval", "delay", "offset", "left", "spent",
    ]
}

/// Distinguishes timestamps of writes, which only the server sets, from timestamps of events.
package enum WritingTime {
    /// True for the name of a timestamp at which the item was created or changed: `createdAt`, `last_modified`.
    package static func isNamed(_ name: String) -> Bool {
        HumanName.words(of: name).contains { words.contains($0.lowercased()) }
    }

    private static let words: Set<String> = [
        "created", "creation", "updated", "update", "modified", "modification", "changed", "edited", "inserted",
        "deleted", "archived", "registered", "synced", "indexed",
    ]
}
