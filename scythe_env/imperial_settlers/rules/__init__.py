"""The rules of Imperial Settlers, a module for each chapter; a rule is a function over the record of one game.

``decisions`` puts them together. S codes in comments are the numbered statements, letters with a number (T1, B2) the
steps of the rule section that puts a game in order.
"""
