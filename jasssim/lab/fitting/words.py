"""What each feature of a card says, in plain words, English and German."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str]] = {
    # of the card's suit
    "length_1": (
        "it is my only card of the suit",
        "es ist meine einzige Karte der Farbe",
    ),
    "length_2": (
        "I hold two cards of the suit",
        "ich habe zwei Karten der Farbe",
    ),
    "length_3": (
        "I hold three cards of the suit",
        "ich habe drei Karten der Farbe",
    ),
    "length_4": (
        "I hold four cards of the suit",
        "ich habe vier Karten der Farbe",
    ),
    "unseen": (
        "for each card of the suit that others still hold",
        "für jede Karte der Farbe, die noch draussen ist",
    ),
    "unseen_discard": (
        "discarding: for each card of the suit that others still hold",
        "beim Verwerfen: für jede Karte der Farbe, die noch draussen ist",
    ),
    "partner_void": (
        "the partner has none of the suit",
        "der Partner hat die Farbe nicht mehr",
    ),
    "left_void": (
        "the left opponent has none of the suit",
        "der linke Gegner hat die Farbe nicht mehr",
    ),
    "right_void": (
        "the right opponent has none of the suit",
        "der rechte Gegner hat die Farbe nicht mehr",
    ),
    "partner_threw": (
        "the partner has discarded this suit",
        "der Partner hat diese Farbe verworfen",
    ),
    "opponent_threw": (
        "an opponent has discarded this suit",
        "ein Gegner hat diese Farbe verworfen",
    ),
    "partner_led": (
        "the partner has led this suit",
        "der Partner hat diese Farbe angespielt",
    ),
    "opponent_led": (
        "an opponent has led this suit",
        "ein Gegner hat diese Farbe angespielt",
    ),
    "own_led": (
        "I have led this suit myself",
        "ich habe diese Farbe selbst angespielt",
    ),
    # what becomes of the trick
    "sure": (
        "it takes the trick for sure",
        "sie macht den Stich sicher",
    ),
    "over_1": (
        "it is ahead, one card can still beat it",
        "sie liegt vorn, eine Karte kann sie noch stechen",
    ),
    "over_2": (
        "it is ahead, two cards can still beat it",
        "sie liegt vorn, zwei Karten können sie noch stechen",
    ),
    "over_3": (
        "it is ahead, three or more cards can still beat it",
        "sie liegt vorn, drei oder mehr Karten können sie noch stechen",
    ),
    "partner_sure": (
        "the partner keeps the trick for sure",
        "der Partner behält den Stich sicher",
    ),
    "partner_1_or_2_over": (
        "the partner is ahead, one or two cards can beat him",
        "der Partner liegt vorn, eine oder zwei Karten stechen ihn",
    ),
    "partner_3_over": (
        "the partner is ahead, three or more cards can beat him",
        "der Partner liegt vorn, drei oder mehr Karten stechen ihn",
    ),
    "lost": (
        "the trick is the opponents', and the partner cannot help",
        "der Stich gehört dem Gegner, und der Partner kann nicht helfen",
    ),
    "lost_partner_1_or_2": (
        "it does not win, one or two cards of the partner would",
        "sie sticht nicht, eine oder zwei Karten des Partners stächen",
    ),
    "lost_partner_3": (
        "it does not win, three or more cards of the partner would",
        "sie sticht nicht, drei oder mehr Karten des Partners stächen",
    ),
    # what the card counts, by what becomes of the trick
    "value_sure": (
        "for each point of the card, into a trick that it takes for sure",
        "für jeden Punkt der Karte, in einen Stich, den sie sicher macht",
    ),
    "value_over_1": (
        "for each point of the card, ahead of all cards but one",
        "für jeden Punkt der Karte, wenn nur eine Karte sie noch sticht",
    ),
    "value_over_2": (
        "for each point of the card, ahead of all cards but two",
        "für jeden Punkt der Karte, wenn nur zwei Karten sie noch stechen",
    ),
    "value_over_3": (
        "for each point of the card, ahead but easily beaten",
        "für jeden Punkt der Karte, wenn sie vorn liegt, aber leicht gestochen wird",
    ),
    "value_partner_sure": (
        "for each point of the card, into the partner's sure trick",
        "für jeden Punkt der Karte, in den sicheren Stich des Partners",
    ),
    "value_partner_1_or_2_over": (
        "for each point of the card, into a nearly sure trick of the partner",
        "für jeden Punkt der Karte, in einen fast sicheren Stich des Partners",
    ),
    "value_partner_3_over": (
        "for each point of the card, into an unsure trick of the partner",
        "für jeden Punkt der Karte, in einen unsicheren Stich des Partners",
    ),
    "value_lost": (
        "for each point of the card, into a trick of the opponents",
        "für jeden Punkt der Karte, in einen Stich des Gegners",
    ),
    "value_lost_partner_1_or_2": (
        "for each point of the card, into a trick that the partner might win",
        "für jeden Punkt der Karte, in einen Stich, den der Partner noch machen könnte",
    ),
    "value_lost_partner_3": (
        "for each point of the card, into a trick that the partner may well win",
        "für jeden Punkt der Karte, in einen Stich, den der Partner wohl noch macht",
    ),
    # what lies on the table, by what becomes of the trick
    "points_sure": (
        "for each point on the table, taking it for sure",
        "für jeden Punkt auf dem Tisch, wenn sie sicher sticht",
    ),
    "points_over_1": (
        "for each point on the table, ahead of all cards but one",
        "für jeden Punkt auf dem Tisch, wenn nur eine Karte sie noch sticht",
    ),
    "points_over_2": (
        "for each point on the table, ahead of all cards but two",
        "für jeden Punkt auf dem Tisch, wenn nur zwei Karten sie noch stechen",
    ),
    "points_over_3": (
        "for each point on the table, ahead but easily beaten",
        "für jeden Punkt auf dem Tisch, wenn sie vorn liegt, aber leicht gestochen wird",
    ),
    "points_partner_sure": (
        "for each point on the table, left to the partner for sure",
        "für jeden Punkt auf dem Tisch, der dem Partner sicher bleibt",
    ),
    "points_partner_1_or_2_over": (
        "for each point on the table, left to the partner nearly for sure",
        "für jeden Punkt auf dem Tisch, der dem Partner fast sicher bleibt",
    ),
    "points_partner_3_over": (
        "for each point on the table, left to the partner who may be beaten",
        "für jeden Punkt auf dem Tisch, wenn der Partner noch gestochen werden kann",
    ),
    "points_lost": (
        "for each point on the table, left to the opponents",
        "für jeden Punkt auf dem Tisch, der dem Gegner bleibt",
    ),
    "points_lost_partner_1_or_2": (
        "for each point on the table, left to a partner who might win",
        "für jeden Punkt auf dem Tisch, den der Partner noch holen könnte",
    ),
    "points_lost_partner_3": (
        "for each point on the table, left to a partner who may well win",
        "für jeden Punkt auf dem Tisch, den der Partner wohl noch holt",
    ),
    # giving up good cards
    "this_boss": (
        "it is a boss in this direction, which comes again",
        "sie ist Bock in dieser Richtung, die noch einmal kommt",
    ),
    "this_boss_tricks": (
        "a boss in this direction: for each trick in it to come",
        "Bock in dieser Richtung: für jeden Stich, der noch so gespielt wird",
    ),
    "this_second": (
        "it is second in its suit in this direction",
        "sie ist die zweithöchste in dieser Richtung",
    ),
    "this_second_tricks": (
        "second in this direction: for each trick in it to come",
        "zweithöchste in dieser Richtung: für jeden Stich, der noch so gespielt wird",
    ),
    "this_third": (
        "it is third in its suit in this direction",
        "sie ist die dritthöchste in dieser Richtung",
    ),
    "this_third_tricks": (
        "third in this direction: for each trick in it to come",
        "dritthöchste in dieser Richtung: für jeden Stich, der noch so gespielt wird",
    ),
    "other_boss": (
        "it is a boss in the other direction, which is still to come",
        "sie ist Bock in der anderen Richtung, die noch kommt",
    ),
    "other_boss_tricks": (
        "a boss in the other direction: for each trick in it to come",
        "Bock in der anderen Richtung: für jeden Stich, der noch so gespielt wird",
    ),
    "other_second": (
        "it is second in its suit in the other direction",
        "sie ist die zweithöchste in der anderen Richtung",
    ),
    "other_second_tricks": (
        "second in the other direction: for each trick in it to come",
        "zweithöchste in der anderen Richtung: für jeden Stich, der noch so gespielt wird",
    ),
    "other_third": (
        "it is third in its suit in the other direction",
        "sie ist die dritthöchste in der anderen Richtung",
    ),
    "other_third_tricks": (
        "third in the other direction: for each trick in it to come",
        "dritthöchste in der anderen Richtung: für jeden Stich, der noch so gespielt wird",
    ),
    # the lead of the next trick
    "sure_no_boss_next": (
        "it takes the trick for sure, and I have no boss to lead next",
        "sie sticht sicher, und ich habe danach keinen Bock anzuspielen",
    ),
    "sure_boss_next": (
        "it takes the trick for sure, and I have a boss to lead next",
        "sie sticht sicher, und ich habe danach einen Bock anzuspielen",
    ),
    "unsure_no_boss_next": (
        "it may take the trick, and I have no boss to lead next",
        "sie sticht vielleicht, und ich habe danach keinen Bock anzuspielen",
    ),
    "unsure_boss_next": (
        "it may take the trick, and I have a boss to lead next",
        "sie sticht vielleicht, und ich habe danach einen Bock anzuspielen",
    ),
    "below_this_boss": (
        "discarding from a suit in which I keep a boss",
        "verworfen aus einer Farbe, in der ich den Bock behalte",
    ),
    "below_other_boss": (
        "discarding from a suit in which I keep a boss of the other direction",
        "verworfen aus einer Farbe, in der ich den Bock der anderen Richtung behalte",
    ),
    "lead_only_partner_over": (
        "on the lead only the partner can beat it",
        "beim Ausspielen kann nur der Partner sie stechen",
    ),
    "lead_ours_length_4": (
        "on the lead, our contract, from four or more cards",
        "beim Ausspielen, unser Spiel, von vier oder mehr Karten",
    ),
    "lead_boss_next_beside": (
        "on the lead I keep a boss for the next trick in the suit",
        "beim Ausspielen behalte ich in der Farbe einen Bock für den nächsten Stich",
    ),
    "wins_no_boss_next": (
        "it wins, and I have no boss to lead next",
        "sie sticht, und ich habe danach keinen Bock anzuspielen",
    ),
    "last_of_suit": (
        "it is my last card of the suit led",
        "es ist meine letzte Karte der angespielten Farbe",
    ),
    "overtakes_partner": (
        "it takes the trick over from the partner",
        "sie übernimmt den Stich des Partners",
    ),
    "overtakes_partner_value": (
        "taking over from the partner: for each point of his card",
        "beim Übernehmen: für jeden Punkt der Karte des Partners",
    ),
    "excess_over": (
        "it is ahead: for each card beyond three that can beat it",
        "sie liegt vorn: für jede Karte über drei, die sie sticht",
    ),
    "partner_over": (
        "for each stronger card of the suit that the partner may hold",
        "für jede höhere Karte der Farbe, die der Partner haben kann",
    ),
    "lead_boss_unseen": (
        "leading a boss: for each card of the suit that others hold",
        "Bock ausgespielt: für jede Karte der Farbe, die draussen ist",
    ),
    "lead_other_unseen": (
        "leading no boss: for each card of the suit that others hold",
        "keinen Bock ausgespielt: für jede Karte der Farbe, die draussen ist",
    ),
    "lead_boss_length": (
        "leading a boss: for each card that I hold in the suit",
        "Bock ausgespielt: für jede Karte, die ich in der Farbe habe",
    ),
    "lead_other_length": (
        "leading no boss: for each card that I hold in the suit",
        "keinen Bock ausgespielt: für jede Karte, die ich in der Farbe habe",
    ),
    "this_stronger": (
        "for each card still out that beats it in this direction",
        "für jede Karte draussen, die in dieser Richtung höher ist",
    ),
    "other_stronger": (
        "for each card still out that beats it in the other direction",
        "für jede Karte draussen, die in der anderen Richtung höher ist",
    ),
    "trick_unsure": (
        "ahead but not sure: for each trick already played",
        "vorn, aber nicht sicher: für jeden schon gespielten Stich",
    ),
    "trick_lost": (
        "not winning: for each trick already played",
        "sie sticht nicht: für jeden schon gespielten Stich",
    ),
    "trick_value_lost": (
        "not winning: for each point of the card times the tricks already played",
        "sie sticht nicht: für jeden Punkt der Karte mal die schon gespielten Stiche",
    ),
    "dear_long": (
        "a card of 8 points or more, no boss, from three or more",
        "eine Karte ab 8 Punkten, kein Bock, von drei oder mehr",
    ),
    "dear_single": (
        "a card of 8 points or more, no boss, alone in its suit",
        "eine Karte ab 8 Punkten, kein Bock, allein in ihrer Farbe",
    ),
    "dear_pair": (
        "a card of 8 points or more, no boss, from two",
        "eine Karte ab 8 Punkten, kein Bock, von zweien",
    ),
    "dear_boss": (
        "a boss of 8 points or more",
        "ein Bock ab 8 Punkten",
    ),
    # tricks without trump
    "discard_value": (
        "discarding: for each point of the card",
        "beim Verwerfen: für jeden Punkt der Karte",
    ),
    "late_value": (
        "in the last three tricks: for each point of the card",
        "in den letzten drei Stichen: für jeden Punkt der Karte",
    ),
    "trick_wins": (
        "it is ahead: for each trick already played",
        "sie liegt vorn: für jeden schon gespielten Stich",
    ),
    "length_sure": (
        "it takes the trick for sure: for each card that I hold in the suit",
        "sie sticht sicher: für jede Karte, die ich in der Farbe habe",
    ),
    "trick_sure": (
        "it takes the trick for sure: for each trick already played",
        "sie sticht sicher: für jeden schon gespielten Stich",
    ),
    "turn_sure": (
        "it takes the trick for sure, and the direction then changes",
        "sie sticht sicher, und danach wechselt die Richtung",
    ),
    "turn_sure_no_boss_next": (
        "it takes the trick for sure, the direction then changes, and I have no boss for it",
        "sie sticht sicher, danach wechselt die Richtung, und ich habe dafür keinen Bock",
    ),
    "turn_unsure_lead": (
        "on the lead it may be beaten, and the direction then changes",
        "beim Ausspielen kann sie gestochen werden, und danach wechselt die Richtung",
    ),
    "sure_bosses_next": (
        "it takes the trick for sure: for each boss that I can then lead",
        "sie sticht sicher: für jeden Bock, den ich danach anspielen kann",
    ),
    "boss_unseen": (
        "a boss: for each card of the suit that others hold",
        "ein Bock: für jede Karte der Farbe, die draussen ist",
    ),
    "trick_lead_boss": (
        "leading a boss: for each trick already played",
        "Bock ausgespielt: für jeden schon gespielten Stich",
    ),
    # tricks with a trump
    "trump": ("it is a trump", "sie ist Trumpf"),
    "trump_opponents": (
        "a trump: for each trump that the opponents may hold",
        "Trumpf: für jeden Trumpf, den die Gegner haben können",
    ),
    "trump_own": (
        "a trump: for each trump that I hold",
        "Trumpf: für jeden Trumpf, den ich habe",
    ),
    "trump_ours": (
        "a trump, and our team called",
        "Trumpf, und wir haben angesagt",
    ),
    "trump_ours_opponents": (
        "a trump, our team called, and the opponents may still hold trumps",
        "Trumpf, wir haben angesagt, und die Gegner können noch Trumpf haben",
    ),
    "trump_partner_may": (
        "a trump, and the partner may hold trumps, too",
        "Trumpf, und auch der Partner kann Trumpf haben",
    ),
    "puur": ("it is the Puur", "es ist der Puur"),
    "nell": ("it is the Nell", "es ist das Nell"),
    "trump_ace": ("it is the ace of trumps", "es ist das Trumpf-Ass"),
    "trump_caller": (
        "a trump, and I called myself",
        "Trumpf, und ich habe selbst angesagt",
    ),
    "trump_no_opponents": (
        "a trump, and the opponents have none left",
        "Trumpf, und die Gegner haben keinen mehr",
    ),
    "ruff_points": (
        "ruffing: for each point on the table",
        "beim Stechen mit Trumpf: für jeden Punkt auf dem Tisch",
    ),
    "trump_last": ("it is my last trump", "es ist mein letzter Trumpf"),
    "trump_boss": (
        "it is the highest trump left while the opponents may hold some",
        "es ist der höchste Trumpf, und die Gegner können noch welche haben",
    ),
    "side_single": (
        "a side card, alone in its suit, while I hold trumps",
        "eine Nebenkarte, allein in ihrer Farbe, und ich habe Trumpf",
    ),
    "side_boss_opponents": (
        "a side boss: for each trump that the opponents may hold",
        "ein Bock neben Trumpf: für jeden Trumpf, den die Gegner haben können",
    ),
    "lead_side_boss_opponents": (
        "leading a side boss: for each trump that the opponents may hold",
        "Bock neben Trumpf ausgespielt: für jeden Trumpf, den die Gegner haben können",
    ),
    "lead_side_boss_ours": (
        "leading a side boss in our contract before trumps are drawn",
        "Bock neben Trumpf ausgespielt, unser Spiel, Trumpf noch nicht gezogen",
    ),
    "trump_sure": (
        "a trump that takes the trick for sure",
        "ein Trumpf, der den Stich sicher macht",
    ),
    "trump_unsure": (
        "a trump that may still be beaten",
        "ein Trumpf, der noch gestochen werden kann",
    ),
    "ruff_sure_points": (
        "ruffing for sure: for each point on the table",
        "sicher mit Trumpf gestochen: für jeden Punkt auf dem Tisch",
    ),
    "ruffs_partner": (
        "it ruffs a trick that is the partner's",
        "sie sticht den Stich des Partners mit Trumpf",
    ),
    "ruffs_though_follows": (
        "it ruffs although I could follow suit",
        "sie sticht mit Trumpf, obwohl ich Farbe hätte",
    ),
    "lead_trump_to_draw": (
        "leading trump in our contract; the opponents and the partner may hold some",
        "Trumpf ausgespielt in unserem Spiel; Gegner und Partner können welchen haben",
    ),
    "ruff_own": (
        "ruffing: for each trump that I hold",
        "beim Stechen mit Trumpf: für jeden Trumpf, den ich habe",
    ),
    "ruff_ours": (
        "ruffing in our contract",
        "mit Trumpf gestochen in unserem Spiel",
    ),
    "lead_side_ours": (
        "leading a side suit in our contract before trumps are drawn",
        "Nebenfarbe ausgespielt in unserem Spiel, Trumpf noch nicht gezogen",
    ),
    "lead_single_trumps": (
        "leading a single side card: for each trump that I hold",
        "einzelne Nebenkarte ausgespielt: für jeden Trumpf, den ich habe",
    ),
    "lead_side_partner_ruffs": (
        "leading a side boss in which the partner is void and may ruff",
        "Bock neben Trumpf ausgespielt, den der Partner stechen könnte",
    ),
    "lead_trump_own": (
        "leading trump in our contract: for each trump that I hold",
        "Trumpf ausgespielt in unserem Spiel: für jeden Trumpf, den ich habe",
    ),
    "lead_trump_partner": (
        "leading trump to the partner, who called",
        "Trumpf ausgespielt, und der Partner hat angesagt",
    ),
    "lead_trump_boss_ours": (
        "leading the highest trump in our contract",
        "höchsten Trumpf ausgespielt in unserem Spiel",
    ),
    "side_dear_no_boss": (
        "a side card of 10 points or more, no boss, while the opponents may ruff",
        "eine Nebenkarte ab 10 Punkten, kein Bock, und die Gegner können Trumpf haben",
    ),
    "side_boss_unseen": (
        "a side boss: for each card of the suit that others hold",
        "ein Bock neben Trumpf: für jede Karte der Farbe, die draussen ist",
    ),
    "side_boss_trumps": (
        "a side boss, while I hold trumps",
        "ein Bock neben Trumpf, und ich habe Trumpf",
    ),
    "side_sure_ruffable": (
        "nothing in the suit beats it, but an opponent is void and may ruff",
        "in der Farbe sticht nichts, aber ein Gegner hat sie nicht und kann trumpfen",
    ),
    "side_sure_ruffable_value": (
        "the same, an opponent may ruff it: for each point of the card",
        "ebenso, ein Gegner kann trumpfen: für jeden Punkt der Karte",
    ),
    # while a trump is still to come
    "later_trump": (
        "it will be a trump later",
        "sie wird später Trumpf",
    ),
    "later_trump_value": (
        "a trump of later: for each point that it will then count",
        "später Trumpf: für jeden Punkt, den sie dann zählt",
    ),
    "later_trump_high": (
        "it will be the Puur or the Nell later",
        "sie wird später Puur oder Nell",
    ),
    "makes_trump": (
        "it makes its suit trump",
        "sie macht ihre Farbe zu Trumpf",
    ),
    "makes_trump_length": (
        "it makes its suit trump: for each further card that I hold in it",
        "sie macht ihre Farbe zu Trumpf: für jede weitere Karte, die ich darin habe",
    ),
    "makes_trump_puur": (
        "it makes its suit trump, and I keep its Puur",
        "sie macht ihre Farbe zu Trumpf, und ich behalte den Puur",
    ),
    "makes_trump_nell": (
        "it makes its suit trump, and I keep its Nell",
        "sie macht ihre Farbe zu Trumpf, und ich behalte das Nell",
    ),
}
"""By name; numbers that are counted begin with or hold "for each", the others are said of a card
that has the feature."""

ROLES = {
    "lead": ("On the lead", "Beim Ausspielen"),
    "follow_2": ("Second to play, following suit", "Als Zweiter, Farbe bekennend"),
    "follow_3": ("Third to play, following suit", "Als Dritter, Farbe bekennend"),
    "follow_4": ("Last to play, following suit", "Als Letzter, Farbe bekennend"),
    "discard_2": ("Second to play, void in the suit led", "Als Zweiter, ohne die Farbe"),
    "discard_3": ("Third to play, void in the suit led", "Als Dritter, ohne die Farbe"),
    "discard_4": ("Last to play, void in the suit led", "Als Letzter, ohne die Farbe"),
}

PHASES = {
    "mixed": (("block 1", "block 2", "block 3"), ("Block 1", "Block 2", "Block 3")),
    "guschti": (
        ("tricks 1–2", "from trick 3 to the turn", "after the turn"),
        ("Stiche 1–2", "ab Stich 3 bis zum Wechsel", "nach dem Wechsel"),
    ),
}
USUAL_PHASES = (
    ("tricks 1–2", "tricks 3–5", "tricks 6–9"),
    ("Stiche 1–2", "Stiche 3–5", "Stiche 6–9"),
)

SIDES = {
    "ours": ("our contract", "unser Spiel"),
    "theirs": ("the opponents' contract", "Spiel der Gegner"),
    "plain": ("without trump", "ohne Trumpf"),
    "trump": ("with a trump", "mit Trumpf"),
    "low": ("playing to be low", "tief gespielt"),
    "high": ("playing to be high", "hoch gespielt"),
}

UNITS = {
    "points": ("points", "Punkten"),
    "tenths of a written point": (
        "tenths of a written point",
        "Zehnteln eines geschriebenen Punktes",
    ),
    "tenths of a mark": ("tenths of a mark", "Zehnteln eines Strichs"),
}
