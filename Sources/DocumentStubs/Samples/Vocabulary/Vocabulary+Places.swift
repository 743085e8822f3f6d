extension Vocabulary {
    /// A city with what goes with it.
    struct City: Sendable {
        let name: String
        let region: String
        let country: String
        let code: String
        let postcode: String
        let timeZone: String
        /// Degrees north and east, in hundred-thousandths.
        let latitude: Int
        let longitude: Int
    }

    static let cities: [City] = [
        city("Lisbon", "Lisboa", "Portugal", "PT", "1100-148", "Europe/Lisbon", 3_872_230, -913_930),
        city("Hamburg", "Hamburg", "Germany", "DE", "20459", "Europe/Berlin", 5_355_110, 999_370),
        city("Utrecht", "Utrecht", "Netherlands", "NL", "3511 AB", "Europe/Amsterdam", 5_209_070, 512_140),
        city("Bergen", "Vestland", "Norway", "NO", "5003", "Europe/Oslo", 6_039_130, 532_210),
        city("Turin", "Piedmont", "Italy", "IT", "10121", "Europe/Rome", 4_507_030, 768_690),
        city("Galway", "Connacht", "Ireland", "IE", "H91 E2K3", "Europe/Dublin", 5_327_070, -905_680),
        city("Valencia", "Valencia", "Spain", "ES", "46002", "Europe/Madrid", 3_946_990, -37_630),
        city("Lyon", "Rhône", "France", "FR", "69002", "Europe/Paris", 4_576_400, 483_570),
        city("Graz", "Styria", "Austria", "AT", "8010", "Europe/Vienna", 4_707_070, 1_543_950),
        city("Aarhus", "Midtjylland", "Denmark", "DK", "8000", "Europe/Copenhagen", 5_616_290, 1_020_390),
        city("Kraków", "Lesser Poland", "Poland", "PL", "31-042", "Europe/Warsaw", 5_006_470, 1_994_500),
        city("Portland", "Oregon", "United States", "US", "97204", "America/Los_Angeles", 4_551_520, -12_267_840),
        city("Halifax", "Nova Scotia", "Canada", "CA", "B3H 4R2", "America/Halifax", 4_464_880, -6_357_520),
        city("Osaka", "Osaka", "Japan", "JP", "530-0001", "Asia/Tokyo", 3_469_370, 13_550_230),
        city("Wellington", "Wellington", "New Zealand", "NZ", "6011", "Pacific/Auckland", -4_128_650, 17_477_620),
        city("Tampere", "Pirkanmaa", "Finland", "FI", "33100", "Europe/Helsinki", 6_149_780, 2_376_100),
        city("Ghent", "East Flanders", "Belgium", "BE", "9000", "Europe/Brussels", 5_105_430, 372_500),
    ]

    static let streets = [
        "Harbor Street", "Mill Lane", "Linden Avenue", "Station Road", "Orchard Way", "Bridge Street", "Garden Row",
        "Park Avenue",
        "Chapel Hill", "River Walk", "Market Square", "Meadow Lane", "Cedar Court", "School Road", "North Quay",
        "Baker Street",
        "Rose Terrace", "Castle Road", "Willow Drive",
    ]

    static let placeSuffixes = [
        "House", "Hall", "Park", "Square", "Corner", "Gardens", "Quay", "Court", "Arcade", "Gate", "Pier", "Terrace",
        "Plaza", "Yard",
    ]

    static let stationSuffixes = [
        "Central", "North", "South", "East", "West", "Harbor", "Park", "Old Town", "Airport", "Riverside",
    ]

    private static func city(
        _ name: String, _ region: String, _ country: String, _ code: String, _ postcode: String, _ zone: String,
        _ latitude: Int,
        _ longitude: Int
    ) -> City {
        City(
            name: name, region: region, country: country, code: code, postcode: postcode, timeZone: zone,
            latitude: latitude,
            longitude: longitude)
    }
}
