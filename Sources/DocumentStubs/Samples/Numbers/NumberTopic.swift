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
        let ends = name.words.filter { ["min", "max", "minimum", "maximum"].contains($0) }
        if let end = ends.first, name.words.count > 1,
            let whole = NumberTopic(NameWords(words: name.words.filter { !ends.contains($0) }), isWhole: isWhole)
        {
            // The least lies in the lower half of what is usual, the greatest in the upper.
            let (low, high) = (whole.range.lowerBound, whole.range.upperBound)
            let middle = low + (high - low) / 2
            self.init(end.hasPrefix("min") ? low...middle : min(middle + 1, high)...high, places: whole.places)
            return
        }
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
        (NumberTopic(5...240), "price amount cost total subtotal fee balance discount sum tax value"),
        (NumberTopic(50_000...900_000), "revenue budget turnover creditlimit"),
        (NumberTopic(32_000...98_000), "salary income"),
        (NumberTopic(1200...96_000), "spent earnings mrr arr"),
        (NumberTopic(3...5), "rating stars score"),
        (NumberTopic(5...95), "progress ratio"),
    ])

    private static let all: [String: NumberTopic] = WordTable.table([
        (money, "price amount cost total subtotal fee balance sum revenue paid deposit due charge value"),
        (NumberTopic(450...24_900), "cents pricecents amountcents minor unitamount"),
        (NumberTopic(3_200_000...7_800_000, places: 2), "salary income"),
        (NumberTopic(50_000...900_000, places: 2), "budget turnover creditlimit"),
        (NumberTopic(21...64), "age"),
        (NumberTopic(1...6), "quantity qty"),
        (
            NumberTopic(120...9800),
            """
            views likes followers following subscribers downloads plays visits impressions users customers visitors sessions
            pageviews clicks votecount votes statusescount followerscount followingcount points loyaltypoints
            """
        ),
        (NumberTopic(12_000...480_000, places: 2), "spent earnings mrr arr"),
        (NumberTopic(4_000...180_000), "mileage odometer"), (NumberTopic(82...164), "runtime"),
        (NumberTopic(2...8), "servings portions serves"), (NumberTopic(120...840), "calories kcal"),
        (NumberTopic(152...196), "heightcm"), (NumberTopic(480...1100, places: 1), "weightkg"),
        (NumberTopic(80...2400), "weightgrams grams"), (NumberTopic(12...100), "battery batterylevel fuellevel"),
        (NumberTopic(-90 ... -45), "rssi signal signalstrength dbm"),
        (NumberTopic(1...8), "vcpus cpus cores cpu"), (NumberTopic(512...16_384), "memory ram memorymb"),
        (NumberTopic(25...320), "disk diskgb storage"), (NumberTopic(52...89, places: 1), "voteaverage"),
        (NumberTopic(1200...58_000), "attendance"), (NumberTopic(1...34), "round matchday"),
        (NumberTopic(1...4), "homescore awayscore goals"), (NumberTopic(2...30), "experience yearsofexperience"),
        (NumberTopic(9950...9999, places: 2), "uptime availability"),
        (NumberTopic(25...490, places: 2), "interestrate apr apy"),
        (NumberTopic(95_000...320_000), "durationms"), (NumberTopic(72...168), "tempo bpm"),
        (NumberTopic(58...96), "heartrate pulse"), (NumberTopic(1800...12_400), "steps"),
        (NumberTopic(20...1800), "tokens"), (NumberTopic(1...5), "attempts retries refills"),
        (NumberTopic(52...95), "temperaturef fahrenheit"), (NumberTopic(-5...34), "temperaturec"),
        (
            count,
            """
            count stock units seats guests capacity participants attendees members replies
            comments rooms copies items orders inventory available remaining nights people adults
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
