import DemoManager
import DemoManagerURLSession
import Foundation
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Marks of a request")
struct DemoMarksTests {
    @Test("Marks are read back unchanged, whatever their characters") func roundTrip() throws {
        var request = try URLRequest.to("https://api.example/me?a=%2F#")
        request.demoScreen = "a&b=c #~demo:ü%20"
        request.demoOperation = ""
        request.demoCondition = .named("half full")
        request.bypassesDemo = true
        #expect(request.demoScreen == "a&b=c #~demo:ü%20")
        #expect(request.demoOperation == "")
        #expect(request.demoCondition == .named("half full"))
        #expect(request.bypassesDemo)
        #expect(request.url?.query == "a=%2F")
    }

    @Test("The app's own fragment is kept, and removing the marks restores the URL")
    func ownFragment() throws {
        for text in ["https://api.example/me", "https://api.example/?q=1#part", "/relative"] {
            var request = try URLRequest.to(text)
            request.demoScreen = "profile"
            request.demoScreen = "cards"
            #expect(request.demoScreen == "cards")
            request.demoMarks = DemoMarks()
            #expect(request.url?.absoluteString == text)
        }
    }

    @Test("A fragment that only resembles marks is ignored") func foreignFragments() throws {
        for fragment in ["demo:screen=x", "~demo:", "~demo:screen", "~demo:attempt=-3&mode=odd&call=-1", "~demo:=&=="] {
            #expect(try URLRequest.to("https://api.example/#\(fragment)").demoMarks == DemoMarks())
        }
    }
}
