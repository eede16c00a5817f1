"""What is hidden stays hidden, whatever command looks: `hex-hidden` holds a unit that Red masked and made invisible."""

from __future__ import annotations

import shutil

import pytest

SAVE = "saves/hex-hidden.vsav"
LOOKING = (
    ("dump",), ("dump", "--json"), ("transcript",), ("transcript", "--facts", "--form", "json"), ("chain",), ("dice",),
    ("examine",), ("check", "--game", "tutorial", "--all"), ("check", "--game", "tutorial", "--summary"),
    ("check", "--game", "tutorial", "--json"),
)  # fmt: skip
BLIND = ("dice", "examine", "check")  # no eyes: they show no piece of such a module


@pytest.mark.parametrize("eyes", ["Blue", "public"])
@pytest.mark.parametrize("words", LOOKING)
def test_a_report_for_blue_never_names_what_red_hides(run, samples, tmp_path, words, eyes):
    shutil.copy(samples / SAVE, tmp_path / "a.vsav")
    shutil.copy(samples / "modules" / "hexmini.vmod", tmp_path / "hexmini.vmod")
    look = () if words[0] in BLIND else ("--eyes", eyes)
    code, out, err = run(*words[0].split(), tmp_path / "a.vsav", *words[1:], *look)
    assert code in (0, 1), err
    assert "Fog Red" not in out + err
    assert "red-id" not in out + err and "blue-id" not in out + err


def test_red_and_the_director_see_it(run, samples, tmp_path):
    """Else the test above would prove nothing."""
    for eyes in ("Red", "director"):
        assert "Fog Red" in run("dump", samples / SAVE, "--module", samples / "modules" / "hexmini.vmod",
                                "--eyes", eyes)[1]  # fmt: skip


def test_a_chain_that_breaks_at_a_hidden_piece_does_not_name_it(run, samples, tmp_path):
    """hex-hidden does not follow hex-mid: among what differs is the hidden unit."""
    for eyes in ("Blue", "public"):
        out = run("chain", samples / "saves" / "hex-mid.vsav", samples / SAVE, "--eyes", eyes,
                  "--module", samples / "modules" / "hexmini.vmod")[1]  # fmt: skip
        assert "3 piece(s)" in out and "Fog Red" not in out
