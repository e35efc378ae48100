"""Prints reference figures of scikit-learn and statsmodels, for services/review/src/trust/figures.pure.test.ts.

    pip install -r requirements.txt
    python reference.py > reference.json

Values are those of scikit-learn, with weights. Limits of proportions are the score intervals of statsmodels. The
formulas that combine them are in docs/trust.md and are implemented here a second time. `coverage` is how often an
interval contains the true value, in simulated workspaces.
"""

import json
from itertools import product

import numpy
import pandas
from sklearn.metrics import accuracy_score, cohen_kappa_score, precision_score, recall_score
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.proportion import proportion_confint

COLUMNS = ["stratum", "place", "isSampled", "outcome", "label", "isSample", "n"]


def held(outcome, label, n, place="a"):
    return ["held", place, False, outcome, label, False, n]


def flagged(outcome, label, n, place="a"):
    return ["flagged", place, False, outcome, label, False, n]


def passed(outcome, label, n, place="a", sampled=True, chosen=False):
    return ["passed", place, sampled, outcome, label, sampled and not chosen and label != "none", n]


CASES = {
    "one stratum, every output labelled": [
        held("failed", "bad", 40),
        held("failed", "good", 10),
        held("passed", "bad", 6),
        held("passed", "good", 44),
    ],
    "many labels": [
        held("failed", "bad", 2600),
        held("failed", "good", 900),
        held("passed", "bad", 700),
        held("passed", "good", 5800),
    ],
    "samples of what passed": [
        held("failed", "bad", 70),
        held("failed", "good", 30),
        held("failed", "none", 20),
        passed("passed", "bad", 3),
        passed("passed", "good", 97),
        passed("passed", "none", 1900),
    ],
    "samples without a miss": [
        held("failed", "bad", 70),
        held("failed", "good", 30),
        passed("passed", "good", 100),
        passed("passed", "none", 1900),
    ],
    "several places": [
        held("failed", "bad", 30),
        held("failed", "good", 12),
        held("passed", "good", 9),
        held("failed", "none", 14),
        held("failed", "bad", 8, place="b"),
        held("failed", "good", 1, place="b"),
        held("failed", "none", 50, place="b"),
        held("failed", "none", 7, place="c"),
        flagged("passed", "bad", 5),
        flagged("passed", "good", 2),
        flagged("passed", "none", 4),
        passed("passed", "bad", 2),
        passed("passed", "good", 48),
        passed("passed", "none", 900),
        passed("passed", "bad", 3, place="b"),
        passed("passed", "good", 17, place="b"),
        passed("passed", "none", 60, place="b"),
        passed("passed", "bad", 6, place="b", chosen=True),
        passed("passed", "good", 1, place="b", chosen=True),
        passed("passed", "good", 5, place="c", sampled=False),
        passed("passed", "none", 95, place="c", sampled=False),
    ],
    "a rule in shadow": [
        held("failed", "bad", 12),
        held("failed", "good", 3),
        held("passed", "bad", 9),
        held("passed", "good", 11),
        held("passed", "none", 15),
        passed("failed", "bad", 2),
        passed("failed", "good", 4),
        passed("failed", "none", 190),
        passed("passed", "bad", 1),
        passed("passed", "good", 93),
        passed("passed", "none", 2710),
    ],
}


def weigh(cells):
    """Returns the labels with their weights, and the strata without labels."""
    parts, unlabelled = [], []
    for stratum, of_stratum in cells.groupby("stratum"):
        is_labelled = of_stratum.label != "none"
        is_chosen = (stratum == "passed") & of_stratum.isSampled & ~of_stratum.isSample & is_labelled
        parts.append(of_stratum[is_chosen].assign(weight=1.0))
        rest = of_stratum[~is_chosen]
        labels = rest[rest.label != "none"]
        outputs = rest.groupby("place").n.sum()
        if len(labels) == 0:
            unlabelled.append(stratum)
            continue
        shown = labels.groupby("place").n.sum()
        weights = outputs[shown.index] / shown * outputs.sum() / outputs[shown.index].sum()
        parts.append(labels.assign(weight=labels.place.map(weights)))
    return pandas.concat(parts), unlabelled


def points(labels):
    said, truth = labels.outcome == "failed", labels.label == "bad"
    weight = {"sample_weight": labels.n * labels.weight}
    return {
        "agreement": accuracy_score(truth, said, **weight),
        "kappa": cohen_kappa_score(truth, said, **weight),
        "precision": precision_score(truth, said, **weight),
        "recall": recall_score(truth, said, **weight),
    }


def share(labels, matches):
    weights = (labels.n * labels.weight).sum()
    if weights == 0:
        return None, 0.0
    value = (labels.n * labels.weight)[matches].sum() / weights
    return value, weights**2 / (labels.n * labels.weight**2).sum()


FIGURES = {
    "agreement": lambda fb, fg, pb, pg: (fb + pg) / (fb + fg + pb + pg),
    "kappa": lambda fb, fg, pb, pg: kappa_of(fb, fg, pb, pg),
    "precision": lambda fb, fg, pb, pg: fb / (fb + fg),
    "recall": lambda fb, fg, pb, pg: fb / (fb + pb),
}


def kappa_of(fb, fg, pb, pg):
    n = fb + fg + pb + pg
    expected = ((fb + fg) * (fb + pb) + (pb + pg) * (fg + pg)) / n**2
    return ((fb + pg) / n - expected) / (1 - expected)


def intervals(cells, labels):
    outputs, shares = [], []
    for stratum, part in labels.groupby("stratum"):
        of_stratum = cells[cells.stratum == stratum]
        is_failed, is_bad = part.outcome == "failed", part.label == "bad"
        outputs.append((part.n * part.weight).sum())
        shares += [
            (*share(part, is_failed), of_stratum.outcome.nunique() < 2),
            (*share(part[is_failed], is_bad[is_failed]), False),
            (*share(part[~is_failed], is_bad[~is_failed]), False),
        ]

    def table(values):
        total = numpy.zeros(4)
        for index, n in enumerate(outputs):
            failed, of_failed, of_passed = values[3 * index : 3 * index + 3]
            total += n * numpy.array(
                [
                    failed * of_failed,
                    failed * (1 - of_failed),
                    (1 - failed) * of_passed,
                    (1 - failed) * (1 - of_passed),
                ]
            )
        return total

    found = {}
    for name, figure in FIGURES.items():
        centre = figure(*table([value or 0 for value, _, _ in shares]))
        below = above = 0.0
        for index, (value, size, is_known) in enumerate(shares):
            if is_known or value is None:
                continue
            moved = [centre]
            for limit, unseen in product(proportion_confint(value * size, size, method="wilson"), [0, 1]):
                values = [unseen if each is None else each for each, _, _ in shares]
                values[index] = limit
                with numpy.errstate(invalid="ignore", divide="ignore"):
                    at = figure(*table(values))
                if numpy.isfinite(at):
                    moved.append(at)
            below += (centre - min(moved)) ** 2
            above += (max(moved) - centre) ** 2
        least = -1 if name == "kappa" else 0
        found[name] = {"low": max(least, centre - below**0.5), "high": min(1, centre + above**0.5)}
    return found


def reference(rows):
    cells = pandas.DataFrame(rows, columns=COLUMNS)
    labels, _ = weigh(cells)
    limits = intervals(cells, labels)
    return {name: {"value": value, **limits[name]} for name, value in points(labels).items()}


def published(rows):
    """Returns the limits of statsmodels for labels of equal weight, without our formulas."""
    count = {(row[3], row[4]): row[6] for row in rows}
    fb, fg = count["failed", "bad"], count["failed", "good"]
    pb, pg = count["passed", "bad"], count["passed", "good"]
    wilson = lambda part, whole: dict(zip(["low", "high"], proportion_confint(part, whole, method="wilson")))
    kappa = cohens_kappa(numpy.array([[fb, fg], [pb, pg]]))
    return {
        "agreement": wilson(fb + pg, fb + fg + pb + pg),
        "kappa": {"low": kappa.kappa_low, "high": kappa.kappa_upp},
        "precision": wilson(fb, fb + fg),
        "recall": wilson(fb, fb + pb),
    }


def kish_wilson(labels, matches):
    value, size = share(labels, matches)
    return proportion_confint(value * size, size, method="wilson")


# Outputs of a version: the number that fail, the share of these that is bad, the number that pass, the share of these
# that is bad, and the share of these that is sampled.
WORKSPACES = {
    "2000 outputs, 5% sampled": (150, 0.7, 1850, 0.02, 0.05),
    "2000 outputs, 5% sampled, few misses": (150, 0.7, 1850, 0.005, 0.05),
    "10000 outputs, 2% sampled": (800, 0.5, 9200, 0.03, 0.02),
    "400 outputs, 50% sampled": (60, 0.9, 340, 0.05, 0.5),
}


def coverage(failed, bad_failed, passed_n, bad_passed, rate, repeats=1000):
    random = numpy.random.default_rng(7)
    truth = [failed * bad_failed, failed * (1 - bad_failed), passed_n * bad_passed, passed_n * (1 - bad_passed)]
    held_true = {**{name: 0 for name in FIGURES}, "recall by Kish and Wilson": 0}
    for _ in range(repeats):
        fb = random.binomial(failed, bad_failed)
        samples = max(1, random.binomial(passed_n, rate))
        pb = random.binomial(samples, bad_passed)
        rows = [
            held("failed", "bad", fb),
            held("failed", "good", failed - fb),
            passed("passed", "bad", pb),
            passed("passed", "good", samples - pb),
            passed("passed", "none", passed_n - samples),
        ]
        cells = pandas.DataFrame([row for row in rows if row[6] > 0], columns=COLUMNS)
        labels, _ = weigh(cells)
        for name, limits in intervals(cells, labels).items():
            held_true[name] += limits["low"] <= FIGURES[name](*truth) <= limits["high"]
        bad = labels[labels.label == "bad"]
        low, high = kish_wilson(bad, bad.outcome == "failed")
        held_true["recall by Kish and Wilson"] += low <= FIGURES["recall"](*truth) <= high
    return {name: count / repeats for name, count in held_true.items()}


EQUAL = ["one stratum, every output labelled", "many labels"]

print(
    json.dumps(
        {
            "cases": [
                {
                    "name": name,
                    "cells": [dict(zip(COLUMNS, row)) for row in rows],
                    "figures": reference(rows),
                }
                for name, rows in CASES.items()
            ],
            "published": {name: published(CASES[name]) for name in EQUAL},
            "coverage": {name: coverage(*workspace) for name, workspace in WORKSPACES.items()},
        },
        indent=2,
        default=float,
    )
)
