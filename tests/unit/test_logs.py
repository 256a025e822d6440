"""Logs of games: written and read back, and every kind of damage named."""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jasssim.game.rules import Row, Rules, change_rules, load_rules
from jasssim.lab.coiffeur.games import play_games
from jasssim.lab.coiffeur.log_format import trump_contract
from jasssim.lab.coiffeur.logs import check_log, log_lines, read_deals, read_logs, write_logs
from jasssim.lab.coiffeur.played import rounds_of
from jasssim.lab.coiffeur.scorebook import ScoredGame, score_game

Lines = list[dict[str, Any]]
FRENCH = {"E": "S", "R": "C", "S": "H", "L": "D"}

MOLOTOW = (Row("molotow", "molotow", 3), Row("3x3", "3x3", 2), Row("joker", "joker", 4))
HOUSES = [
    load_rules("wyys-10b"),
    load_rules("tafel-8"),
    load_rules("tournament-160"),
    load_rules("jasvel-10"),
    change_rules(load_rules("tafel-8"), {"name": "open", "counter_match": "open_row"}),
    change_rules(load_rules("jasvel-10"), {"name": "per", "alt_values": "per_trick"}),
    change_rules(
        load_rules("wyys-10b"),
        {"name": "own", "first_lead": "forehand", "block3_choice": "caller", "weis": "schieber"},
    ),
    Rules(name="molo", rows=MOLOTOW, molotow_trump_from="next_trick", dealer=1),
]


def played(rules: Rules, games: int = 2, teams: str = "random:random") -> list[ScoredGame]:
    found = play_games("first-open:greedy", teams, games, seed=5, rules=rules, trace=True)
    return [
        score_game(rules, rounds_of(found, game, half)) for game in range(games) for half in (0, 1)
    ]


@pytest.fixture(scope="module")
def obenabe() -> ScoredGame:
    """A game of two rows without trump, where the winner and a revoke are easy to see."""
    return played(Rules(name="small", rows=(Row("up", "obenabe", 2), Row("E", "E", 1))), 1)[0]


def damaged(
    tmp_path: Path, game: ScoredGame, damage: Callable[[Lines], object], number: int = 3
) -> list[str]:
    """Faults of a game's log after some damage."""
    lines: Lines = [json.loads(line) for line in log_lines(game, number, ("a", "b"))]
    damage(lines)
    path = tmp_path / "games.log"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    found = check_log(path, game.rules)
    faults = [fault for logged in found for fault in logged.faults]
    if faults:
        with pytest.raises(ValueError, match="line ") as error:
            read_logs(path, game.rules)
        assert str(error.value) == f"{path}: {faults[0]}"
    return faults


def deal_of(game: ScoredGame, kind: str, avoid: tuple[int, ...] = ()) -> int:
    """Number, from 0, of a deal of a contract."""
    pairs = enumerate(game.rounds)
    return next(i for i, r in pairs if str(r.played.call.contract) == kind and i not in avoid)


@pytest.mark.parametrize("rules", HOUSES, ids=lambda rules: rules.name)
def test_games_come_back_as_they_were(tmp_path: Path, rules: Rules) -> None:
    games = played(rules)
    path = tmp_path / "games.log"
    write_logs(path, games, ("we", "they"))
    assert path.read_bytes().endswith(b"}\n")
    back = read_logs(path, rules)
    assert len(back) == len(games)
    for was, now in zip(games, back, strict=True):
        assert [r.played for r in now.rounds] == [r.played for r in was.rounds]
        assert [r.written for r in now.rounds] == [r.written for r in was.rounds]
        assert (now.cells, now.extra, now.winner) == (was.cells, was.extra, was.winner)
        assert now.totals == was.totals
    write_logs(tmp_path / "again.log", back, ("we", "they"))
    assert (tmp_path / "again.log").read_bytes() == path.read_bytes()


def test_shipped_rules_are_found_by_their_name(tmp_path: Path) -> None:
    games = played(load_rules("wyys-6"), 1)
    write_logs(tmp_path / "log", games)
    assert read_logs(tmp_path / "log")[0].rules == load_rules("wyys-6")
    other = change_rules(load_rules("wyys-6"), {"name": "/etc/rules.toml"})
    write_logs(tmp_path / "log", played(other, 1))
    with pytest.raises(ValueError, match=r"line 1: the rules '/etc/rules.toml' are not shipped"):
        read_logs(tmp_path / "log")


def test_seats_run_backwards_and_cards_are_french(obenabe: ScoredGame) -> None:
    """jass-kit's next seat is one less: the highest card of the suit led tells who wins."""
    for text, scored in zip(log_lines(obenabe, 0, ("a", "b")), obenabe.rounds, strict=True):
        deal = json.loads(text)["game"]
        leads = deal["caller"]
        for trick in deal["tricks"]:
            assert trick["first"] == leads
            assert all(card[0] in "SCHD" and card[1:] != "X" for card in trick["cards"])
            order = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]
            led = [card for card in trick["cards"] if card[0] == trick["cards"][0][0]]
            best = max(led, key=lambda card: order.index(card[1:]))
            if deal["contract"] == "obenabe":
                assert trick["win"] == (leads - trick["cards"].index(best)) % 4
            leads = trick["win"]
        assert (deal["dealer"] - 1) % 4 == {0: 0, 1: 3, 2: 2, 3: 1}[scored.played.forehand]
        assert deal["forehand"] == (scored.played.passes == 0)
        won = [sum(t["points"] for t in deal["tricks"] if t["win"] % 2 == k) for k in (0, 1)]
        assert tuple(won) == scored.points


@pytest.mark.parametrize("rules", [HOUSES[0], HOUSES[3], HOUSES[-1]], ids=lambda rules: rules.name)
def test_trump_is_what_another_reader_counts_by(rules: Rules) -> None:
    kinds = set()
    for game in played(rules):
        for text, scored in zip(log_lines(game, 0, ("a", "b")), game.rounds, strict=True):
            deal, contract = json.loads(text)["game"], scored.play.contract
            kinds.add(contract.kind)
            suit = next((s for s in (contract.choice, *contract.blocks) if s in FRENCH), None)
            if suit:
                assert deal["trump"] == "DHSC".index(FRENCH[suit])
            else:
                down = "undenufe" in (contract.kind, contract.choice)
                assert deal["trump"] == (5 if down else 4)
            direction = contract.choice if contract.kind in ("slalom", "guschti") else ""
            assert deal["start"] == direction
    assert len(kinds) >= 3


def test_an_unfinished_game_is_not_written() -> None:
    game = played(load_rules("wyys-6"), 1)[0]
    part = score_game(game.rules, [r.played for r in game.rounds[:5]])
    with pytest.raises(ValueError, match="game 7 is not over: rows are open after 5 deals"):
        log_lines(part, 7, ("a", "b"))


def test_a_revoke_is_named(tmp_path: Path, obenabe: ScoredGame) -> None:
    at = deal_of(obenabe, "obenabe")
    play = obenabe.rounds[at].play
    laid = {(t, (play.leaders[t] + i) % 4): play.trick(t)[i] for t in range(9) for i in range(4)}
    trick, seat, later = next(
        (t, s, u)
        for t in range(9)
        for s in range(4)
        for u in range(t + 1, 9)
        if s != play.leaders[t] and laid[t, s] // 9 == play.trick(t)[0] // 9 != laid[u, s] // 9
    )
    places = [(k, (seat - play.leaders[k]) % 4) for k in (trick, later)]

    def revoke(lines: Lines) -> None:
        tricks = lines[at]["game"]["tricks"]
        (a, i), (b, j) = places
        one, two = tricks[a]["cards"][i], tricks[b]["cards"][j]
        tricks[a]["cards"][i], tricks[b]["cards"][j] = two, one

    names = [f"{'ERSL'[c // 9]}{'6789XUOKA'[c % 9]}" for c in range(36)]
    led = play.trick(trick)[0] // 9
    legal = [laid[u, seat] for u in range(trick, 9) if laid[u, seat] // 9 == led]
    may = " ".join(names[c] for c in sorted(legal))
    assert damaged(tmp_path, obenabe, revoke)[0] == (
        f"line {at + 1}: game 3, deal {at + 1}, trick {trick + 1}: seat {seat} may not play "
        f"{names[laid[later, seat]]}, only one of {may}"
    )


def test_swapped_cards_are_named_by_the_winner(tmp_path: Path, obenabe: ScoredGame) -> None:
    at = deal_of(obenabe, "obenabe")
    play = obenabe.rounds[at].play
    trick, place = next(
        (t, i)
        for t in range(9)
        for i in (1, 2, 3)
        if play.trick(t)[i] // 9 == play.trick(t)[0] // 9
        and play.winners[t] in (play.leaders[t], (play.leaders[t] + i) % 4)
    )

    def swap(lines: Lines) -> None:
        cards = lines[at]["game"]["tricks"][trick]["cards"]
        cards[0], cards[place] = cards[place], cards[0]

    seats = {play.leaders[trick], (play.leaders[trick] + place) % 4}
    (other,) = seats - {play.winners[trick]}
    assert damaged(tmp_path, obenabe, swap) == [
        f"line {at + 1}: game 3, deal {at + 1}, trick {trick + 1}: the log lets seat "
        f"{play.winners[trick]} win, but seat {other} does"
    ]


def test_every_swap_of_two_cards_that_changes_a_deal_is_named(tmp_path: Path) -> None:
    """Under every rule set; a swap may also leave a legal deal of other hands."""
    for rules in HOUSES:
        game = played(rules, 1)[0]
        named = 0
        for at in range(len(game.rounds)):
            a, b = (at * 5) % 36, (at * 11 + 17) % 36

            def swap(lines: Lines, at: int = at, a: int = a, b: int = b) -> None:
                tricks = lines[at]["game"]["tricks"]
                one, two = tricks[a // 4]["cards"], tricks[b // 4]["cards"]
                one[a % 4], two[b % 4] = two[b % 4], one[a % 4]

            faults = damaged(tmp_path, game, swap)
            named += bool(faults)
            assert all(f"game 3, deal {at + 1}, trick " in fault for fault in faults)
        assert named >= len(game.rounds) // 2


def change(deal: int, **values: Any) -> Callable[[Lines], None]:
    return lambda lines: lines[deal]["game"].update(values)


def test_a_wrong_call_is_named(tmp_path: Path, obenabe: ScoredGame) -> None:
    first = obenabe.rounds[0].played
    team = first.caller % 2
    again = next(i for i, r in enumerate(obenabe.rounds) if i and r.team == team)
    row = obenabe.rules.rows[first.call.row].id
    contract = str(first.call.contract)
    faults = damaged(tmp_path, obenabe, change(again, row=row, contract=contract))
    assert faults[0].startswith(f"line {again + 1}: game 3, deal {again + 1}: seat ")
    assert f"may not call '{row}'; open are" in faults[0]
    other = {"up": "E", "E": "up"}[row]
    assert "may not call" in damaged(tmp_path, obenabe, change(0, row=other))[0]
    assert damaged(tmp_path, obenabe, change(0, row="down")) == [
        "line 1: game 3, deal 1: row 'down' is not on the chart of small: expected up, E"
    ]
    seat = (4 - first.caller) % 4
    wrong = damaged(tmp_path, obenabe, change(0, caller=(seat + 2) % 4))
    assert wrong == [
        f"line 1: game 3, deal 1: after {first.passes} passes it is seat {first.caller} that "
        f"calls, not {(first.caller + 2) % 4}"
    ]
    passes = damaged(tmp_path, obenabe, change(0, passes=first.passes + 1))
    assert passes[0].startswith(f"line 1: game 3, deal 1: after {first.passes + 1} passes")
    dealer = damaged(tmp_path, obenabe, change(0, dealer=0))
    assert dealer == ["line 1: game 3, deal 1: forehand is seat 0, not seat 1"]


def test_a_missing_or_doubled_deal_is_named(tmp_path: Path, obenabe: ScoredGame) -> None:
    n = len(obenabe.rounds)
    assert damaged(tmp_path, obenabe, lambda lines: lines.pop(1)) == [
        "line 2: game 3, deal 2 is missing: deal 3 stands in its place"
    ]
    assert damaged(tmp_path, obenabe, lambda lines: lines.pop(0)) == [
        "line 1: game 3, deal 1 is missing: deal 2 stands in its place"
    ]
    (last,) = damaged(tmp_path, obenabe, lambda lines: lines.pop())
    assert last.startswith(
        f"line 1: game 3, deal {n} is missing: the game stops after deal {n - 1}"
    )
    assert damaged(tmp_path, obenabe, lambda lines: lines.insert(2, lines[1])) == [
        "line 3: game 3, deal 3 is missing: deal 2 stands in its place"
    ]
    more = damaged(tmp_path, obenabe, lambda lines: lines.append(again(lines[-1], n + 1)))
    assert more == [f"line {n + 1}: game 3, deal {n + 1}: the game was over after {n} deals"]


def again(line: dict[str, Any], deal: int) -> dict[str, Any]:
    return {**line, "game": {**line["game"], "deal": deal}}


def test_a_card_twice_is_named(tmp_path: Path, obenabe: ScoredGame) -> None:
    def twice(lines: Lines) -> None:
        tricks = lines[1]["game"]["tricks"]
        tricks[4]["cards"][2] = tricks[1]["cards"][0]

    (fault,) = damaged(tmp_path, obenabe, twice)
    assert fault.startswith("line 2: game 3, deal 2, trick 5: ")
    assert fault.endswith(" lies twice, first in trick 2")


def test_what_the_log_says_otherwise_is_named(tmp_path: Path, obenabe: ScoredGame) -> None:
    play = obenabe.rounds[1].play

    def tricks(lines: Lines) -> None:
        lines[1]["game"]["tricks"][2]["points"] += 1
        lines[1]["game"]["tricks"][8]["win"] = (4 - play.winners[8] + 1) % 4

    start = "line 2: game 3, deal 2"
    points = play.trick_points()[2]
    assert damaged(tmp_path, obenabe, tricks) == [
        f"{start}, trick 3: the log counts {points + 1} points, the cards {points}",
        f"{start}, trick 9: the log lets seat {(play.winners[8] - 1) % 4} win, but seat "
        f"{play.winners[8]} does",
    ]

    def first(lines: Lines) -> None:
        trick = lines[1]["game"]["tricks"][3]
        trick["first"] = (trick["first"] + 1) % 4

    assert damaged(tmp_path, obenabe, first) == [
        f"{start}, trick 4: seat {(play.leaders[3] - 1) % 4} leads, but it is seat "
        f"{play.leaders[3]}'s turn"
    ]
    written = list(obenabe.rounds[1].written)
    wrong = damaged(tmp_path, obenabe, change(1, written=[99, 0], factor=9, forehand=-1))
    assert [fault.partition(": game 3, deal 2: ")[2].split(" is ")[0] for fault in wrong] == [
        "forehand", "factor", "written",
    ]  # fmt: skip
    assert wrong[2] == f"{start}: written is (99, 0) in the log, expected {tuple(written)!r}"


def test_blocks_of_3x3_are_checked(tmp_path: Path) -> None:
    game = played(load_rules("wyys-10b"), 1)[0]
    at = next(i for i, r in enumerate(game.rounds) if r.played.call.contract.kind == "3x3")
    assert "does not name all three" in damaged(tmp_path, game, change(at, blocks=[]))[0]
    blocks = list(game.rounds[at].played.blocks)
    assert "blocks of 3x3 are" in damaged(tmp_path, game, change(at, blocks=blocks[:1] * 2))[0]
    turned = damaged(tmp_path, game, change(at, blocks=blocks[::-1]))
    assert f"deal {at + 1}" in turned[0]


def test_a_fault_does_not_hide_the_next_game(tmp_path: Path) -> None:
    games = played(load_rules("wyys-6"))
    path = tmp_path / "games.log"
    lines = [line for i, game in enumerate(games) for line in log_lines(game, i, ("a", "b"))]
    lines[0] = lines[0].replace('"passes":', '"passes":1')
    path.write_text("\n".join(lines))
    found = check_log(path)
    assert [len(logged.faults) for logged in found] == [1, 0, 0, 0]


def test_text_forms_are_read(tmp_path: Path, obenabe: ScoredGame) -> None:
    lines = log_lines(obenabe, 0, ("a", "b"))
    text = "\r\n\r\n".join(lines).replace('10"', 'T"', 7).replace('"DA"', '"da"')
    path = tmp_path / "games.log"
    path.write_bytes(codecs.BOM_UTF8 + text.encode())
    assert read_logs(path, obenabe.rules)[0].cells == obenabe.cells


def test_broken_files_are_refused_by_line_and_key(tmp_path: Path, obenabe: ScoredGame) -> None:
    lines = log_lines(obenabe, 0, ("a", "b"))
    path = tmp_path / "games.log"

    def refuse(second: str, match: str) -> None:
        path.write_text(f"{lines[0]}\n{second}\n", "utf-8")
        with pytest.raises(ValueError, match=match):
            check_log(path, obenabe.rules)

    refuse(lines[1][:50], r"games.log: line 2: no valid JSON")
    refuse("[]", r"line 2: expected `object`, got `array`")
    refuse("{}", r"line 2: object missing required field `game`")
    refuse(lines[1].replace('"row"', '"rows"'), r"line 2: .*required field `row` at `game`")
    refuse(lines[1].replace('"first":', '"first":7', 1), r"<= 3 at `game.tricks\[0\].first`")
    refuse(lines[1].replace("V0.2", "V1.0"), r"game.version = 'V1.0'; expected V0.2 or V0.1")
    cards = json.loads(lines[1])["game"]["tricks"][0]["cards"]
    refuse(lines[1].replace(cards[2], "X7"), r"game.tricks\[0\].cards\[2\]: unknown card 'X7'")
    path.write_bytes(b'{"game": "\xff"}\n')
    with pytest.raises(ValueError, match="line 1: no valid JSON"):
        check_log(path)
    path.write_text("\n\n")
    with pytest.raises(ValueError, match="holds no deal"):
        check_log(path)


def test_unfinished_deals_are_refused(tmp_path: Path, obenabe: ScoredGame) -> None:
    (fault,) = damaged(tmp_path, obenabe, change(1, currentPlayer=2))
    assert fault == (
        "line 2: game 3, deal 2: the deal is not over: 9 of 9 tricks are complete and "
        "currentPlayer is 2; expected all nine, -1 and empty hands"
    )
    short = damaged(tmp_path, obenabe, lambda lines: lines[1]["game"]["tricks"].pop())
    assert "deal 2: the deal is not over: 8 of 9 tricks are complete" in short[0]


def schieber(trump: int, dealer: int, played: str, **values: Any) -> dict[str, Any]:
    """A deal as jass-kit writes it, out of ``cards points win first`` lines."""
    made = []
    for line in played.split("/"):
        *cards, points, win, first = line.split()
        made.append({"cards": cards, "points": int(points), "win": int(win), "first": int(first)})
    game: dict[str, Any] = {
        "version": "V0.2", "trump": trump, "dealer": dealer, "currentPlayer": -1, "forehand": 1,
        "tricks": made, "player": [{"hand": []} for _ in range(4)], "jassTyp": "SCHIEBER",
    }  # fmt: skip
    return {"game": game | values, "date": "01.09.23 12:00:00", "player_ids": [11, 12, 13, 14]}


OBE = (
    "S7 CJ S10 S9 12 3 1/S6 SA SJ D7 13 2 3/C9 DQ CQ C8 14 0 2/DK D10 HJ D6 16 0 0/"
    "DJ DA C7 S8 21 3 0/C10 C6 HQ CK 17 0 3/HA H9 HK H7 15 0 0/CA D8 H10 SK 33 0 0/"
    "H8 D9 SQ H6 16 0 0"
)
CLUBS = (
    "D9 DA DQ D10 24 1 2/D7 C10 CK CQ 17 3 1/SQ C6 S9 C8 3 0 3/HJ C7 HA HQ 16 3 0/"
    "SJ S10 SA S8 23 1 3/H8 H6 HK H7 4 3 1/DK D6 D8 C9 18 0 3/CA SK H9 CJ 35 1 0/"
    "DJ S6 S7 H10 17 1 1"
)


def test_a_deal_of_another_program_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "schieber.log"
    path.write_text(json.dumps(schieber(4, 2, OBE)))
    (play,) = read_deals(path)
    assert (str(play.called), play.leader) == ("obenabe", 3)
    assert play.team_points() == [124, 33]
    with pytest.raises(ValueError, match="line 1: a deal without a chart"):
        read_logs(path)
    write_logs(path, played(load_rules("wyys-6"), 1))
    with pytest.raises(ValueError, match="line 1: a deal of game 0; expected deals without"):
        read_deals(path)


def test_a_deal_of_another_program_names_its_first_violation(tmp_path: Path) -> None:
    """Its rules let the third ruff be lower than the second: queen after ten and king."""
    path = tmp_path / "schieber.log"

    def first(**values: Any) -> str:
        deals = [schieber(4, 2, OBE), schieber(3, 3, CLUBS)]
        deals[1]["game"] |= values
        path.write_text("".join(json.dumps(deal) + "\n" for deal in deals))
        good, bad = check_log(path)
        assert good.faults == []
        with pytest.raises(ValueError, match="line 2: "):
            read_deals(path)
        return bad.faults[0].removeprefix("line 2: ")

    assert first() == "trick 2: seat 2 may not play RO, only one of L6"
    assert first(dealer=0) == "trick 1: seat 2 leads, but it is seat 1's turn"
    assert first(trump=-1) == "no trump was declared: trump is -1, expected 0 to 5"
    assert first(currentPlayer=1).startswith("the deal is not over")
    tricks = schieber(3, 3, CLUBS)["game"]["tricks"]
    assert first(tricks=[*tricks[:8], {"first": 1}]).startswith("the deal is not over: 8 of 9")
    free = change_rules(Rules(), {"undertrump": "free"})
    path.write_text(json.dumps(schieber(3, 3, CLUBS)))
    assert check_log(path, free)[0].faults == []


def test_older_deals_without_forehand_and_type_are_read(tmp_path: Path) -> None:
    deal = schieber(4, 2, OBE, version="V0.1", tss=1)
    for key in ("forehand", "jassTyp", "currentPlayer"):
        del deal["game"][key]
    path = tmp_path / "old.log"
    path.write_text(json.dumps({"game": deal["game"]}))
    assert len(read_deals(path)) == 1


def test_codes_of_trump() -> None:
    assert [trump_contract(code).choice for code in range(4)] == ["L", "S", "E", "R"]


def test_halves_of_a_game_are_games_of_their_own(tmp_path: Path) -> None:
    """The number is that of the game; lines without a half are of the first one."""
    one, other = played(load_rules("wyys-6"), 1)
    lines = [*log_lines(one, 7, ("a", "b")), *log_lines(other, 7, ("b", "a"), half=1)]
    deals = [json.loads(line)["game"] for line in lines]
    assert [(deal["game"], deal["half"]) for deal in deals] == [(7, 0)] * 12 + [(7, 1)] * 12
    del deals[0]["half"]
    lines[0] = json.dumps({"game": deals[0]})
    lines[20] = lines[20].replace('"points":', '"points":1', 1)
    path = tmp_path / "games.log"
    path.write_text("\n".join(lines), "utf-8")
    found = check_log(path)
    assert [(logged.number, logged.half, len(logged.game.rounds)) for logged in found] == [
        (7, 0, 12), (7, 1, 12),
    ]  # fmt: skip
    assert found[0].faults == []
    assert found[1].faults[0].startswith("line 21: game 7, half 1, deal 9, trick 1: ")
    path.write_text("\n".join(line.replace('"half":1', '"half":2') for line in lines), "utf-8")
    with pytest.raises(ValueError, match=r"line 13: .* `game\.half`"):
        check_log(path)


def test_rules_that_are_not_shipped_are_asked_for_by_the_option(tmp_path: Path) -> None:
    write_logs(tmp_path / "log", played(change_rules(load_rules("wyys-6"), {"name": "own"}), 1))
    with pytest.raises(ValueError, match=r"'own' are not shipped; .*: --rules RULES$"):
        check_log(tmp_path / "log")
