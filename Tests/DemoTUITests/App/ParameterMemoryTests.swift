import APIDocument
import AppCore
import HTTPTypes
import JSONText
import Testing

@testable import DemoTUI

@Suite("What was typed for parameters")
struct ParameterMemoryTests {
    private func request(_ path: String, _ names: String...) -> Request {
        Request(
            operation: "get \(path)", method: .get, path: PathTemplate(path),
            parameters: names.map { name in
                let parameter = Parameter(name: name, location: .path, isRequired: true, schema: .any)
                let field = Field(pointer: .root, name: name, title: name, kind: .text)
                return BoundParameter(parameter, source: .ask(field))
            })
    }

    @Test("the same place in the path has the same value, whatever the screen and the parameter's name")
    func samePlace() {
        var memory = ParameterMemory()
        memory.remember(["guild": "42"], for: request("/guilds/{guild}", "guild"), in: .live)
        let emojis = request("/guilds/{guild_id}/emojis", "guild_id")
        #expect(memory.answers(to: emojis, in: .live) == ["guild_id": "42"])
        #expect(memory.filling(Place(), for: emojis, in: .live).asked == ["guild_id": "42"])
    }

    @Test("two parameters between the same slashes keep a value each")
    func sameSegment() {
        var memory = ParameterMemory()
        let compare = request("/compare/{base}...{head}", "base", "head")
        memory.remember(["base": "31", "head": "42"], for: compare, in: .live)
        #expect(memory.answers(to: compare, in: .live) == ["base": "31", "head": "42"])
    }

    @Test("the same name elsewhere is offered and not used")
    func sameName() {
        var memory = ParameterMemory()
        memory.remember(["id": "42"], for: request("/guilds/{id}", "id"), in: .live)
        let user = request("/users/{id}", "id")
        #expect(memory.answers(to: user, in: .live) == [:])
        #expect(memory.offer(for: "id", of: user, in: .live) == "42")
    }

    @Test("demo and live keep their own, and a place forgets the other mode's")
    func modes() {
        var memory = ParameterMemory()
        let guild = request("/guilds/{id}", "id")
        memory.remember(["id": "42"], for: guild, in: .demo)
        let place = memory.filling(Place(), for: guild, in: .demo)
        #expect(place.asked == ["id": "42"])
        #expect(memory.filling(place, for: guild, in: .live).asked == [:])
        #expect(memory.offer(for: "id", of: guild, in: .live) == nil)
    }
}

@Suite("The way to a screen in its title")
struct BreadcrumbTests {
    @Test("the beginning goes where the way is too long")
    func cut() {
        let way = Breadcrumb(["Museums", "12 Harbor hall", "Events"])
        #expect(way.text(width: 40) == "Museums > 12 Harbor hall > Events")
        #expect(way.text(width: 30) == "… > 12 Harbor hall > Events")
        #expect(way.text(width: 12) == "… > Events")
        #expect(way.text(width: 3) == "… > Events")
        #expect(Breadcrumb(["Events"]).text(width: 3) == "Events")
    }
}
