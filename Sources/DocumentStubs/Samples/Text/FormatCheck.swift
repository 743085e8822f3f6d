import APIDocument

/// Whether a text keeps to its format: what a sample must, and a document's own example may fail to.
enum FormatCheck {
    /// False only where the format is known and the text is not of it.
    static func fits(_ text: String, _ format: String) -> Bool {
        TextFormat(format == "url" ? "uri" : format)?.accepts(text) ?? true
    }
}
