import CNcurses
import Dispatch
import Foundation

extension NcursesTerminal {
    func suspendAndStop() {
        guard cn_is_up() != 0 else { return }
        leave()
        cn_stop()
        comeBack()
    }

    func runOutside(_ body: () -> Int32) -> Int32 {
        guard cn_is_up() != 0 else { return body() }
        // Around the whole time in which keys can be signals: `^C` is the other program's, or nobody's.
        cn_guard_outside(1)
        leave()
        showErrors()
        let status = body()
        cn_errors_redirect(errorLog)
        comeBack()
        cn_guard_outside(0)
        return status
    }

    /// Runs a program in the terminal and waits for it: an editor, a pager. `arguments[0]` is looked up in `PATH`.
    /// - Returns: its exit status; 128 + n if a signal ended it, 127 if it cannot be started.
    static func run(_ arguments: [String]) -> Int32 {
        let pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return cn_run(pointers)
    }

    /// Takes the terminal again, shows the last picture in whatever size it has now, and tells the program.
    private func comeBack() {
        _ = cn_wait_foreground()
        let last = shown
        let changed = readSize()
        cn_reenter()
        enter()
        if let last { draw(last) }
        // What came meanwhile is done with, but for a request to leave.
        let events = (changed ? [.resize(size)] : []) + [.resumed] + Self.leaveEvents(takeSignals())
        // Not from within the program's own call of suspend.
        DispatchQueue.main.async { [weak self] in
            MainActor.assumeIsolated { self?.handler?(events) }
        }
    }
}
