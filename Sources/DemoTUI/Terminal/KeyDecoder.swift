/// Turns the bytes a terminal sends into keys and pastes. A value without clock or input of its own: whoever feeds it
/// looks at `isWaiting` and, when nothing more comes for a moment, calls `flush`.
///
/// It understands the sequences of xterm and its relatives, VT220, rxvt and the Linux console whatever `TERM` says, and
/// what the terminfo database adds. Sequences it does not know are swallowed: taken for letters they would press keys.
struct KeyDecoder {
    /// What the terminal's type sends, by its bytes.
    var typeKeys: [[UInt8]: Key] = [:]
    /// Bytes that are not understood yet.
    private var bytes: [UInt8] = []
    /// True between the marks of a bracketed paste.
    private(set) var isPasting = false
    private var pasteEndedInReturn = false

    /// The longest sequence that is kept while its end is missing.
    private static let longestSequence = 4_096
    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

    /// True if bytes are kept that may be the start of something longer: the Escape key is the first byte of every other
    /// one.
    var isWaiting: Bool { !isPasting && !bytes.isEmpty }

    /// Decodes what can be decoded of the bytes so far.
    mutating func decode(_ more: some Sequence<UInt8>) -> [TerminalEvent] {
        bytes += more
        var events: [TerminalEvent] = []
        var position = 0
        while position < bytes.count {
            let rest = bytes[position...]
            if isPasting {
                guard let used = paste(rest, into: &events) else { break }
                position += used
                continue
            }
            guard let step = step(rest) else {
                if rest.count > Self.longestSequence { position = bytes.count }
                break
            }
            position += step.length
            events += step.keys.map(TerminalEvent.key)
            if step.startsPaste {
                isPasting = true
                pasteEndedInReturn = false
            }
        }
        bytes.removeFirst(min(position, bytes.count))
        return events
    }

    /// Decodes what is left when nothing more comes: an Escape, an Alt. Half a sequence is dropped; a paste that never
    /// ended is over.
    mutating func flush() -> [TerminalEvent] {
        defer { bytes = [] }
        if isPasting {
            isPasting = false
            return []
        }
        switch bytes.count {
        case 1 where bytes[0] == 0x1B: return [.key(.escape)]
        case 2 where bytes[0] == 0x1B: return [.key(.alt(Character(Unicode.Scalar(bytes[1]))))]
        default: return []
        }
    }

    /// Takes pasted text up to the end mark. Nil if all that is left may be the start of the mark or of a character.
    private mutating func paste(_ rest: ArraySlice<UInt8>, into events: inout [TerminalEvent]) -> Int? {
        let end = rest.firstRange(of: Self.pasteEnd)
        var text = rest[..<(end?.lowerBound ?? rest.endIndex)]
        if end == nil {
            // Keep what may be the beginning of the end mark, or of a character.
            for length in stride(from: min(5, text.count), through: 1, by: -1)
            where Self.pasteEnd.starts(with: text.suffix(length)) {
                text.removeLast(length)
                break
            }
            text.removeLast(UTF8Bytes.unfinishedSuffix(of: text))
        }
        var string = String(decoding: text, as: UTF8.self)
        if pasteEndedInReturn, string.first == "\n" { string.removeFirst() }
        pasteEndedInReturn = text.last == 0x0D
        string = string.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        if !string.isEmpty { events.append(.paste(string)) }
        if let end {
            isPasting = false
            return end.upperBound - rest.startIndex
        }
        return text.isEmpty ? nil : text.count
    }
}

/// What UTF-8 says about bytes.
enum UTF8Bytes {
    /// How many bytes at the end are the beginning of a character whose end is missing.
    static func unfinishedSuffix(of bytes: ArraySlice<UInt8>) -> Int {
        for (distance, byte) in bytes.suffix(3).reversed().enumerated() where byte & 0xC0 != 0x80 {
            return length(startingWith: byte) > distance + 1 ? distance + 1 : 0
        }
        return 0
    }

    /// The length of the character that begins with this byte; 1 for a byte that begins none.
    static func length(startingWith byte: UInt8) -> Int {
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}
