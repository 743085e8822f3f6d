/// The words samples are made of: our own short lists, neutral and friendly.
enum Vocabulary {}

extension Vocabulary {
    static let firstNames = WordTable.words(
        """
        Ada Luis Mina Tom Priya Jonas Elif Noah Sofia Kofi Hana Emil Clara Omar Nora Felix Yuki Leo Amara Paul Ines Marek
        Lena Diego Ruth Arjun Maya Oscar Freya Ivan Zoe Samir Greta Hugo Leila Anton Rosa Kenji Alma Victor Nia Theo Olga
        Mateo Ida Karim Elsa Dario Vera Simon Tara Milan Julia Andre Esther Niko Carla Aron Selma Ben Marta Tariq Wanda
        """)

    static let lastNames = WordTable.words(
        """
        Berg Okafor Moreno Tanaka Novak Fischer Demir Silva Larsen Patel Kowalski Martin Haddad Lindgren Costa Weber Mensah
        Rossi Keller Nguyen Adler Petrov Santos Virtanen Brandt Kaya Dubois Olsen Park Schmidt Ferreira Walker Horvat Ito
        Jensen Marino Bakker Singh Reyes Vogel Castell Lund Abara Hill Romano Stein Khan Nilsson Ortega Wolf Sato Brooks Duarte
        Meyer Aziz Holm Rivera Lang Popov Green Bianchi Hansen Mora Winter Chen Falk
        """)

    static let jobs = [
        "Product designer", "Accountant", "Teacher", "Software engineer", "Nurse", "Project lead", "Librarian",
        "Architect",
        "Sales adviser", "Gardener", "Chef", "Translator", "Data analyst", "Support agent", "Electrician",
    ]

    static let petNames = WordTable.words(
        """
        Biscuit Luna Pepper Milo Juniper Mochi Oscar Poppy Ziggy Clover Hazel Bruno Waffle Nala Rusty Olive Cosmo Maple Tofu
        Daisy Scout Willow Pixel Ginger Archie Bean Sky Peanut Ivy Rocket Misty Toby Coco Finn Marble Honey Jasper Lulu Sunny
        Basil Dotty Rex Pumpkin Nova Chip Velvet Otto Fern Bandit Pearl Sesame Barney Kiwi Storm Nutmeg Loki Cricket Tilly Moss
        """)
}
