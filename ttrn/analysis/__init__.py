"""Why a game was won: win probabilities and expected points turn by turn, and the luck of cards and tickets."""
