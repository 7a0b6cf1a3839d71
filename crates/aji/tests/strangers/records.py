"""Reads the records that aji writes with sgfmill, and replays and counts them on its board.

records.py PATH_OF_AJI, with sgfmill installed.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

from sgfmill import boards, common, sgf, sgf_moves

aji = sys.argv[1]
checks = 0


def check(condition, what):
    global checks
    if not condition:
        sys.exit(f"records: {what}")
    checks += 1


def replay(game, name):
    """The final board; every move must be legal on the way."""
    board, plays = sgf_moves.get_setup_and_moves(game)
    ko = None
    for number, (colour, move) in enumerate(plays, 1):
        if move is None:
            ko = None
            continue
        row, column = move
        check(board.get(row, column) is None, f"{name}: move {number} is on a stone")
        check((row, column, colour) != ko, f"{name}: move {number} retakes a ko at once")
        point = board.play(row, column, colour)
        check(board.get(row, column) == colour, f"{name}: move {number} is suicide")
        opponent = common.opponent_of(colour)
        ko = None if point is None else (*point, opponent)
    return board, plays


def count(game, board, dead):
    """Black's lead by area, komi included, without the dead stones."""
    alive = boards.Board(board.side)
    stones = [
        (colour, point)
        for colour, point in board.list_occupied_points()
        if point not in dead
    ]
    alive.apply_setup(
        [point for colour, point in stones if colour == "b"],
        [point for colour, point in stones if colour == "w"],
        [],
    )
    return alive.area_score() - game.get_komi()


def told(lead):
    if lead == 0:
        return "0"
    return f"{'B' if lead > 0 else 'W'}+{abs(lead):.1f}"


def check_record(path):
    game = sgf.Sgf_game.from_bytes(path.read_bytes())
    root = game.get_root()
    name = path.name
    check(game.get_size() == 9, f"{name}: the size")
    check(game.get_komi() == 7.5, f"{name}: the komi")
    check(root.get("RU") == "Chinese", f"{name}: the rules")
    check(game.get_charset() == "UTF-8", f"{name}: the characters")
    players = {game.get_player_name("b"), game.get_player_name("w")}
    check(players == {"patterns", "static"}, f"{name}: the players {players}")
    board, plays = replay(game, name)
    comments = [node.get("C").strip() for node in game.get_main_sequence()]
    check(len(comments) == len(plays) + 1, f"{name}: a node a move")
    check(all(comments), f"{name}: every node has a comment")
    check("Ended: both passed" in comments[0], f"{name}: {comments[0]}")
    check([move for _, move in plays[-2:]] == [None, None], f"{name}: two passes")
    dead = re.search(r"dead stones: (.*)", comments[0])[1].split()
    dead = [] if dead == ["none"] else [common.move_from_vertex(v, 9) for v in dead]
    check(all(board.get(*point) for point in dead), f"{name}: the dead were there")
    # With the same stones dead, it must count the same to the point.
    lead = told(count(game, board, dead))
    check(root.get("RE") == lead, f"{name}: RE[{root.get('RE')}], but sgfmill counts {lead}")
    check(f"Chinese count: {lead}" in comments[0], f"{name}: {comments[0]}")
    # What is read and written again is the same game.
    again = sgf.Sgf_game.from_bytes(game.serialise())
    check(replay(again, name)[0].board == board.board, f"{name}: written and read again")
    return len(dead)


def check_match():
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "match"
        match = ["patterns", "static", "--games", "4", "--size", "9", "--out", out]
        subprocess.run([aji, "arena", *match], check=True, stdout=subprocess.DEVNULL)
        records = sorted(out.glob("*.sgf"))
        check(len(records) == 4, f"{len(records)} records")
        dead = [check_record(path) for path in records]
        games = [sgf.Sgf_game.from_bytes(path.read_bytes()) for path in records]
        blacks = [game.get_player_name("b") for game in games]
        check(blacks == ["patterns", "static"] * 2, f"colours change: {blacks}")
        # With all stones taken for living, nothing but the board counts.
        out = pathlib.Path(folder) / "living"
        match += ["--referee", "none"]
        match[match.index("--out") + 1] = out
        subprocess.run([aji, "arena", *match], check=True, stdout=subprocess.DEVNULL)
        living = [check_record(path) for path in sorted(out.glob("*.sgf"))]
        check(living == [0] * 4, f"dead stones without a referee: {living}")


def printed(commands):
    """The record that `aji gtp` prints after these commands."""
    lines = "\n".join([*commands, "printsgf", "quit", ""])
    run = subprocess.run([aji, "gtp"], input=lines.encode(), stdout=subprocess.PIPE, check=True)
    replies = run.stdout.decode().split("\n\n")
    check(all(reply.startswith("=") for reply in replies[:-1]), run.stdout)
    return sgf.Sgf_game.from_string(replies[-3].removeprefix("= "))


def check_printed():
    moves = ["play b D4", "play w F6", "play b pass", "genmove w", "genmove b"]
    game = printed(["boardsize 9", "komi 5.5", "kata-set-rules japanese", *moves])
    board, plays = replay(game, "printsgf")
    check((game.get_size(), game.get_komi()) == (9, 5.5), "printsgf: size and komi")
    check(game.get_root().get("RU") == "Japanese", "printsgf: rules")
    check(len(plays) == 5 and plays[2] == ("b", None), f"printsgf: {plays}")
    check(board.get(*common.move_from_vertex("F6", 9)) == "w", "printsgf: F6 is White's")
    game = printed(["boardsize 13", "set_free_handicap D4 K10", "play w G7"])
    board, plays = replay(game, "printsgf")
    check(game.get_handicap() == 2, "printsgf: handicap")
    check(plays == [("w", (6, 6))], f"printsgf: {plays}")
    check(board.get(*common.move_from_vertex("K10", 13)) == "b", "printsgf: K10 is Black's")


check_match()
check_printed()
print(f"sgfmill: {checks} checks")
