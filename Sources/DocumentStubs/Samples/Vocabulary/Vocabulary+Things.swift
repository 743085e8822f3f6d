extension Vocabulary {
    static let adjectives = WordTable.words(
        """
        Silver Quiet Amber Northern Bright Gentle Copper Early Golden Little Open Coastal Crystal Green Hidden Ivory Lively
        Maple Modern Blue Narrow Orchard Polar Rapid Rustic Sunny Summer Velvet Winter Young Autumn Bold Calm Cedar Clear
        Distant Eastern Fresh Grand Honest Lunar Mellow Noble Oak Pine Prime Royal Scarlet Stone Swift Warm Western
        """)

    static let nouns = WordTable.words(
        """
        Harbor Meadow Lantern Bridge Compass Garden River Summit Orchard Beacon Valley Canvas Forest Anchor Island Window
        Market Feather Path Mirror Horizon Cloud Field Stream Tower Voyage Grove Signal Terrace Wave Echo Spring Station Atlas
        Ridge Shore Studio Circle Mill Dune Archive Comet Delta Fountain Gallery Haven Junction Ledger Mosaic Nest Pavilion
        Quarry Rocket Square Trail Union Vista Workshop
        """)

    static let rooms = WordTable.words(
        "Hallway Kitchen Garage Office Lobby Attic Workshop Greenhouse Cellar Library Roof Studio")

    static let devices = [
        "Thermostat", "Door Sensor", "Camera", "Light Switch", "Smoke Detector", "Air Monitor", "Water Meter",
        "Speaker",
        "Motion Sensor", "Power Meter", "Blind Controller", "Leak Sensor", "Display",
    ]

    static let flavours = WordTable.words(
        "Roasted Creamy Spicy Grilled Smoky Fresh Baked Golden Crispy Rustic Herbed Tangy")

    static let dishes = [
        "Tomato Soup", "Mushroom Risotto", "Lentil Curry", "Apple Tart", "Vegetable Lasagne", "Potato Gratin",
        "Bean Stew",
        "Lemon Cake", "Pumpkin Pasta", "Carrot Salad", "Cheese Quiche", "Rice Bowl", "Berry Crumble",
    ]

    static let materials = WordTable.words(
        """
        Walnut Ceramic Linen Copper Bamboo Wool Oak Glass Steel Cotton Marble Cork Leather Birch Enamel Canvas Brass Felt Rattan
        Velvet Stone Ash Porcelain Silk Jute
        """)

    static let products = [
        "Desk Lamp", "Coffee Mug", "Backpack", "Tea Pot", "Notebook", "Wall Clock", "Cutting Board", "Table Runner",
        "Water Bottle",
        "Picture Frame", "Bookend", "Plant Pot", "Serving Tray", "Pencil Case", "Floor Cushion", "Bread Basket",
        "Candle Holder",
        "Side Table", "Travel Wallet", "Fruit Bowl", "Reading Chair", "Door Mat", "Storage Box", "Salt Mill",
        "Card Holder",
        "Blanket",
    ]

    static let companySuffixes = [
        "Works", "Foods", "Travel", "Supplies", "Labs", "Logistics", "Books", "Media", "Partners", "Energy", "Textiles",
        "Studios",
        "Instruments", "Bakery", "Design", "Systems", "Coffee", "Tools", "Outdoor", "Music", "Optics",
    ]

    static let labels = WordTable.words(
        """
        Garden Kitchen Travel Music Outdoor Books Office Family Science Health Photography Sports Design Cooking History Nature
        Games Art Fashion Finance Education Wellness Cycling Gardening Film Theatre Technology Crafts Astronomy Hiking
        Languages Architecture Weather Boats Pottery Poetry
        """)

    static let eventKinds = [
        "Concert", "Workshop", "Open House", "Lecture", "Tasting", "Guided Tour", "Book Club", "Film Night",
        "Exhibition",
        "Family Day", "Market", "Dinner", "Walk", "Recital", "Picnic", "Quiz Night", "Dance Class",
    ]

    static let colors = WordTable.words("blue green amber coral teal ivory crimson olive navy silver violet sand")

    static let species = WordTable.words("cat dog rabbit parrot hamster turtle")

    static let fileStems = WordTable.words(
        "harbor-morning floor-plan team-photo invoice-spring menu-draft city-map garden-path annual-report welcome-guide logo"
    )
}
