/// Tables from words to what they stand for, written as lists of words.
enum WordTable {
    /// Each word of each text with the value beside it; of repeated words the first counts.
    static func table<Value>(_ rows: [(Value, String)]) -> [String: Value] {
        var table: [String: Value] = [:]
        for (value, text) in rows {
            for word in words(text) where table[word] == nil { table[word] = value }
        }
        return table
    }

    /// The words of a text.
    static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// The lines of a text.
    static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init)
    }
}
