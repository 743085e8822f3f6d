/// What a number is about: the range a person expects, in hundred-thousandths where it is a fraction.
struct NumberTopic: Sendable, Hashable {
    /// The least and greatest usual value, in units of ten to the minus `places`.
    let range: ClosedRange<Int>
    /// The usual number of digits behind the point; whole numbers ignore it.
    let places: Int

    init(_ range: ClosedRange<Int>, places: Int = 0) {
        self.range = range
        self.places = places
    }

    /// What a member of that name usually holds; nil where the name does not say.
    ///
    /// - Parameter isWhole: whether only whole numbers are allowed; money is then in cents where the name says so.
    init?(_ name: NameWords, isWhole: Bool) {
        for ending in name.endings {
            if let topic = (isWhole ? NumberTopic.whole[ending] : nil) ?? NumberTopic.all[ending] {
                self = topic
                return
            }
        }
        guard let first = name.words.first, name.words.count > 1 else { return nil }
        guard ["num", "number", "no", "nb", "total", "max", "min", "count", "avg", "average"].contains(first) else {
            return nil
        }
        self = NumberTopic(1...40)
    }

    /// What a number is where nothing is known about it.
    static let unknown = NumberTopic(1...99)

    private static let money = NumberTopic(450...24_900, places: 2)
    private static let count = NumberTopic(1...40)

    private static let whole: [String: NumberTopic] = WordTable.table([
        (NumberTopic(5...240), "price amount cost total subtotal fee balance discount sum revenue budget tax value"),
        (NumberTopic(3...5), "rating stars score"),
        (NumberTopic(5...95), "progress ratio"),
    ])

    private static let all: [String: NumberTopic] = WordTable.table([
        (money, "price amount cost total subtotal fee balance sum revenue paid deposit due charge value"),
        (NumberTopic(450...24_900), "cents pricecents amountcents minor unitamount"),
        (NumberTopic(3_200_000...7_800_000, places: 2), "salary income"),
        (NumberTopic(50_000...900_000, places: 2), "budget turnover creditlimit"),
        (NumberTopic(21...64), "age"),
        (
            count,
            """
            count quantity qty stock units seats guests capacity participants attendees members followers likes views replies
            comments rooms copies items orders points visits inventory available remaining nights people adults
            """
        ),
        (NumberTopic(1...3), "children kids infants dogs bicycles"),
        (NumberTopic(30...50, places: 1), "rating stars score"),
        (NumberTopic(500...9500, places: 2), "percent percentage progress completion humidity"),
        (NumberTopic(5...95, places: 2), "ratio rate probability confidence opacity weighting"),
        (NumberTopic(5...30), "discount taxrate vat tax"),
        (NumberTopic(2022...2026), "year"),
        (NumberTopic(2027...2031), "expyear expiryyear expirationyear"),
        (NumberTopic(1...12), "month"),
        (NumberTopic(1...28), "day"),
        (NumberTopic(1...7), "weekday"),
        (NumberTopic(8...19), "hour"),
        (NumberTopic(1...59), "minute second"),
        (NumberTopic(12_000...4_800_000), "size bytes filesize length_bytes"),
        (NumberTopic(15...240), "duration minutes seconds mins secs ttl timeout elapsed eta"),
        (NumberTopic(120...4800), "ms millis milliseconds latency responsetime"),
        (NumberTopic(1...12), "hours days weeks months years level floor room step stage tier"),
        (NumberTopic(20...180), "width height length depth thickness radius diameter"),
        (NumberTopic(4...240, places: 1), "weight"),
        (NumberTopic(12...480, places: 1), "distance km kilometers miles"),
        (NumberTopic(80...270, places: 1), "temperature temp celsius"),
        (NumberTopic(35...95, places: 1), "speed"),
        (NumberTopic(8000...8999), "port"),
        (NumberTopic(400...400), "statuscode httpstatus"),
        (NumberTopic(25...25), "limit pagesize perpage page_size"),
        (NumberTopic(1...1), "page currentpage pagenumber version revision"),
        (NumberTopic(1...5), "priority severity importance"),
        (NumberTopic(100...999), "cvc cvv"),
        (NumberTopic(1...64), "flags permissions"),
        (NumberTopic(3600...3600), "expiresin"),
        (NumberTopic(200...200), "code"),
        (NumberTopic(1...20), "position index order rank sequence sort ordering"),
        (NumberTopic(10...250), "altitude elevation"),
        (NumberTopic(1...16_777_215), "color colour"),
        (NumberTopic(10_000...900_000), "population"),
    ])
}
