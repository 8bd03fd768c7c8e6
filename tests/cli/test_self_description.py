"""Completion, manual page and suggestions follow the command's own verbs."""

import re
import subprocess

import pytest


def verbs(drivewear):
    listing = drivewear("--help").out.split("Subcommands:")[1]
    return re.findall(r"^  ([a-z]+) ", listing, re.MULTILINE)


def test_every_verb_leads_its_help_with_examples(drivewear):
    names = verbs(drivewear)
    assert {"budget", "rank", "simulate", "catalog", "report"} <= set(names)
    for name in names:
        assert drivewear(name, "--help").out.startswith("Examples:"), name


def test_a_mistyped_verb_gets_the_nearest(drivewear):
    assert "did you mean 'budget'?" in drivewear("bugdet", status=2).err
    assert "--help" in drivewear("xyzzy", status=2).err


def complete(drivewear, *words):
    script = drivewear("completion", "bash").out
    typed = " ".join(f"'{word}'" for word in words)
    asked = f"{script}\nCOMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _drivewear; printf '%s\\n' ${{COMPREPLY[@]}}"
    return subprocess.run(["bash", "-c", asked], capture_output=True, text=True).stdout.split()


def test_bash_completes_verbs_and_options(drivewear):
    assert complete(drivewear, "drivewear", "bud") == ["budget"]
    assert "--reserve-percent" in complete(drivewear, "drivewear", "budget", "--re")
    assert complete(drivewear, "drivewear", "catalog", "exp") == ["export"]
    assert drivewear("completion", "zsh").out.startswith("#compdef drivewear")
    drivewear("completion", "fish", status=2)


def test_the_manual_page_has_every_verb(drivewear):
    page = drivewear("manual").out
    assert page.startswith(".TH DRIVEWEAR 1")
    for name in verbs(drivewear):
        assert f".SS {name}" in page, name


@pytest.mark.parametrize(
    "arguments",
    [("budget", "--foo"), ("spares", "--drives", "0"), ("wa", "--format", "yaml"), ("catalog",)],
)
def test_a_wrong_option_is_one_line(drivewear, arguments):
    outcome = drivewear(*arguments, status=2)
    assert outcome.err.startswith("drivewear: ") and outcome.err.count("\n") == 1
    assert outcome.out == ""
