// Foundation has these on Apple's platforms alone. The script imports this module into every file.
import Foundation

public final class CFRunLoop {}
public func CFRunLoopWakeUp(_ loop: CFRunLoop) {}

extension RunLoop {
    public func getCFRunLoop() -> CFRunLoop { CFRunLoop() }
}
