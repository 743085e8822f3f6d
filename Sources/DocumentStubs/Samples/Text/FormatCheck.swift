/// Whether a text keeps to its format: what a sample must, and a document's own example may fail to.
enum FormatCheck {
    /// False only where the format is known and the text is not of it.
    static func fits(_ text: String, _ format: String) -> Bool {
        patterns[format]?.isFound(in: text) ?? true
    }

    private static let octet = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
    private static let label = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    private static let uriText = "[A-Za-z][A-Za-z0-9+.-]*:[^ <>\"{}|\\\\^`]+"

    private static let patterns: [String: PatternText] = [
        "date": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
        "date-time":
            "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$",
        "time": "^[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})$",
        "duration": "^P(([0-9]+[YMWD])+(T([0-9]+[HMS])+)?|T([0-9]+[HMS])+)$",
        "email": "^[^@ ]+@\(label)([.]\(label))*$",
        "hostname": "^\(label)([.]\(label))*$",
        "ipv4": "^(\(octet)[.]){3}\(octet)$",
        "ipv6": "^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$",
        "uri": "^\(uriText)$",
        "url": "^\(uriText)$",
        "uri-reference": "^[^ <>\"{}|\\\\^`]*$",
        "uuid": "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
        "json-pointer": "^(/([^~/]|~[01])*)*$",
        "byte": "^[A-Za-z0-9+/]*={0,2}$",
    ].compactMapValues { PatternText($0) }
}
