"""A slow and simple second implementation of Baldur's Bones, written from the rulebook alone to check the first."""

# Section 3.3: the seven lines of the hidden map, north line first, west column first.
MAP = """
321 321 311 311 311 421 511
211 321 321 311 311 421 421
221 211 211 211 311 311 311
111 221 221 221 211 311 311
111 111 111 221 211 321 311
121 121 111 221 211 321 321
011 121 111 111 221 211 321
"""

# Section 7: what the opponent may roll, (low, high).
ENEMIES = {
    "tutorial": (14, 15),
    "easy": (15, 16),
    "medium": (17, 18),
    "hard": (18, 19),
    "boss, level score": (19, 20),
    "boss, one round ahead": (18, 19),
    "boss, one round behind": (20, 21),
}

# Sections 8 and 9: what a lost fight or match costs, by area.
COSTS = {"easy": 1, "medium": 1, "hard": 1, "boss": 2}

# Section 3.2: the first digit of a location code.
AREAS = {"0": "tutorial", "1": "easy", "2": "medium", "3": "hard", "4": "end", "5": "boss"}

# Section 3.1: north is row-1, south row+1, west col-1, east col+1.
STEPS = {"go north": (-1, 0), "go east": (0, 1), "go south": (1, 0), "go west": (0, -1)}


class Naive:
    """One campaign, from the new game (section 4) to an ending (section 10)."""

    def __init__(
        self, tutorial: bool, enemies: dict[str, tuple[int, int]] = ENEMIES, costs: dict[str, int] = COSTS
    ) -> None:
        """Section 4, steps 2 to 4 and 7: a fresh state, then the tutorial fight or, when skipped, the city."""
        self.enemies = enemies
        self.costs = costs
        self.codes: dict[tuple[int, int], str] = {}
        self.symbols: dict[tuple[int, int], str] = {}
        for row, line in enumerate(MAP.split("\n")[1:8]):
            for col, code in enumerate(line.split()):
                self.codes[row, col] = code
                # Section 3.4: start and boss are shown from the beginning, everything else is not visited.
                self.symbols[row, col] = "0" if code == "011" else "X" if code == "511" else "?"
        self.row = 6
        self.col = 0
        self.ending = ""
        self.played_this_visit = False
        self.total = 0
        self.last = 0
        self.die_is_for = ""
        self.rounds_won = 0
        self.rounds_lost = 0
        self.matches = 0
        self.wins = 0
        self.losses = 0
        self.fighting = ""
        self.waiting = "player"
        self.starting_stats()
        if tutorial:
            self.open_fight("lesson")
        else:
            self.set_out()

    def starting_stats(self) -> None:
        """Section 4, step 2 (and step 5, which puts these values back): health 3, level 1, abilities 1/1/0."""
        self.health = 3
        self.level = 1
        self.experience = 0
        self.uses = {"add": 1, "subtract": 1, "re-roll": 0}

    def set_out(self) -> None:
        """Section 4, step 6: the start cell becomes 013 and the player must choose a direction."""
        self.codes[6, 0] = "013"
        self.fighting = ""
        self.waiting = "player"

    # What the game waits for, and what the player may answer.

    def waits_for(self) -> str:
        """Sections 5 and 6: the player, three opening dice, one die, the enemy's pick, or nothing after the end."""
        return self.waiting

    def allowed(self) -> set[str]:
        """Sections 5 and 6, step 3: the legal answers of the player."""
        if self.waiting != "player":
            return set()
        if self.fighting != "":
            answers = {"roll", "hold"}
            for ability in ("add", "subtract", "re-roll"):
                if self.uses[ability] > 0:
                    answers.add(ability)
            return answers
        answers = set()
        for direction, (down, right) in STEPS.items():
            if (self.row + down, self.col + right) in self.codes:
                answers.add(direction)
        if self.fight_is_offered():
            answers.add("fight")
        return answers

    def fight_is_offered(self) -> bool:
        """Section 5, steps 3 and 4: an unbeaten fight, or the boss at level 3, once in a visit (R20, R21)."""
        code = self.codes[self.row, self.col]
        area = AREAS[code[0]]
        if self.played_this_visit:
            return False
        if code[2] == "3":
            return False
        if area == "boss":
            return self.level == 3
        if area in ("easy", "medium", "hard"):
            return code[1] == "1"
        return False

    def answer(self, text: str) -> None:
        """Sections 5 and 6: do what the player chose; at the edge of the map nothing happens (R31)."""
        if self.waiting == "player" and self.fighting == "" and text in STEPS and text not in self.allowed():
            return
        if text not in self.allowed():
            raise ValueError(f"not allowed now: {text}")
        if text in STEPS:
            self.move(text)
        elif text == "fight":
            if AREAS[self.codes[self.row, self.col][0]] == "boss":
                # Section 9, step 6: a new match starts at 0-0.
                self.rounds_won = 0
                self.rounds_lost = 0
                self.open_fight("match")
            else:
                self.open_fight("game")
        elif text == "add":
            self.total += 1
            self.uses["add"] -= 1
            self.after_an_action()
        elif text == "subtract":
            self.total -= 1
            self.uses["subtract"] -= 1
            self.after_an_action()
        elif text == "hold":
            # Section 6, step 5: bust is decided first (R18), and only then would the enemy roll.
            if self.total > 21:
                self.fight_is_over(won=False)
            else:
                self.waiting = "enemy"
        else:
            # Roll and Re-Roll have their whole effect when the new die has fallen.
            self.die_is_for = text
            self.waiting = "die"

    # Walking.

    def move(self, direction: str) -> None:
        """Section 5, step 2, and the table of section 3.5: move, then update status and symbol of the cell."""
        down, right = STEPS[direction]
        self.row += down
        self.col += right
        self.played_this_visit = False
        here = (self.row, self.col)
        code = self.codes[here]
        if code[2] != "1":
            return
        self.codes[here] = code[:2] + "2"
        if AREAS[code[0]] == "boss":
            return  # R28: the X stays.
        if code[1] == "1":
            self.symbols[here] = "!"
        else:
            self.symbols[here] = "#"

    # Fighting.

    def open_fight(self, kind: str) -> None:
        """Section 6, steps 1 and 2: a fight (or a round of a match) begins and the three dice are awaited."""
        self.fighting = kind
        self.total = 0
        self.last = 0
        self.waiting = "opening"

    def deal(self, numbers: tuple[int, ...]) -> None:
        """Section 6: the opening dice, the die of a Roll or Re-Roll, or the enemy's low (0) or high (1)."""
        if self.waiting not in ("opening", "die", "enemy"):
            raise ValueError("no chance is awaited now")
        count = 3 if self.waiting == "opening" else 1
        faces = (0, 1) if self.waiting == "enemy" else (1, 2, 3, 4, 5, 6)
        if len(numbers) != count or any(number not in faces for number in numbers):
            raise ValueError(f"not what can fall now: {numbers}")
        if self.waiting == "opening":
            # Section 6, step 2: the total is the sum, the last roll is the third die.
            self.total = numbers[0] + numbers[1] + numbers[2]
            self.last = numbers[2]
            self.waiting = "player"
        elif self.waiting == "die":
            # Section 6, step 3.
            if self.die_is_for == "re-roll":
                self.total -= self.last
                self.uses["re-roll"] -= 1
            self.total += numbers[0]
            self.last = numbers[0]
            self.die_is_for = ""
            self.after_an_action()
        else:
            # Section 6, step 5: a tie loses.
            enemy = self.enemies[self.difficulty()][numbers[0]]
            self.fight_is_over(won=self.total > enemy)

    def after_an_action(self) -> None:
        """Section 6, step 4: 31 or more is a loss at once, otherwise the player chooses again (R16, R17)."""
        if self.total >= 31:
            self.fight_is_over(won=False)
        else:
            self.waiting = "player"

    def difficulty(self) -> str:
        """Section 7: which line of the table of enemies is used for this fight or round."""
        if self.fighting == "lesson":
            return "tutorial"
        if self.fighting == "practice":
            return "easy"
        if self.fighting == "game":
            return AREAS[self.codes[self.row, self.col][0]]
        if self.rounds_won < self.rounds_lost:
            return "boss, one round ahead"
        if self.rounds_won > self.rounds_lost:
            return "boss, one round behind"
        return "boss, level score"

    def fight_is_over(self, won: bool) -> None:
        """Section 6, step 6: the result is known; what follows depends on the kind of fight."""
        if self.fighting == "lesson":
            # Section 4, steps 4 and 5: no effect (R14), then the introductory fight (R15).
            self.starting_stats()
            self.open_fight("practice")
        elif self.fighting == "practice":
            # Section 4, steps 5 and 6.
            self.starting_stats()
            self.set_out()
        elif self.fighting == "game":
            self.fighting = ""
            self.waiting = "player"
            self.played_this_visit = True
            if won:
                self.game_won()
            else:
                self.game_lost()
        else:
            self.round_is_over(won)

    def game_won(self) -> None:
        """Section 8, win: experience +1, perhaps a level-up, and the cell is beaten (R25, R26)."""
        self.wins += 1
        self.experience += 1
        if (self.level == 1 and self.experience == 3) or (self.level == 2 and self.experience == 5):
            self.level_up()
        here = (self.row, self.col)
        self.codes[here] = self.codes[here][:2] + "3"
        self.symbols[here] = "#"

    def level_up(self) -> None:
        """Section 8, level-up: level, health and every ability +1, experience back to 0."""
        self.level += 1
        self.experience = 0
        self.health += 1
        self.uses["add"] += 1
        self.uses["subtract"] += 1
        self.uses["re-roll"] += 1

    def game_lost(self) -> None:
        """Section 8, loss: health -1, and at 0 or below the game is lost."""
        self.losses += 1
        self.health -= self.costs[AREAS[self.codes[self.row, self.col][0]]]
        if self.health <= 0:
            self.game_over("lost")

    def round_is_over(self, won: bool) -> None:
        """Section 9: the first to win two rounds wins the match; a lost match costs 2 health (R22, R23)."""
        if won:
            self.rounds_won += 1
        else:
            self.rounds_lost += 1
        if self.rounds_won < 2 and self.rounds_lost < 2:
            self.open_fight("match")
            return
        self.fighting = ""
        self.waiting = "player"
        self.played_this_visit = True
        self.matches += 1
        if self.rounds_won == 2:
            self.codes[self.row, self.col] = "513"
            self.game_over("won")
        else:
            self.health -= self.costs["boss"]
            if self.health <= 0:
                self.game_over("lost to boss")

    def game_over(self, ending: str) -> None:
        """Section 10: the game has ended."""
        self.ending = ending
        self.waiting = "over"

    # Looking.

    def snapshot(self) -> dict[str, object]:
        """Returns all values to compare; maps row by row from the north-west (section 3)."""
        cells = [(row, col) for row in range(7) for col in range(7)]
        return {
            "row": self.row,
            "col": self.col,
            "codes": [self.codes[cell] for cell in cells],
            "symbols": "".join(self.symbols[cell] for cell in cells),
            "health": self.health,
            "level": self.level,
            "experience": self.experience,
            "add": self.uses["add"],
            "subtract": self.uses["subtract"],
            "reroll": self.uses["re-roll"],
            "total": self.total,
            "last": self.last,
            "played_this_visit": self.played_this_visit,
            "rounds_won": self.rounds_won,
            "rounds_lost": self.rounds_lost,
            "matches": self.matches,
            "wins": self.wins,
            "losses": self.losses,
            "ending": self.ending,
            "fighting": self.fighting,
        }
