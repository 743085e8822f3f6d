/// One JSON value on each line.
public enum JSONLines {
    /// The media types it is sent as, without parameters, in lower case.
    public static let mediaTypes: Set<String> = ["application/jsonl", "application/x-ndjson", "application/ndjson"]
}

extension JSONValue {
    /// The list of the values on the lines of a text; empty lines count for nothing.
    ///
    /// - Throws: what is wrong with the first line that is no JSON.
    public init(lines bytes: [UInt8]) throws(JSONError) {
        var items: [JSONValue] = []
        for line in bytes.split(separator: 0x0A) where line != [0x0D] {
            items.append(try JSONValue(parsing: Array(line)))
        }
        self = .array(items)
    }
}
