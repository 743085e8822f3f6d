/// A position in a text, as editors show it.
public struct TextPosition: Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in Unicode scalars.
    public let column: Int

    /// Both from 1.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The position of byte `offset`. Lines end with LF, CR or CR LF; an invalid lead byte counts one column.
    public init(offset: Int, in bytes: some Collection<UInt8>) {
        var line = 1
        var column = 1
        var previous: UInt8 = 0
        for byte in bytes.prefix(offset) {
            switch byte {
            case 0x0A where previous == 0x0D:
                break
            case 0x0A, 0x0D:
                line += 1
                column = 1
            case 0x80...0xBF:
                break
            default:
                column += 1
            }
            previous = byte
        }
        self.init(line: line, column: column)
    }

    /// `line:column`.
    public var description: String { "\(line):\(column)" }
}

/// The reason a text is not JSON, or not a JSON Pointer, with its position.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The byte at which reading stopped, from 0.
    public let offset: Int
    /// The position of `offset`.
    public let position: TextPosition
    /// The fault, in a few words.
    public let message: String

    /// An error at a byte of the text.
    public init(_ message: String, at offset: Int, in bytes: some Collection<UInt8>) {
        self.offset = offset
        position = TextPosition(offset: offset, in: bytes)
        self.message = message
    }

    /// `line:column: message`.
    public var description: String { "\(position): \(message)" }
}
