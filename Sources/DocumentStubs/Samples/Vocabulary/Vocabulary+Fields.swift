extension Vocabulary {
    /// What a member of that name holds, by the last words of the name; nil where nothing is known.
    static func field(_ name: NameWords) -> [String]? {
        name.endings.lazy.compactMap { fields[$0] }.first ?? fields[name.singular]
    }

    /// What members of these names hold, by the last words of the name joined to one.
    private static let fields = lists(
        """
        cuisine: Italian, Japanese, Mexican, Indian, Greek, Thai, French, Lebanese
        ingredient: Flour, Butter, Tomatoes, Basil, Olive oil, Garlic, Lemon, Rice, Chickpeas, Cream
        specialty speciality specialization: Cardiology, Paediatrics, Dermatology, Neurology, Orthopaedics, General practice
        medication drug medicine: Ibuprofen, Amoxicillin, Metformin, Cetirizine, Paracetamol, Omeprazole
        dosage dose: 200 mg, 500 mg, 1 tablet, 5 ml, 10 mg
        frequency: once a day, twice a day, every 8 hours, once a week
        diagnosis: Seasonal allergy, Sprained ankle, Migraine, Common cold, Lower back pain
        allergy allergen: Pollen, Peanuts, Penicillin, Lactose, Dust
        bloodtype bloodgroup: A+, B+, 0+, AB+, A-, 0-
        make carmake automaker: Alder, Corvina, Meridian, Norda, Solaro, Tellus
        fuel fueltype: petrol, diesel, electric, hybrid
        season: 2024/25, 2025/26
        league competition: Northern League, Coastal Cup, City Championship
        course: Mathematics, History, Biology, Geography, Music, Chemistry
        grade: A, B, C, B+, A-
        semester: Spring 2026, Autumn 2025
        benefit: Flexible hours, Learning budget, Public transport pass, 30 days of vacation, Remote days
        requirement qualification: Three years of experience, Good written English, Team player, Driving licence
        amenity amenities: Wi-Fi, Parking, Breakfast, Air conditioning, Pool, Garden
        feature: Backups, Monitoring, Private network, Dark mode, Offline mode, Two-factor sign-in
        step: Mix everything well., Let it rest for ten minutes., Bake until golden., Serve warm.
        material fabric: cotton, linen, oak, steel, glass, wool
        shape: round, square, oval
        weather forecast shortforecast: Partly cloudy, Sunny, Light rain, Clear, Windy, Mostly sunny
        winddirection: N, NE, E, SE, S, SW, W, NW
        os operatingsystem platform: Linux, macOS, Windows, iOS, Android
        distribution distro: Debian, Ubuntu, Fedora, Alpine
        browser useragent: Firefox, Chrome, Safari
        environment env: production, staging, development
        protocol: TCP, UDP
        kty keytype: RSA, EC
        alg algorithm: RS256, ES256
        namespace: default, production, staging, monitoring
        license licence spdxid: MIT, Apache-2.0, BSD-3-Clause, MPL-2.0
        conclusion outcome: success, failure, cancelled, skipped
        provider processor gateway: northpay, cardo, banklink
        cardbrand network: visa, mastercard, amex
        plan tier: Free, Starter, Team, Business
        channel medium: email, web, phone, chat
        referrer campaign: newsletter, spring-sale, partner
        mood: happy, calm, excited
        relationship kinship: parent, sibling, partner, friend
        maritalstatus: single, married
        education degree: Bachelor, Master, Diploma
        seat seatnumber: 12A, 14C, 7F, 21B, 3D
        gate: A12, B7, C3, D21
        cabin travelclass fareclass: economy, premium, business
        vin: WDEMO0000TX104512, WDEMO0000TX118390, WDEMO0000TX127743, WDEMO0000TX131108
        action activity: created, updated, deleted, viewed, exported
        """)

    /// What the state of a thing is called, by the thing's last word.
    static let states = lists(
        """
        order: paid, shipped, delivered, pending, delivered, cancelled
        payment charge refund transaction transfer payout: succeeded, pending, succeeded, failed
        invoice bill: paid, open, overdue, draft
        subscription plan: active, trialing, active, canceled
        issue bug ticket case incident: open, in progress, resolved, closed
        task todo story: todo, in progress, done
        project campaign: planned, active, completed
        user customer member account employee: active, active, invited, suspended
        device sensor station camera gateway node server: online, online, offline
        booking reservation appointment visit: confirmed, pending, completed, cancelled
        shipment parcel delivery package: in transit, delivered, out for delivery
        run job build deployment workflow pipeline: success, running, failed, queued
        article post page movie document: published, draft, published
        message email notification sms call: delivered, sent, read
        flight train trip: on time, boarding, delayed
        vehicle car bike scooter: available, rented, in service
        application candidate: received, interview, hired
        """)

    /// What kinds of a thing there are, by the thing's last word.
    static let types = lists(
        """
        account: checking, savings, business
        event webhook: created, updated, deleted
        message: text, image, text
        notification: mention, reply, reminder
        address: home, work, billing
        phone contact: mobile, home, work
        document: invoice, contract, report
        transaction: payment, refund, transfer
        vehicle car: car, van, bicycle
        room: single, double, suite
        property listing: apartment, house, studio
        action: reboot, resize, snapshot
        condition: Ready, Initialized, Scheduled
        """)

    /// What a thing that measures measures in.
    static let measures = lists(
        """
        reading measurement observation sensor metric sample: °C, %, hPa
        ingredient: g, ml, tbsp, piece
        """)

    /// Lists of words, by each of the names before the colon.
    private static func lists(_ text: String) -> [String: [String]] {
        var lists: [String: [String]] = [:]
        for line in WordTable.lines(text) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let words = parts[1].split(separator: ",").map { String($0.drop { $0 == " " }) }
            for name in WordTable.words(String(parts[0])) { lists[name] = words }
        }
        return lists
    }
}
