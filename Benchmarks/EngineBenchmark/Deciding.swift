import DemoManager
import Foundation
import HTTPTypes
import Synchronization

/// A thread that decides until it is told to stop, so that changes meet decisions under way.
final class Deciding: Sendable {
    private let isStopped = Atomic(false)
    private let ended = DispatchSemaphore(value: 0)

    init(_ manager: DemoManager, _ requests: [HTTPRequest]) {
        Thread { [self] in
            let call = Call(id: 2, mode: .demo)
            while !isStopped.load(ordering: .relaxed) { decide(manager, requests, call, count: 16) }
            ended.signal()
        }.start()
    }

    /// Ends the thread and waits for it.
    func stop() {
        isStopped.store(true, ordering: .relaxed)
        ended.wait()
    }
}
