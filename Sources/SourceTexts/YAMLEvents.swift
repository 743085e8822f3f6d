// libyaml, as Yams packages it, used directly: Yams's node tree recurses as deep as the text nests and hashes whole
// mapping keys, so that an alias bomb as a key never ends. It is also several times slower.
internal import CYaml
import WireFormats

/// One step of a YAML text.
struct YAMLEvent {
    enum Kind {
        case documentStart
        case scalar(text: String, isPlain: Bool)
        case alias(String)
        case sequenceStart
        case mappingStart
        /// The end of the innermost sequence or mapping.
        case end
        case streamEnd
        case other
    }

    let kind: Kind
    let position: TextPosition
    var anchor: String?
    var tag: String?

    func fault(_ message: String) -> YAMLFault { YAMLFault(message: message, position: position) }
}

struct YAMLFault: Error {
    let message: String
    let position: TextPosition
}

/// The events of a YAML text, one after the other. The bytes must outlive it.
final class YAMLEvents {
    private var parser = yaml_parser_t()
    private let bytes: UnsafeBufferPointer<UInt8>

    /// Throws if memory is exhausted.
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(YAMLFault) {
        self.bytes = bytes
        guard yaml_parser_initialize(&parser) == 1 else {
            throw YAMLFault(message: "not enough memory to read the text", position: TextPosition(line: 1, column: 1))
        }
        yaml_parser_set_input_string(&parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(&parser)
    }

    func next() throws(YAMLFault) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(&parser, &event) == 1 else { throw fault() }
        defer { yaml_event_delete(&event) }
        let position = TextPosition(event.start_mark)
        switch event.type {
        case YAML_DOCUMENT_START_EVENT:
            return YAMLEvent(kind: .documentStart, position: position)
        case YAML_STREAM_END_EVENT:
            return YAMLEvent(kind: .streamEnd, position: position)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            let kind = YAMLEvent.Kind.scalar(text: text, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
            return YAMLEvent(kind: kind, position: position, anchor: name(scalar.anchor), tag: name(scalar.tag))
        case YAML_ALIAS_EVENT:
            return YAMLEvent(kind: .alias(name(event.data.alias.anchor) ?? ""), position: position)
        case YAML_SEQUENCE_START_EVENT:
            let anchor = name(event.data.sequence_start.anchor)
            return YAMLEvent(kind: .sequenceStart, position: position, anchor: anchor)
        case YAML_MAPPING_START_EVENT:
            let anchor = name(event.data.mapping_start.anchor)
            return YAMLEvent(kind: .mappingStart, position: position, anchor: anchor)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            return YAMLEvent(kind: .end, position: position)
        default:
            return YAMLEvent(kind: .other, position: position)
        }
    }

    private func name(_ pointer: UnsafeMutablePointer<UInt8>?) -> String? {
        pointer.map { String(decodingCString: $0, as: UTF8.self) }
    }

    private func fault() -> YAMLFault {
        let problem = parser.problem.map { String(cString: $0) } ?? "not enough memory"
        let isElsewhere = !isAtBeginning && parser.context_mark.line < parser.problem_mark.line
        let beginning = isElsewhere ? " that begins in line \(parser.context_mark.line + 1)" : ""
        let context = parser.context.map { String(cString: $0) + beginning + ", " } ?? ""
        // Reader errors (bad UTF-8, control characters) carry an offset instead of a mark.
        let position =
            parser.error == YAML_READER_ERROR
            ? TextPosition(offset: Int(clamping: parser.problem_offset), in: bytes)
            : TextPosition(isAtBeginning ? parser.context_mark : parser.problem_mark)
        return YAMLFault(message: context + problem, position: position)
    }

    /// True if the mistake is where the faulty part begins. An open quote or bracket is noticed at the end of the text,
    /// a key without a colon on a later line.
    private var isAtBeginning: Bool {
        guard let context = parser.context, parser.context_mark.line < parser.problem_mark.line else { return false }
        if String(cString: context) == "while scanning a simple key" { return true }
        let end = bytes.lastIndex { !$0.isBlank } ?? 0
        let lines = bytes[...end].count { $0 == 0x0A }
        return parser.problem_mark.line > lines
            || parser.problem_mark.line == lines && parser.token_available == 0 && parser.eof != 0
                && parser.problem_mark.index >= parser.mark.index
    }
}

extension TextPosition {
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
    }
}

/// The meaning of a plain YAML scalar: the core schema of YAML 1.2.2, section 10.3.2.
///
/// So `no`, `on`, `12:30` and `2024-01-31` are strings. Numbers keep their spelling where JSON has it (`1.10`), else take
/// the nearest (`0x1F` is `31`, `.5` is `0.5`); `.inf` and `.nan` have none and stay strings. So do digits after a plus
/// sign or a zero, unlike in the core schema: they are phone numbers, postal codes and ids.
enum YAMLScalar {
    /// The value of an untagged plain scalar.
    static func value(_ text: String) -> JSONValue {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        default: return number(text).map(JSONValue.number) ?? .string(text)
        }
    }

    /// The value under an explicit tag; unknown tags are ignored.
    static func value(_ text: String, isPlain: Bool, tag: String?) -> JSONValue {
        switch tag {
        case "!", "tag:yaml.org,2002:str": .string(text)
        case "tag:yaml.org,2002:int", "tag:yaml.org,2002:float", "tag:yaml.org,2002:bool", "tag:yaml.org,2002:null":
            value(text)
        default: isPlain ? value(text) : .string(text)
        }
    }

    private static func number(_ text: String) -> JSONNumber? {
        guard let first = text.utf8.first, first.isDigit || "-.".utf8.contains(first) else { return nil }
        if let plain = JSONNumber(text: text) { return plain }
        if text.hasPrefix("0o") { return whole(text.dropFirst(2), radix: 8) }
        if text.hasPrefix("0x") { return whole(text.dropFirst(2), radix: 16) }
        return respelt(text)
    }

    private static func whole(_ digits: Substring, radix: Int) -> JSONNumber? {
        guard digits.utf8.first?.isDigit ?? false || radix == 16, digits.first != "-", digits.first != "+" else {
            return nil
        }
        return Int(digits, radix: radix).map { JSONNumber($0) }
    }

    /// Spellings JSON lacks: nothing before or behind the point.
    private static func respelt(_ text: String) -> JSONNumber? {
        let sign = text.hasPrefix("-") ? "-" : ""
        let parts = text.dropFirst(sign.count).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.allSatisfy(\.isDigit) else { return nil }
        let hasFraction = parts[1].utf8.first?.isDigit ?? false
        guard hasFraction || !parts[0].isEmpty else { return nil }
        return JSONNumber(text: sign + (parts[0].isEmpty ? "0" : parts[0]) + (hasFraction ? "." : "") + parts[1])
    }
}
