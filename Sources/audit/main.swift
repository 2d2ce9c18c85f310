print("audit")
