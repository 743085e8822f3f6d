import TestSupport
import Testing
import WireFormats

@Suite struct JSONParserTests {
    @Test("Number spellings, member order and duplicate keys survive a round trip") func lossless() throws {
        let text = #"{"b":1.10,"a":[1e400,-0,123456789012345678901234567890],"b":null}"#
        let value = try JSONValue(parsing: text)
        #expect(value.text() == text)
        #expect(value["b"] == .null)
        #expect(value.objectValue?.keys == ["b", "a", "b"])
    }

    @Test(
        "A text that is not JSON is refused at the byte that does not fit",
        arguments: [
            ("", 1, 1), ("[1,]", 1, 4), ("{\"a\":1,}", 1, 8), ("[01]", 1, 3), ("\n [1 2]", 2, 5), ("{\"é\":x}", 1, 6),
            ("\"a\tb\"", 1, 3), ("\"\\x\"", 1, 3), ("tru", 1, 4), ("[] x", 1, 4), ("{'a':1}", 1, 2), ("\"abc", 1, 5),
            ("-", 1, 2), ("1.", 1, 3), ("1e", 1, 3), ("[\"\\u12g4\"]", 1, 7), ("[1}", 1, 3), ("{\"a\" 1}", 1, 6),
        ])
    func refused(text: String, line: Int, column: Int) {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect(error?.position == TextPosition(line: line, column: column))
    }

    @Test("A byte order mark and UTF-16 are named in the error") func encodings() {
        let mark = #expect(throws: JSONError.self) { try JSONValue(parsing: [0xEF, 0xBB, 0xBF, 0x31]) }
        #expect(mark?.message.contains("byte order mark") == true)
        let wide = #expect(throws: JSONError.self) { try JSONValue(parsing: [0xFF, 0xFE, 0x31, 0x00]) }
        #expect(wide?.message.contains("UTF-16") == true)
    }

    @Test("Invalid UTF-8 in a string is refused") func invalidUTF8() {
        #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xC3, 0x28, 0x22]) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xED, 0xA0, 0x80, 0x22]) }
    }

    @Test("Escapes are undone; surrogates pair up and a lone one becomes U+FFFD") func escapes() throws {
        let value = try JSONValue(parsing: #""\"\\\/\b\f\n\r\tA\u00e9\ud834\udd1e\ud800x\udc00\ud834A""#)
        #expect(value.stringValue == "\"\\/\u{8}\u{C}\n\r\tAé\u{1D11E}\u{FFFD}x\u{FFFD}\u{FFFD}A")
    }

    @Test("Nesting to the limit is read; deeper is refused without using the thread's stack") func depth() throws {
        let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(try JSONValue(parsing: deep).arrayValue != nil)
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: "[", count: 1_000_000)) }
        #expect(error?.position.column == 513)
        #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: "{\"a\":", count: 513)) }
    }

    @Test("Every prefix and every changed byte of a text is read or refused, never trapped on")
    func mutations() throws {
        let text = Array(#"{"a":[1.5e-3,"x\u00e9\n",true,null,{"b":{}}],"c":-0}"#.utf8)
        for end in 0..<text.count { #expect(throws: JSONError.self) { try JSONValue(parsing: text[..<end]) } }
        for place in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[place] = byte
                guard let value = try? JSONValue(parsing: changed) else { continue }
                let again = try JSONValue(parsing: value.text())
                #expect(again == value)
            }
        }
    }

    @Test("The cases of JSONTestSuite are accepted and refused as named", .enabled(if: !SharedCases.bodies.isEmpty))
    func suite() throws {
        for (name, bytes) in SharedCases.bodies {
            let isValid = (try? JSONValue(parsing: bytes)) != nil
            #expect(isValid == name.hasPrefix("y_"), "\(name)")
        }
    }
}
