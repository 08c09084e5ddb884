"""The rules of Automas (A1-A108), one module per chapter.

They are used in games with Automas alone, in which the rules of the base game hold too; a game without Automas compiles
none of them. The steps of a turn (AU0-AU9) and of a combat (AC1-AC8) put them in order.
"""
