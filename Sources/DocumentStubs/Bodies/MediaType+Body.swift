import APIDocument
import Foundation
import WireFormats

extension MediaType {
    /// The type a body is sent as, where the document names a range: one it has.
    var sentName: String {
        guard name.contains("*") else { return name }
        return switch String(essence.prefix { $0 != "/" }) {
        case "image": "image/png"
        case "text": "text/plain"
        case "audio", "video", "font": "application/octet-stream"
        default: "application/json"
        }
    }

    /// The type it is sent as, without parameters.
    var sentType: MediaTypeName { MediaTypeName(sentName) }

    /// True for a sequence of values without an end of its own.
    var isSequence: Bool {
        sentType.isJSONLines || ["application/json-seq", "text/event-stream"].contains(sentType.text)
    }

    /// A value as it is sent: as JSON, XML, a form, rows or events, or as the text it is.
    func bytes(_ value: JSONValue, in document: APIDocument) -> [UInt8] {
        let type = sentType
        if type.isJSON || isJSON { return value.bytes(.compact) }
        if let text = value.stringValue {
            // What somebody wrote out is sent as it stands; of a file that is no text, only its Base64 can be written out.
            guard let file = BinarySample.bytes(type.text, title: text) else { return Array(text.utf8) }
            return Data(base64Encoded: text).map(Array.init) ?? file
        }
        let items = value.arrayValue ?? [value]
        switch type.text {
        case _ where type.isJSONLines: return items.flatMap { $0.bytes(.compact) + [0x0A] }
        case "application/x-www-form-urlencoded": return Array(FormText.of(value).utf8)
        case "application/json-seq": return items.flatMap { [0x1E] + $0.bytes(.compact) + [0x0A] }
        case "text/event-stream": return Array(EventStreamText.of(items).utf8)
        case "text/csv", "application/csv": return Array(CSVText.of(value).utf8)
        case _ where type.isXML:
            return Array(XMLText.of(value, schema, in: document).utf8)
        default: return value.scalarText.map { Array($0.utf8) } ?? value.bytes(.compact)
        }
    }
}
