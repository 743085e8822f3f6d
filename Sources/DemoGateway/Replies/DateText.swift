import WireFormats

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The value of `Date`, formatted once a second. Confined to one connection's thread.
final class DateText {
    private var second = -1
    private var text = ""

    func now() -> String {
        let now = time(nil)
        guard now != second else { return text }
        second = now
        text = HTTPDate.text(now)
        return text
    }
}
