"""Reads the records that `aji review --sgf` writes with sgfmill and with KaTrain's own reader.

analysed.py PATH_OF_AJI, with sgfmill, pysgf and the Python parts of katrain installed.
"""

import contextlib
import io
import pathlib
import subprocess
import sys
import tempfile
import types

from pysgf import BaseGoGame
from sgfmill import sgf

aji = sys.argv[1]
checks = 0


def check(condition, what):
    global checks
    if not condition:
        sys.exit(f"analysed: {what}")
    checks += 1


def katrain_node():
    """KaTrain's class of nodes. Its translations watch the windows of kivy, which nobody needs to read."""
    watched = types.ModuleType("kivy._event")
    watched.Observable = type("Observable", (), {"__init__": lambda self: None})
    sys.modules["kivy"] = types.ModuleType("kivy")
    sys.modules["kivy._event"] = watched
    from katrain.core.game_node import GameNode

    return GameNode


def check_sgfmill(text):
    game = sgf.Sgf_game.from_bytes(text)
    root = game.get_root()
    check(game.get_charset() == "UTF-8", "the characters")
    check(root.get("AP")[0] == "aji", f"the program {root.get('AP')}")
    line = game.get_main_sequence()
    check(len(line) == 247, f"{len(line)} nodes")
    for number, node in enumerate(line):
        value, chance = node.get("V"), float(node.get_raw("SBKV"))
        check(0 <= chance <= 100, f"move {number}: SBKV {chance}")
        check(abs(value - float(node.get_raw("SBKS"))) < 0.06, f"move {number}: V and SBKS")
        check("-- aji --" in node.get("C"), f"move {number}: the comment")
    check("to have a game to show" in root.get("C"), "the user's comment")
    last = line[-1]
    black, white = last.get("TB"), last.get("TW")
    check(black and white and not black & white, "territory on the last board")
    branches = [node for node in line if len(node) > 1]
    check(branches, "no line is suggested")
    for node in branches:
        for other in node[1:]:
            check(other.get("N") and other.get("C"), "a line without a name or a reason")
        check(len(node) <= 4, "more than three lines")
        check({label for _, label in node.get("LB")} <= set("ABC"), "labels")
    again = sgf.Sgf_game.from_bytes(game.serialise())
    check(len(again.get_main_sequence()) == 247, "written and read again")


def check_katrain(text):
    class Reader(BaseGoGame):
        NODE_TYPE = katrain_node()

    node = root = Reader.parse_sgf(text.decode())
    number = 0
    while node:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            loaded = node.load_analysis()
        check(loaded and node.analysis_complete, f"KaTrain, move {number}: {said.getvalue()}")
        check(len(node.ownership) == 361 and len(node.policy) == 362, f"KaTrain, move {number}: fields")
        check(all(-1 <= owner <= 1 for owner in node.ownership), f"KaTrain, move {number}: owners")
        chance = float(node.get_property("SBKV")) / 100
        check(abs(node.winrate - chance) < 0.001, f"KaTrain, move {number}: chance")
        check(abs(node.score - float(node.get_property("SBKS"))) < 0.01, f"KaTrain, move {number}: score")
        best = node.candidate_moves[0]
        check(best["order"] == 0 and best["pv"][0] == best["move"], f"KaTrain, move {number}: {best}")
        # KaTrain counts from the mean of all that was read, to which bad replies belong.
        check(abs(best["pointsLost"]) < 12, f"KaTrain, move {number}: the best loses {best['pointsLost']}")
        if number:
            check(node.points_lost is not None, f"KaTrain, move {number}: what it lost")
        node = node.children[0] if node.children else None
        number += 1
    check(number == 247, f"KaTrain reads {number} nodes")
    check(root.komi == 6.5, "KaTrain: komi")


with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "analysed.sgf"
    subprocess.run([aji, "review", "--sgf", path], check=True, stdout=subprocess.DEVNULL)
    check_sgfmill(path.read_bytes())
    check_katrain(path.read_bytes())
print(f"sgfmill and KaTrain: {checks} checks")
