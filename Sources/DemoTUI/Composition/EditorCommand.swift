/// The editor of a person: `$VISUAL` or `$EDITOR`, else `vi`. A variable that is set to nothing counts as not set.
struct EditorCommand: Hashable, Sendable {
    /// The command with its own arguments, as the variable has it.
    let name: String

    init(environment: [String: String]) {
        name = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }.first { !$0.isEmpty } ?? "vi"
    }

    /// The command that opens a file, at a line if one is named. The editor's own arguments are split by the shell, the path
    /// never is.
    func opening(_ path: String, line: Int? = nil) -> [String] {
        // `+N` is what vi, vim, nano, emacs, micro and less understand.
        let line = line.map { "+\($0) " } ?? ""
        return ["/bin/sh", "-c", "\(name) \(line)\"$1\"", "sh", path]
    }
}
