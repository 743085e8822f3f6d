import APIDocument
import SourceTexts
import WireFormats

/// A document of a few lines of YAML.
func document(_ paths: String, rest: String = "") throws -> APIDocument {
    let text = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n\(rest)\npaths:\n\(paths)\n"
    return try APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8)))
}
