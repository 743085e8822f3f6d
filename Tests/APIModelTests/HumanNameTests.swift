import APIModel
import Testing

@Suite("Readable words from names") struct HumanNameTests {
    @Test(
        "Abbreviations stay whole in the plural and with a version",
        arguments: [
            ("userIDs", "User IDs"), ("imageURLs", "Image URLs"), ("podIPs", "Pod IPs"), ("numCPUs", "Num CPUs"),
            ("VMs", "VMs"), ("hostIPv4", "Host IPv4"), ("isSSHEnabled", "Is SSH enabled"), ("NCPU", "Ncpu"),
            ("userId", "User id"), ("iOSVersion", "iOS version"), ("minIOSVersion", "Min IOS version"),
            ("eTag", "E tag"), ("AsIs", "As is"),
        ])
    func sentences(name: String, expected: String) {
        #expect(HumanName.sentence(name) == expected)
    }

    @Test(
        "The singular of a plural, with common endings and common exceptions",
        arguments: [
            ("Series", "Series"), ("Movies", "Movie"), ("cookies", "cookie"), ("queries", "query"), ("ties", "tie"),
            ("caches", "cache"), ("batches", "batch"), ("houses", "house"), ("statuses", "status"),
            ("viruses", "virus"), ("sizes", "size"), ("quizzes", "quiz"), ("heroes", "hero"), ("shoes", "shoe"),
            ("Search indices", "Search index"), ("openIndices", "openIndex"), ("services", "service"),
            ("aliases", "alias"), ("Alias", "Alias"), ("databases", "database"), ("addresses", "address"),
            ("boxes", "box"), ("analyses", "analysis"), ("People", "Person"), ("lenses", "lens"),
            ("responses", "response"), ("phases", "phase"), ("news", "news"), ("causes", "cause"),
            ("User IDs", "User ID"), ("Men", "Man"), ("women", "woman"), ("DNS", "DNS"), ("iOS", "iOS"),
            ("PETS", "PET"), ("Menus", "Menu"), ("Status", "Status"), ("s", ""), ("", ""),
        ])
    func singulars(word: String, expected: String) {
        #expect(HumanName.singular(word) == expected)
        #expect(HumanName.singular(expected) == expected)
    }
}

@Suite struct EpochNameTests {
    @Test(
        "Names of timestamps are recognized, in any spelling and with any unit suffix",
        arguments: [
            "created", "created_at", "createdAt", "updated_ms", "expires", "expires_at", "timestamp", "lastSeen",
            "start_time", "event_timestamp_ms", "current_period_end_date", "ts", "validUntil", "deleted_at_seconds",
            "last_updated", "time",
        ])
    func moments(name: String) { #expect(EpochName.isNamed(name)) }

    @Test(
        "Names of durations, counts and other numbers are not timestamps",
        arguments: [
            "duration", "expires_in", "response_time_ms", "total_time", "count", "updated_count", "time_remaining",
            "seconds", "created_by", "at", "on", "wait_time", "id", "size", "timeout", "attempts", "time_offset", "",
        ])
    func others(name: String) { #expect(!EpochName.isNamed(name)) }

    @Test(
        "A description identifies a timestamp, unless the name is one of a duration",
        arguments: [("slot", true), ("check_in", true), ("expires_in", false), ("retry_delay", false)])
    func descriptions(name: String, isMoment: Bool) {
        #expect(EpochName.isDescribed(name, "A Unix timestamp") == isMoment)
        #expect(!EpochName.isDescribed(name, "A number"))
    }

    @Test("Seconds and milliseconds from 1990 to 2100 are plausible timestamps") func sizes() {
        #expect([1_700_000_000, 631_152_000, 1_700_000_000_123, 4_102_444_800_000].allSatisfy(EpochName.isPlausible))
        #expect(![0, -1, 36_000, 4_102_444_801, 9_000_000_000_000, .max, .min].contains(where: EpochName.isPlausible))
    }
}
