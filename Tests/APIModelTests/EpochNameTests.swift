import APIDocument
import APIModel
import Testing

@Suite struct EpochNameTests {
    @Test(
        "Names that say a moment, however they are spelt and whatever the unit behind them",
        arguments: [
            "created", "created_at", "createdAt", "updated_ms", "expires", "expires_at", "timestamp", "lastSeen",
            "start_time",
            "event_timestamp_ms", "current_period_end_date", "ts", "validUntil", "deleted_at_seconds", "last_updated",
            "time",
        ])
    func moments(name: String) { #expect(EpochName.isNamed(name)) }

    @Test(
        "Names of durations, counts and other numbers say none",
        arguments: [
            "duration", "expires_in", "response_time_ms", "total_time", "count", "updated_count", "time_remaining",
            "seconds",
            "created_by", "at", "on", "wait_time", "id", "size", "timeout", "attempts", "time_offset", "",
        ])
    func others(name: String) { #expect(!EpochName.isNamed(name)) }

    @Test("Seconds and milliseconds from 1990 to 2100 are of the size of moments")
    func sizes() {
        #expect([1_700_000_000, 631_152_000, 1_700_000_000_123, 4_102_444_800_000].allSatisfy(EpochName.isPlausible))
        #expect(![0, -1, 36_000, 4_102_444_801, 9_000_000_000_000, .max, .min].contains(where: EpochName.isPlausible))
    }
}
