import Foundation

/// Real threads: tasks would share as few as there are cores.
enum Threads {
    /// Runs `body` on `count` threads that begin together; returns when all have ended.
    static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
        let gate = DispatchSemaphore(value: 0)
        let group = DispatchGroup()
        for number in 0..<count {
            group.enter()
            let thread = Thread {
                gate.wait()
                body(number)
                group.leave()
            }
            thread.stackSize = 4 << 20
            thread.start()
        }
        for _ in 0..<count { gate.signal() }
        await withCheckedContinuation { continuation in
            group.notify(queue: .global()) { continuation.resume() }
        }
    }

    /// Prints what was counted, where somebody wants to know.
    static func report(_ text: String) {
        if ProcessInfo.processInfo.environment["THREAD_COUNTS"] != nil { print("Threads: \(text).") }
    }
}
