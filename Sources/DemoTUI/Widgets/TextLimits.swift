/// How much a person may type or paste. All limits of typed text stand here.
enum TextLimits {
    /// The most characters a field takes. Every key and every paint works on what was typed, so it must end somewhere; a
    /// token, an address or a letter stays far below.
    static let field = 65_536
}
