print("demo-tui")
