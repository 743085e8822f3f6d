extension Vocabulary {
    /// What one thing of a well-known sort is called.
    struct UsualName: Sendable, Hashable {
        /// In full: Portugal, Euro.
        let name: String
        /// For short, as standards have it (ISO 3166-1, ISO 4217, ISO 639-1): PT, EUR; nil where there is nothing usual.
        let code: String?
        /// The sign that stands for it: €.
        let symbol: String?
    }

    /// What things of that name are called, by the last words of the name; nil where anything would do.
    static func usualNames(_ name: NameWords) -> [UsualName]? {
        let one = name.ofOne
        return one.endings.lazy.compactMap { usualNames[$0] }.first
    }

    /// Names by each of the words before the colon; a code and a symbol follow behind `=`.
    private static let usualNames: [String: [UsualName]] = lists(
        """
        country nation: Portugal=PT, Germany=DE, Netherlands=NL, Norway=NO, Italy=IT, Ireland=IE, Spain=ES, France=FR, \
        Austria=AT, Denmark=DK, Poland=PL, United States=US, Canada=CA, Japan=JP, New Zealand=NZ, Finland=FI, Belgium=BE, \
        Sweden=SE, Iceland=IS, Greece=GR, Chile=CL, Kenya=KE, India=IN, Brazil=BR, Mexico=MX, Ghana=GH, Vietnam=VN, Estonia=EE
        currency: Euro=EUR=€, US Dollar=USD=$, Pound Sterling=GBP=£, Yen=JPY=¥, Swiss Franc=CHF=Fr, Swedish Krona=SEK=kr, \
        Zloty=PLN=zł, Canadian Dollar=CAD=CA$, Indian Rupee=INR=₹, Brazilian Real=BRL=R$, Won=KRW=₩, Danish Krone=DKK=kr, \
        Norwegian Krone=NOK=kr, Australian Dollar=AUD=A$, New Zealand Dollar=NZD=NZ$, Mexican Peso=MXN=MX$
        language locale: English=en, German=de, French=fr, Spanish=es, Portuguese=pt, Italian=it, Dutch=nl, Polish=pl, \
        Swedish=sv, Danish=da, Finnish=fi, Japanese=ja, Korean=ko, Hindi=hi, Swahili=sw, Greek=el, Turkish=tr, Czech=cs
        continent: Africa=AF, Antarctica=AN, Asia=AS, Europe=EU, North America=NA, Oceania=OC, South America=SA
        city town: Lisbon, Hamburg, Utrecht, Bergen, Turin, Galway, Valencia, Lyon, Graz, Aarhus, Kraków, Portland, Halifax, \
        Osaka, Wellington, Tampere, Ghent, Porto, Leipzig, Bilbao, Trieste, Uppsala, Tartu, Cork, Nantes, Split, Bruges
        state province: Bavaria, Styria, Tuscany, Oregon, Ontario, Brittany, Catalonia, Connacht, Saxony, Utrecht, Quebec, \
        Vermont, Zeeland, Tyrol, Galicia, Nova Scotia
        airport: Lisbon=LIS, Hamburg=HAM, Amsterdam=AMS, Bergen=BGO, Turin=TRN, Dublin=DUB, Valencia=VLC, Lyon=LYS, Graz=GRZ, \
        Billund=BLL, Kraków=KRK, Portland=PDX, Halifax=YHZ, Osaka=KIX, Wellington=WLG, Helsinki=HEL, Brussels=BRU
        planet: Mercury, Venus, Earth, Mars, Jupiter, Saturn, Uranus, Neptune
        weekday: Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday
        month: January, February, March, April, May, June, July, August, September, October, November, December
        color colour: Red, Green, Blue, Yellow, Orange, Teal, Violet, Grey, Black, White, Brown, Pink
        size: XS, S, M, L, XL, XXL
        unit uom: Piece=pc, Kilogram=kg, Gram=g, Litre=l, Metre=m, Hour=h, Day=d, Box=box
        sport discipline: Football, Handball, Tennis, Rowing, Swimming, Cycling, Athletics, Basketball, Volleyball, Climbing, \
        Judo, Badminton, Sailing, Table tennis
        subject: Mathematics, History, Biology, Geography, Music, Chemistry, Physics, Literature, Economics, Art, Latin, \
        Computer science
        exam: Mathematics written, Biology written, History oral, Music practical, Chemistry resit
        genre: Drama, Comedy, Documentary, Thriller, Jazz, Classical, Fantasy, Mystery, Science fiction, Poetry, Folk, Rock
        drink beverage: Lemonade, Green tea, Espresso, Apple juice, Ginger beer, Sparkling water, Hot chocolate, Iced coffee, \
        Oat latte, Elderflower spritz
        disease illness: Common cold, Influenza, Hay fever, Chickenpox, Bronchitis, Measles, Migraine, Asthma
        tree: Oak, Beech, Maple, Birch, Linden, Larch, Willow, Chestnut, Pine, Ash
        plant flower: Basil, Lavender, Fern, Sunflower, Monstera, Ivy, Rosemary, Tulip, Mint, Daisy
        breed: Border Collie, Beagle, Dachshund, Poodle, Siamese, Maine Coon, Ragdoll, Icelandic Horse
        role userrole: Admin, Editor, Viewer, Moderator, Member, Guest, Support, Billing, Auditor, Developer
        permission privilege scope: Read orders, Write orders, Manage users, Read reports, Export data, Manage billing, \
        Read audit log, Invite members
        department division: Engineering, Sales, Marketing, Finance, Human resources, Support, Legal, Operations, Purchasing, \
        Research
        team squad: Platform, Growth, Mobile, Payments, Design, Data, Security, Search, Onboarding, Infrastructure
        skill competency: Project planning, Public speaking, Swift, Data analysis, Negotiation, Carpentry, First aid, \
        Copywriting, Welding, Bookkeeping
        jobtitle position: Software engineer, Account manager, Designer, Head of sales, Data analyst, Office manager, \
        Support specialist, Product owner
        status: Open, In progress, On hold, In review, Done, Cancelled
        priority: Low, Medium, High, Urgent
        shippingmethod deliverymethod: Standard, Express, Pick-up, Parcel locker, Overnight, Bicycle courier
        paymentmethod paymenttype: Card, Bank transfer, Invoice, Direct debit, Gift card, Cash on delivery
        tax taxrate: Standard rate, Reduced rate, Zero rate, Exempt
        coupon discount promotion voucher: Summer sale, Welcome offer, Loyalty bonus, Free shipping, Spring clearance, \
        Two for one, Student discount, Early bird
        wishlist: Birthday, New flat, Camping trip, Books to read, Kitchen, Holidays
        campaign: Spring sale, Newsletter relaunch, Back to school, Winter warm-up, Customer stories, Open house
        segment audience: New customers, Regulars, Newsletter readers, Trial users, Inactive for 90 days, Big spenders
        deal opportunity: Website relaunch, Office move, Annual licence, Fleet renewal, Training package, Pilot project, \
        Storage upgrade, Support contract
        contract agreement: Service agreement, Lease, Framework contract, Maintenance contract, Licence agreement, Work contract
        quote estimate: Kitchen refit, Roof repair, Garden design, Network cabling, Window cleaning, Office furniture
        survey poll questionnaire: Customer satisfaction, Lunch options, Onboarding feedback, Event review, Remote work, \
        Product ideas
        repository repo: web-app, api-server, design-system, mobile-app, docs, infrastructure, data-pipeline, cli-tools
        branch: main, develop, feature/search, fix/login, release/2.4, feature/dark-mode, chore/upgrade, fix/time-zones
        pullrequest mergerequest: Add search to the list, Fix login on slow networks, Speed up the first screen, \
        Update the licence text, Remove an unused table, Show totals per month
        commit: Add search to the list, Fix a typo, Speed up the import, Handle empty replies, Update dependencies, \
        Rename a column
        pipeline workflow build: Build and test, Deploy to staging, Nightly checks, Release, Lint, Publish docs
        deployment: web-app, api-server, worker, scheduler, search, gateway
        server host instance vm droplet machine: web-1, web-2, api-1, api-2, db-1, cache-1, worker-1, worker-2, build-1, mail-1
        cluster: production-eu, production-us, staging, development, analytics
        pod container: web-7c9d5, api-5f4b8, worker-6d8c7, scheduler-84bf9, cache-0, db-0
        volume disk: db-data, uploads, backups, logs, cache, media
        network vpc subnet: office, production, staging, guests, management, backup
        domain: example.com, example.org, example.net, shop.example.com, docs.example.org, mail.example.net
        certificate: www.example.com, api.example.com, shop.example.org, mail.example.net
        apikey accesskey: Mobile app, Web shop, Reporting, Continuous integration, Partner access, Local development
        webhook: Order created, Payment failed, Customer updated, Shipment sent, Invoice paid
        queue: emails, imports, thumbnails, reports, payments, notifications
        job: Nightly backup, Import customers, Send reminders, Rebuild search index, Clean up uploads, Sync inventory
        metric kpi: Response time, Error rate, Requests per minute, Sign-ups, Revenue, Memory used
        alert alarm: Disk almost full, High error rate, Certificate expires soon, Slow responses, Backup failed, Sensor offline
        dashboard: Sales overview, System health, Support queue, Website traffic, Energy use, Weekly numbers
        report: Monthly sales, Open invoices, Stock levels, Website traffic, Hours worked, Energy use
        hashtag: travel, photography, gardening, recipes, running, books, music, diy
        album: Summer evenings, Family, Iceland trip, Garden, Live at the harbor, First snow
        playlist: Morning coffee, Long drives, Focus, Sunday kitchen, Running, Rainy days
        channel: general, random, announcements, support, design, releases
        """)

    private static func lists(_ text: String) -> [String: [UsualName]] {
        var lists: [String: [UsualName]] = [:]
        for line in WordTable.lines(text) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let names = parts[1].split(separator: ",").map { entry in
                let words = entry.drop { $0 == " " }.split(separator: "=").map(String.init)
                return UsualName(
                    name: words.first ?? "", code: words.count > 1 ? words[1] : nil,
                    symbol: words.count > 2 ? words[2] : nil)
            }
            for name in WordTable.words(String(parts[0])) { lists[name] = names }
        }
        return lists
    }
}
