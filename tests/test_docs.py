"""What the pages say holds: commands, Python lines, the verdict, the picture; and no rulebook's wording anywhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import builder
from builder.cli import COMMANDS
from builder.make.judging import judge_file
from builder.make.record import record_file
from builder.report.verdicts import account

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
SCRIPT = """\
case too-far
game glorys-end
scenario marne
when turn 8, allied, operational-movement
do move fr-11-corps 3229-3328-3428-3427-3426-3425-3424
"""


def block(language: str) -> str:
    found = re.findall(rf"^```{language}\n(.*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(found) == 1, f"one block of {language}"
    return found[0]


def test_every_command_is_in_the_readme():
    text = README.read_text(encoding="utf-8").partition("## Commands")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([a-z]+)[ `]", text))
    assert set(COMMANDS) <= named


def test_messages_and_pages_send_nobody_to_a_command_that_is_not_there():
    prose = {
        "needs",
        "again",
        "command",
    }  # "hexwright needs Python …", "install hexwright again", "any hexwright command"
    files = [README, *(p for folder in ("builder", "source", "templates") for p in (ROOT / folder).rglob("*.*")
                       if p.suffix in (".py", ".md", ".yaml", ".j2", ".txt"))]  # fmt: skip
    named = {word: file for file in files
             for word in re.findall(r"\bhexwright ([a-z-]+)", file.read_text(encoding="utf-8"))}  # fmt: skip
    unknown = {word: str(named[word]) for word in named.keys() - set(COMMANDS) - prose}
    assert not unknown


def test_the_readme_names_no_command_that_is_not_there():
    text = README.read_text(encoding="utf-8")
    named = set(re.findall(r"(?:hexwright|-m builder) ([a-z]+)", text)) - {"test"}
    assert named <= set(COMMANDS)


def test_the_two_commands_are_what_ci_runs():
    text, ci = README.read_text(encoding="utf-8"), (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for command in ("python3 -m builder demo", "python3 -m builder test"):
        assert f"```sh\n{command}\n```" in text and command in ci


def test_the_verdict_is_what_the_referee_says(monkeypatch, update):
    """`pytest --update` writes it anew."""
    monkeypatch.chdir(ROOT)
    results = judge_file(Path("README.md"))
    assert [result.ok for result in results] == [True]
    loud = [verdict for verdict in results[0].verdicts if verdict.outcome == "ILLEGAL"]
    said = "".join(f"{line}\n" for verdict in loud for line in account(verdict))
    if update and said != block("verdict"):
        text = README.read_text(encoding="utf-8").replace(block("verdict"), said)
        README.write_text(text, encoding="utf-8", newline="\n")
    assert block("verdict") == said


def test_the_python_lines_run(monkeypatch, tmp_path, capsys):
    shutil.copytree(ROOT / "source", tmp_path / "source")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "script.case").write_text(SCRIPT, encoding="utf-8")
    record_file(tmp_path / "script.case", tmp_path / "our-game" / "turn8.vlog")
    exec(compile(block("python"), "README.md", "exec"), {})
    out = capsys.readouterr().out
    assert out.startswith("turn8.vlog#") and "ILLEGAL 12.1.a  move fr-11-corps" in out and "12.8" in out
    assert list((tmp_path / "dist").glob("glorys-end-*.vmod"))


def test_the_python_interface_is_whole():
    assert all(getattr(builder, name) is not None for name in builder.__all__)
    assert set(builder.__all__) <= set(dir(builder))
    with pytest.raises(AttributeError, match="no attribute 'bild'"):
        _ = builder.bild


def test_importing_builder_needs_nothing_but_python():
    """-S: no site-packages, as on a machine that has nothing but Python."""
    code = "import sys, builder; print([n for n in ('click', 'lxml', 'PIL', 'jinja2') if n in sys.modules])"
    done = subprocess.run([sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    done = subprocess.run([sys.executable, "-S", "-m", "builder"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2 and "python -m builder demo" in done.stdout


def test_the_picture_is_there_and_small():
    link = re.search(r"!\[[^]]+\]\(([^)]+)\)", README.read_text(encoding="utf-8"))
    assert link is not None
    data = (ROOT / link[1]).read_bytes()
    assert data.startswith(b"\x89PNG") and len(data) < 300_000


def test_links_lead_somewhere():
    for page in (README, *(ROOT / "builder").rglob("*.md"), *(ROOT / "source").rglob("README.md")):
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert target.startswith("http") or (page.parent / target).exists(), (page, target)


def test_every_file_that_a_readme_names_is_there():
    """`name.py` in a folder's README means a file of that folder."""
    for page in (ROOT / "builder").rglob("README.md"):
        text = page.read_text(encoding="utf-8")
        for name in set(re.findall(r"(?<![/\w])`([\w/]+\.(?:py|j2|csv))`", text)):
            assert (page.parent / name).exists() or (ROOT / name).exists(), (page, name)


def test_every_folder_of_the_house_says_what_lives_there():
    folders = [path for path in (ROOT / "builder").iterdir() if (path / "__init__.py").exists()]
    assert not [str(folder) for folder in folders if not (folder / "README.md").exists()]


def test_notice_names_what_is_carried():
    text = (ROOT / "NOTICE").read_text(encoding="utf-8")
    for name in ("DejaVu", "Bitstream Vera", "Arev", "GeoNames", "GSHHG", "builder/art/fonts", "source/glorys_end/map"):
        assert name in text
    assert (ROOT / "builder" / "art" / "fonts" / "LICENSE-DejaVu.txt").exists()


def test_no_wording_of_a_rulebook(shared):
    tool = shared / "tools" / "copied-text"
    done = subprocess.run([sys.executable, str(tool), str(ROOT)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
