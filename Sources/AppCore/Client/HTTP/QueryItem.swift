import WireFormats

/// One name and value of a query, raw: encoding happens when the request is written.
package struct QueryItem: Sendable, Hashable {
    /// Name of the parameter.
    package var name: String
    /// Value, or nil for a name without `=`.
    package var value: String?
    /// The value percent-encoded already, where characters stay that otherwise are encoded: the commas of a list
    /// (RFC 6570 section 3.2.8), and what `allowReserved` allows.
    package var written: String?

    /// Creates an item of a raw name and value.
    package init(_ name: String, _ value: String?, written: String? = nil) {
        self.name = name
        self.value = value
        self.written = written
    }

    /// The items as the query of a URL, without `?`.
    ///
    /// Everything but RFC 3986's unreserved characters is percent-encoded, so `+` and space cannot be confused, unless an
    /// item says how it is written.
    package static func encoded(_ items: [QueryItem]) -> String {
        items.map { item in
            let name = PercentCode.encoded(item.name)
            guard let value = item.value else { return name }
            return name + "=" + (item.written ?? PercentCode.encoded(value))
        }.joined(separator: "&")
    }

    /// Reads the query of a URL, without `?`; a `+` is a blank, as forms write it.
    package static func decoded(_ query: some StringProtocol) -> [QueryItem] {
        query.split(separator: "&").map { item in
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = pair.count == 2 ? PercentCode.decoded(form: pair[1]) : nil
            return QueryItem(PercentCode.decoded(form: pair[0]), value)
        }
    }
}
