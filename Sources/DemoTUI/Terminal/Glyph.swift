/// What one cell shows: a scalar, or a scalar with combining marks. A small trivial value: sequences are kept once for
/// the whole program, a glyph holds their number.
struct Glyph: Hashable, Sendable {
    /// A scalar's value; or, with `Self.sequenceFlag`, a number in `GlyphTable`; or 0, the right half of a wide glyph.
    let code: UInt32

    /// The right half of a glyph of two columns.
    static let continuation = Glyph(code: 0)
    /// An empty cell.
    static let space = Glyph(code: 0x20)

    private static let sequenceFlag: UInt32 = 0x8000_0000

    private init(code: UInt32) { self.code = code }

    /// A single scalar, which must be one that may be shown.
    init(_ scalar: Unicode.Scalar) { code = scalar.value }

    /// A printable ASCII byte.
    init(ascii byte: UInt8) { code = UInt32(byte) }

    /// A scalar and the marks over it.
    init(_ base: Unicode.Scalar, marks: [Unicode.Scalar]) {
        if !marks.isEmpty, let number = GlyphTable.shared.number(of: [base] + marks) {
            code = Self.sequenceFlag | number
        } else {
            code = base.value
        }
    }

    /// The scalars, base first; none for the right half of a wide glyph.
    var scalars: [Unicode.Scalar] {
        if let scalar { return [scalar] }
        return code & Self.sequenceFlag != 0 ? GlyphTable.shared.sequence(code & ~Self.sequenceFlag) : []
    }

    /// The scalar of a glyph without marks.
    var scalar: Unicode.Scalar? {
        code == 0 || code & Self.sequenceFlag != 0 ? nil : Unicode.Scalar(code)
    }
}
