import APIModel
import Terminal
import Testing
import WireFormats

@testable import AppCore
@testable import DemoManager
@testable import DemoTUI

@Suite("Rows of a long list") struct RowListTests {
    private static let ways: [Pagination] = [
        .offset(parameter: "offset", limitParameter: nil, limit: 50),
        .cursor(parameter: "cursor", next: JSONPointer(tokens: ["next"])),
    ]

    private func stage(_ pagination: Pagination, rows: Int = 5000) -> RowStage {
        var stage = RowStage(pagination, rows: rows, size: 50)
        stage.run(stage.list.reload(stage.query))
        return stage
    }

    /// A list of 400 rows that stood at its end when the row 400 was added, which the server put at `place`.
    private func stageWithRowAddedFarDown(_ pagination: Pagination, at place: Int) -> RowStage {
        var stage = stage(pagination, rows: 400)
        for index in stride(from: 0, to: 400, by: 40) { stage.go(to: index) }
        stage.go(to: 399)
        stage.ids.insert(400, at: place)
        stage.list.add(.object(JSONObject([.init(key: "id", value: 400)])), atEnd: false)
        return stage
    }

    /// At its start a list asks for nothing more, and has no row twice.
    private func expectRest(_ stage: inout RowStage, at place: SourceLocation = #_sourceLocation) {
        let asked = stage.asked.count
        stage.go(to: 0)
        #expect(stage.asked.count == asked && stage.list[0] != nil, sourceLocation: place)
        #expect(Set(stage.shown).count == stage.shown.count, sourceLocation: place)
    }

    @Test("At any distance, the limit of rows is kept, each at its index", arguments: ways)
    func bounded(_ pagination: Pagination) {
        var stage = stage(pagination)
        for index in stride(from: 0, to: 4900, by: 40) { stage.go(to: index) }
        #expect(stage.list.rows.count <= RowLimits.kept && stage.isInPlace)
        #expect(stage.list.count >= 4900 && stage.list[0] == nil)
        #expect(stage.list.countText == "4,950 of 5,000" || stage.list.countText == "5,000")
    }

    @Test("The title marks an undocumented page while its rows are loaded", arguments: ways)
    func offContract(_ pagination: Pagination) {
        var stage = stage(pagination)
        var world = World(
            catalog: ScreenCatalog(screens: []), demo: DemoStatus(), area: Size(columns: 80, rows: 24), spinnerFrame: 0)
        world.demo.offContract = [1]
        func remark() -> String? {
            Heading(stage.screen, stage.list.load, of: stage.list.pages.calls, in: world).remark
        }
        #expect(remark() == "! schema mismatch")
        stage.go(to: 100)
        #expect(stage.asked.count > 1 && remark() == "! schema mismatch")
        stage.run(stage.list.reload(stage.query))
        #expect(remark() == nil)
    }

    @Test("Dropped rows load again at their index, page by page and after a jump", arguments: ways)
    func back(_ pagination: Pagination) {
        var stage = stage(pagination)
        for index in stride(from: 0, to: 4000, by: 40) { stage.go(to: index) }
        let reached = stage.list.count
        for index in stride(from: 4000, to: 2000, by: -17) { stage.go(to: index) }
        #expect(stage.isInPlace && stage.list.window.range.contains(2010))
        stage.go(to: 3)
        #expect(stage.isInPlace && stage.list[3] != nil && stage.list.count >= reached)
    }

    @Test("With offsets the end is one request away, and earlier rows load on demand") func end() {
        var stage = stage(Self.ways[0], rows: 1_000_000)
        let before = stage.asked.count
        let canLeap = stage.list.reachEnd()
        #expect(canLeap && stage.list.count == 1_000_000)
        stage.go(to: 999_999)
        #expect(stage.asked.count <= before + 2 && stage.list[999_999]?["id"]?.intValue == 999_999)
        #expect(stage.list.countText == "1,000,000" && !stage.list.hasMore)
        stage.go(to: 999_900)
        #expect(stage.isInPlace)
    }

    @Test("With cursors the end cannot be jumped to") func noLeap() {
        var stage = stage(Self.ways[1])
        #expect(!stage.list.reachEnd() && stage.list.count == 50)
    }

    @Test("A wrong total leads back to the existing rows") func wrongTotal() {
        var stage = stage(Self.ways[0], rows: 120)
        stage.list.total = 1 << 40
        _ = stage.list.reachEnd()
        let before = stage.asked.count
        stage.go(to: (1 << 40) - 1, most: 1)
        #expect(stage.list.count == 50 && stage.asked.count == before + 1 && stage.isInPlace)
    }

    @Test("A row that the server inserts at the front is not shown twice") func inserted() {
        var stage = stage(Self.ways[0])
        stage.ids.insert(-1, at: 0)
        stage.go(to: 49)
        #expect(Set(stage.shown).count == stage.shown.count && stage.shown.suffix(1) == [98])
    }

    @Test("An added row is first; the rows after it load, each page once", arguments: ways)
    func addedFarDown(_ pagination: Pagination) {
        var stage = stageWithRowAddedFarDown(pagination, at: 400)
        stage.go(to: 0)
        #expect(stage.list[0]?["id"] == 400 && stage.list[1]?["id"] == 0)
        expectRest(&stage)
    }

    @Test("An added row that the server also puts first is shown once, and each page loads once", arguments: ways)
    func addedFarDownInFront(_ pagination: Pagination) {
        var stage = stageWithRowAddedFarDown(pagination, at: 0)
        let before = stage.asked.count
        for index in stride(from: 0, to: 400, by: 10) { stage.go(to: index) }
        #expect(stage.asked.count < before + 20 && stage.list.count == 401)
        #expect(Set(stage.shown).count == stage.shown.count && stage.isInPlace)
    }

    @Test("An added row that was dropped causes no repeated requests", arguments: ways)
    func addedAndLetGo(_ pagination: Pagination) {
        var stage = stage(pagination)
        stage.ids.append(5000)
        stage.list.add(.object(JSONObject([.init(key: "id", value: 5000)])), atEnd: false)
        for index in stride(from: 0, to: 3000, by: 40) { stage.go(to: index) }
        #expect(stage.list[0] == nil)
        stage.go(to: 0)
        expectRest(&stage)
    }

    @Test("Rows deleted in dropped pages cause no repeated requests", arguments: ways)
    func deletedMeanwhile(_ pagination: Pagination) {
        var stage = stage(pagination)
        for index in stride(from: 0, to: 2000, by: 40) { stage.go(to: index) }
        stage.ids.removeSubrange(0..<10)
        for index in stride(from: 2000, to: 0, by: -17) { stage.go(to: index) }
        stage.go(to: 0)
        expectRest(&stage)
    }

    @Test("A server that ignores the page parameter gets two requests") func ignores() {
        var stage = RowStage(.offset(parameter: "start", limitParameter: nil, limit: 50), rows: 200, size: 50)
        stage.saysTotal = false
        stage.run(stage.list.reload(stage.query))
        for _ in 0..<5 { stage.go(to: stage.list.count - 1) }
        #expect(stage.asked.count == 2 && stage.list.count == 50)
    }

    @Test("A mark finds its row by id, not by index") func marks() {
        var stage = stage(Self.ways[0])
        let mark = stage.list.mark(7)
        stage.list.remove(3)
        #expect(stage.list.index(of: mark) == 6)
        stage.list.remove(6)
        #expect(stage.list.index(of: mark) == nil)
        #expect(stage.list.count == 48 && stage.list.total == 4998)
    }

    @Test("After a failure nothing loads until a retry, which loads the failed page", arguments: ways)
    func failure(_ pagination: Pagination) {
        var stage = stage(pagination)
        for index in stride(from: 0, to: 2000, by: 40) { stage.go(to: index) }
        stage.fails = true
        stage.go(to: 5)
        let asked = stage.asked.count
        stage.go(to: 5)
        #expect(stage.asked.count == asked && stage.list.load.failure != nil && stage.list.lacksRows)
        stage.fails = false
        stage.run(stage.list.retry(stage.query), at: 5)
        #expect(stage.list[5] != nil && stage.isInPlace)
    }

    @Test("After deletions rows load at their index", arguments: ways) func edited(_ pagination: Pagination) {
        var stage = stage(pagination)
        for index in stride(from: 0, to: 1000, by: 40) { stage.go(to: index) }
        stage.list.remove(900)
        stage.ids.remove(at: 900)
        for index in stride(from: 900, to: 3000, by: 40) { stage.go(to: index) }
        for index in stride(from: 3000, to: 0, by: -17) { stage.go(to: index) }
        #expect(Set(stage.shown).count == stage.shown.count && stage.list[0]?["id"]?.intValue == 0)
    }
}

@Suite("The exchange of a row") struct RowPagesTests {
    private func provenance(_ number: Int) -> Provenance {
        Provenance(
            mode: .demo, call: UInt64(10 + number), exchange: ExchangeNumber(number: UInt64(number)),
            isPassedThrough: false, stub: nil)
    }

    @Test("A row belongs to its page's last load, also after moves; dropped pages are forgotten") func pages() {
        var pages = RowPages(.offset(parameter: "offset", limitParameter: nil, limit: 10))
        func calls(_ rows: Int...) -> [UInt64?] { rows.map { pages.origin(of: $0)?.call } }
        #expect(calls(0) == [nil])
        for (number, start) in [(1, 0), (3, 20), (2, 10)] {
            pages.note(provenance(number), from: start)
        }
        #expect(calls(0, 9, 10, 19, 20, 99) == [11, 11, 12, 12, 13, 13])
        #expect(pages.calls == [11, 12, 13])
        pages.note(provenance(4), from: 10)
        #expect(calls(9, 19) == [11, 14])
        pages.moved(from: 5, up: 1)
        #expect(calls(0, 9) == [11, 14])
        pages.keepOrigins(of: 12..<19)
        #expect(pages.calls == [14])
        #expect(calls(0, 12, 30) == [nil, 14, 14])
    }
}
