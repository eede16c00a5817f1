"""Numbers drawn again from a seed: java.util.Random's own (computed with OpenJDK 17), written as in the proposal."""

from __future__ import annotations

from struct import pack

import pytest

from builder.make.dice import dice_of
from builder.report.dice import text
from builder.vassal import commands as c
from builder.vassal.cutting import cut_at
from builder.vassal.rolls import rolls_of
from builder.vassal.saves import read_log, read_save, write_game
from builder.vassal.seeds import JavaRandom, numbers_of, seeded
from builder.vassal.sequence import encode

# seed: twelve nextInt(6), five nextInt(8), five nextInt(1610612737), two nextInt(), two nextLong(), nextDouble(),
# nextFloat(), three nextBoolean(), nextLong()
JAVA = {
    1914: (
        (1, 4, 2, 5, 5, 4, 4, 4, 2, 3, 0, 2), (5, 1, 4, 2, 6),
        (534886849, 328607789, 489564009, 677926661, 796531490), (-1844028748, 2121500696),
        (2519488765558296721, 2052736618068557019), 0.02745913617369966, 0.7836545, (True, True, False),
        -2081398614133496037,
    ),
    -7: (
        (4, 3, 4, 3, 0, 5, 3, 0, 3, 4, 1, 5), (7, 7, 1, 4, 4),
        (272470848, 1218991975, 234734917, 761900151, 320299017), (2117435380, -551805619),
        (6028430493429639900, 4909513586090054363), 0.037582026292206305, 0.19924611, (True, False, True),
        831683732459278659,
    ),
    4611686018427387904: (
        (0, 4, 1, 5, 5, 5, 5, 3, 3, 2, 5, 5), (3, 4, 7, 7, 7),
        (49567875, 377907320, 590459143, 672024888, 276804524), (1580443894, 629649304),
        (-5438565800896958689, 25579809655956232), 0.00922486133108813, 0.56294966, (False, False, True),
        5274012497411174555,
    ),
}  # fmt: skip
DICE = JAVA[1914][0]  # 2 5, 3 6, 6 5 … as faces
ESC = "\x1b"


@pytest.mark.parametrize("seed", JAVA)
def test_javas_numbers(seed):
    sixes, eights, big, whole, long, double, single, truth, last = JAVA[seed]
    random = JavaRandom(seed)
    assert tuple(random.below(6) for _ in sixes) == sixes
    assert tuple(random.below(8) for _ in eights) == eights
    assert tuple(random.below(1610612737) for _ in big) == big
    assert (random.whole(), random.whole()) == whole and (random.long(), random.long()) == long
    assert random.double() == double and pack("f", random.single()) == pack("f", single)
    assert tuple(random.truth() for _ in truth) == truth and random.long() == last


def number(kind: str, value: object, bound: object = "") -> str:
    """As the proposal encodes it: a backslash behind it."""
    return encode(["RNG\t", kind, str(value), str(bound)], ";") + "\\"


def roll(*faces: int, said: str = "Red player") -> str:
    result = ",".join(map(str, faces))
    told = [f"CHAT*** 2d6 = {result} *** &lt;{said}&gt;", f"MutableProperty\t2d6_result\t1\t{result}\tModule",
            f"MutableProperty\t2d6_total\t0\t{sum(faces)}\tModule"]  # fmt: skip
    return encode([f"LOG\t{one}" for one in told], ESC)


@pytest.fixture
def write(samples, tmp_path):
    """A log with a seed: entries between two ESC, numbers merged by their backslash with what follows them."""

    def log(name: str, seed: int, *entries: str, begins: int | None = None):
        save = read_save(samples / "saves" / "hex-start.vsav")
        opening = encode([number("L", seed if begins is None else begins), number("Z", seed)], ESC)
        items = save.text.split(ESC)
        nested = [encode([entry], ESC) for entry in (opening, *entries)]
        whole = ESC.join([*items[:-1], nested[0], items[-1], *nested[1:]])
        write_game(tmp_path / f"{name}.vlog", whole, savedata=save.savedata, moduledata=save.moduledata)
        return read_log(tmp_path / f"{name}.vlog")

    return log


def honest(*pairs: tuple[int, int]) -> list[str]:
    entries = []
    for pair in pairs:
        entries += [f"LOG\t{number('M', face - 1, 6)}" for face in pair]
        entries.append(roll(*pair))
    return entries


def test_a_log_whose_numbers_are_the_seeds(write):
    log = write("good", 1914, *honest((2, 5), (3, 6), (6, 5)))
    assert [(d.step, d.kind, d.value, d.bound) for d in numbers_of(log)][:4] == [
        (0, "L", "1914", None), (0, "Z", "1914", None), (1, "M", "1", 6), (1, "M", "4", 6),
    ]  # fmt: skip
    rolls = rolls_of("good", log)
    assert [one.faces for one in rolls] == [(2, 5), (3, 6), (6, 5)]
    found = seeded("good", log, rolls)
    assert found.good and (found.seed, found.begins, found.numbers) == (1914, 1914, 6)
    again = JavaRandom(1914)
    for _ in range(6):
        again.below(6)
    assert found.follows == (again.long(), 1914)


def test_each_number_belongs_to_the_step_behind_it(write):
    log = write("steps", 1914, *honest((2, 5), (3, 6)))
    assert [[type(one).__name__ for one in step.commands] for step in log.steps] == [
        ["Unknown", "Unknown", "Chat", "MutableProperty", "MutableProperty"]] * 2  # fmt: skip
    assert not any(isinstance(one, c.Damaged) for step in log.steps for one in step.commands)


def test_a_number_that_was_made_better(write):
    """Both in the number and on the die, so that only the seed tells."""
    log = write("doctored", 1914, *honest((2, 5), (6, 6), (6, 5)))
    found = seeded("doctored", log, rolls_of("doctored", log))
    assert [(one.drawn.step, one.drawn.value, one.expected) for one in found.mismatches] == [(2, "5", "2")]
    assert not found.unlike


def test_a_roll_that_was_left_out(write):
    """What comes after it stands one roll too early."""
    log = write("cut", 1914, *honest((2, 5), (6, 5)))
    found = seeded("cut", log, rolls_of("cut", log))
    assert found.mismatches[0].drawn.step == 2 and found.mismatches[0].expected == "2"


def test_a_die_that_shows_no_number_drawn(write):
    entries = honest((2, 5), (3, 6))
    entries[-1] = roll(6, 6)
    log = write("shown", 1914, *entries)
    found = seeded("shown", log, rolls_of("shown", log))
    assert not found.mismatches
    assert [(one.roll.step, one.roll.faces, one.numbers) for one in found.unlike] == [(2, (6, 6), (3, 6))]


def test_a_log_without_a_seed(samples):
    assert seeded("L07", read_log(samples / "logs" / "L07-dice.vlog")) is None


@pytest.mark.parametrize("entry", ["M;2;", "M;;6", "M;-1;6", "X;1;", "L;99999999999999999999999;", "D;0,5;", "", "M"])
def test_a_number_in_no_form_is_told_and_nothing_breaks(write, entry):
    log = write("odd", 1914, f"LOG\tRNG\t;{entry}\\", roll(2, 5))
    found = seeded("odd", log, rolls_of("odd", log))
    assert len(found.mismatches) == 1 and len(found.unlike) == 1


@pytest.mark.parametrize("begins, apart", [(2519488765558296721, True), (None, False), (1914, False)])
def test_the_next_file_goes_on_from_the_last_number(write, tmp_path, begins, apart):
    """The number that it begins with is the first file's next, or its seed where the recording began in a replay."""
    write("a", 1914, *honest((2, 5)), "LOG\tCHAT&lt;Red player&gt; - over")
    again = JavaRandom(1914)
    assert [again.below(6) for _ in range(2)] == [1, 4]
    begins = again.long() if begins is None else begins
    log = read_log(tmp_path / "a.vlog")
    write_game(tmp_path / "b.vlog", _after(log, begins), savedata=log.save.savedata, moduledata=log.save.moduledata)
    found = dice_of([tmp_path / "a.vlog", tmp_path / "b.vlog"])
    assert len(found.seeds) == 2 and found.apart == ((("a.vlog", "b.vlog"),) if apart else ())


def _after(log, begins: int) -> str:
    """A log that opens with the position at the end of another, and with a number of its own."""
    opening = encode([number("L", begins), number("Z", begins)], ESC)
    kept = [item for item in cut_at(log, 2).text.split(ESC) if not item.startswith("RNG")]
    return ESC.join([*kept[:-1], encode([opening], ESC), kept[-1], "LOG\tCHAT&lt;Blue player&gt; - mine"])


def test_dice_tells_what_the_seed_says(write, tmp_path):
    write("bad", 1914, *honest((2, 5), (6, 6), (6, 5)))
    lines = list(text(dice_of(tmp_path / "bad.vlog")))
    assert "bad.vlog: seed 1914, 6 numbers written down, 1 not as the seed gives them" in lines
    assert "  step 2: 5 is written, the seed gives 2" in lines
