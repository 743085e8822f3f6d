import APIDocument
import AppCore
import SourceTexts
import Testing
import WireFormats

/// The document of a text in YAML.
func document(_ text: String) throws -> APIDocument {
    try APIDocument(SourceText(name: "t.yaml", bytes: Array(text.utf8)))
}

/// The document of a few lines of YAML.
func document(paths: String, rest: String = "") throws -> APIDocument {
    try document("openapi: 3.1.0\ninfo: {title: T, version: '1'}\n\(rest)\npaths:\n\(paths)\n")
}

/// The catalogue of such a document.
func catalog(_ paths: String, rest: String = "") throws -> ScreenCatalog {
    ScreenCatalog(try document(paths: paths, rest: rest))
}

/// The first screen of such a document.
func firstScreen(_ paths: String, rest: String = "") throws -> Screen {
    try #require(try catalog(paths, rest: rest).screens.first)
}

/// The first screen of a document whose one GET answers with this schema.
func screen(answering schema: String) throws -> Screen { try firstScreen("  /a: {get: {\(answer(schema))}}") }

/// `responses` of an operation whose 200 has this schema.
func answer(_ schema: String) -> String {
    "responses: {'200': {description: ok, content: {application/json: {schema: \(schema)}}}}"
}

/// `requestBody` of an operation that takes this schema.
func body(_ schema: String) -> String { "requestBody: {content: {application/json: {schema: \(schema)}}}" }
