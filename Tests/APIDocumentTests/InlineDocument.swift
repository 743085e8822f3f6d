import APIDocument
import SourceTexts
import WireFormats

/// A document of a few lines of YAML.
func document(_ paths: String, rest: String = "", version: String = "3.1.0") throws -> APIDocument {
    let text = "openapi: \(version)\ninfo: {title: T, version: '1'}\n\(rest)\npaths:\n\(paths)\n"
    return try APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8)))
}

/// A schema of one line of YAML.
func schema(_ text: String) throws -> Schema { Schema(try SourceText(name: "s.yaml", bytes: Array(text.utf8)).parse()) }
