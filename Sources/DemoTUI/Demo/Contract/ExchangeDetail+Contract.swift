import DemoManager
import Terminal

extension ExchangeDetail {
    /// What the document says of the reply: nothing where nobody checked.
    ///
    /// - Parameter positions: where its places stand, as far as that is known.
    static func contract(_ verdict: Verdict?, positions: [String: String] = [:]) -> [TextLine] {
        switch verdict {
        case nil: []
        case .kept: [TextLine("Contract: as documented", .dim)]
        case .unchecked(let reason): [TextLine("Contract: not checked, \(reason)", .dim)]
        case .broken(let flaws):
            [TextLine("Contract: ! not as documented", .warning)]
                + flaws.flatMap { flaw in
                    let pointer = flaw.pointer.tokens.isEmpty ? "" : "\(flaw.pointer): "
                    let line = positions[flaw.place].map { "\($0)  " } ?? ""
                    return [TextLine("! \(pointer)\(flaw.message)"), TextLine("  \(line)\(flaw.place)", .dim)]
                }
        }
    }
}
