import HTTPTypes

/// `Name: value`, as `--header` takes it.
enum HeaderOption {
    /// - Throws: `StartFailure` for what is no header field.
    static func field(_ text: String) throws(StartFailure) -> HTTPField {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? parts[1].drop { $0 == " " || $0 == "\t" } : ""
        guard parts.count == 2, let name = HTTPField.Name(String(parts[0])), HTTPField.isValidValue(String(value))
        else {
            // What was meant as a secret is not repeated.
            throw StartFailure("--header: write 'Name: value', as in --header 'X-Tenant: 7'.")
        }
        return HTTPField(name: name, value: String(value))
    }
}
