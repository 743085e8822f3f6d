import DemoManager

extension ExchangeDetail {
    /// What the document says of the reply: nothing where nobody checked.
    ///
    /// - Parameter positions: where its places stand, as far as that is known.
    static func contract(_ verdict: Verdict?, positions: [String: String] = [:]) -> [Line] {
        switch verdict {
        case nil: []
        case .kept: [Line("Contract: as documented", .dim)]
        case .unchecked(let reason): [Line("Contract: not checked, \(reason)", .dim)]
        case .broken(let flaws):
            [Line("Contract: ! not as documented", .warning)]
                + flaws.flatMap { flaw in
                    let pointer = flaw.pointer.tokens.isEmpty ? "" : "\(flaw.pointer): "
                    let line = positions[flaw.place].map { "\($0)  " } ?? ""
                    return [Line("! \(pointer)\(flaw.message)"), Line("  \(line)\(flaw.place)", .dim)]
                }
        }
    }
}
