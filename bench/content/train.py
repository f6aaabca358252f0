#!/usr/bin/env python3
"""Learns what the content of a page is (needs xgboost and numpy, in Debian python3-xgboost; DUMP is what dump.ts wrote):

    python3 train.py DUMP first                      the first judgment by folds over hosts; writes DUMP.judged.bin and DUMP.kinds.bin for dump.ts, and DUMP.first.json
    python3 train.py DUMP second                     the second by folds, then DUMP.judges.json, both judgments learned from all pages
    python3 train.py WITH_MANUALS model DUMP MODEL   which pages are manuals by folds, then MODEL, of this and the judges of both dumps

Prints the word F1 over all pages, each judged by models that have not seen its host. For the second judgment, pages of hosts that have several are
learned from twice: alone, and with the others at hand.
"""
import json
import re
import sys
import zlib
from collections import Counter, defaultdict

import numpy as np
import xgboost as xgb

FOLDS = 5
SEED = 1
# Blocks of one page that the first judgment is learned from.
MAX_BLOCKS = 150
# The threshold of a page has the best expected F1, but lies between these.
RANGES = ((0.3, 0.6), (0.25, 0.5), (0.2, 0.5))
COMMON = dict(objective="binary:logistic", base_score=0.5, tree_method="hist", max_bin=63, eta=0.1, seed=SEED, nthread=1)
FIRST = dict(COMMON, max_depth=6, min_child_weight=20, subsample=0.4, colsample_bynode=0.4)
KIND = dict(COMMON, max_depth=3, min_child_weight=5, subsample=0.5, colsample_bynode=0.4)
SECOND = dict(COMMON, max_depth=4, min_child_weight=20, subsample=0.5, colsample_bynode=0.6)
ROUNDS = dict(first=100, kind=60, second=80)
# Pages of manuals.json, which are not among those that the figures are about.
MANUAL = "manual"
# What such a page counts, next to a page that people marked.
MANUAL_WEIGHT = 0.4
# What surrounds the text of manuals counts as much as the text, but a block at most so many times.
MOST_RAISED = 3
# Kinds of pages that are one text.
ONE_TEXT = ("article", "documentation", MANUAL)
# Kinds of pages that are judged like manuals.
MANUALS = ("documentation", MANUAL)
# What a page with most of its content cut out counts, next to the page itself.
CUT_WEIGHT = 0.15

dump, step = sys.argv[1:3]
described = json.load(open(f"{dump}.json"))
width, review_width, pages = described["width"], described["reviewWidth"], described["pages"]
is_cut = np.array([page["isCut"] for page in pages])
is_manual = np.array([page["kind"] == MANUAL for page in pages])
sizes = np.array([len(page["blocks"]) for page in pages])
starts = np.cumsum([0] + sizes.tolist())
page_of = np.repeat(np.arange(len(pages)), sizes)
words = np.maximum(1, np.array([count for page in pages for count in page["words"]], dtype=float))
fold_of_page = np.array([zlib.crc32((page["host"] or page["id"]).encode()) % FOLDS for page in pages])
fold_of = fold_of_page[page_of]
random = np.random.default_rng(SEED)


def weighted():
    """Long blocks count more, and so do long pages, both by their square roots."""
    roots = np.sqrt(words)
    for index in np.flatnonzero(is_manual):
        rows = slice(starts[index], starts[index + 1])
        within = (roots * truth)[rows].sum()
        roots[rows] *= np.where(truth[rows] > 0.5, 1, min(MOST_RAISED, within / max(1, roots[rows].sum() - within)))
    weight = roots / np.sqrt(np.bincount(page_of, weights=roots, minlength=len(pages))[page_of])
    return weight * (np.where(is_cut, CUT_WEIGHT, 1) * np.where(is_manual, MANUAL_WEIGHT, 1))[page_of]


truth = np.fromfile(f"{dump}.first.bin", dtype=np.float32).reshape(-1, width + 1)[:, width].copy()
weights = weighted()


def fit(features, truth, weight, settings, rounds):
    return xgb.train(settings, xgb.DMatrix(features, truth, weight=weight / weight.mean()), rounds)


def judged_by(model, features):
    return model.predict(xgb.DMatrix(features))


def packed(model, depth):
    """Trees as lists of splits, all of one depth: a leaf further up becomes a split that leads to it either way."""
    trees = []
    for dumped in model.get_dump(dump_format="json"):
        tree = dict(features=[0] * (2**depth - 1), thresholds=[0.0] * (2**depth - 1), leaves=[0.0] * 2**depth)

        def put(node, at, level):
            if level == depth:
                tree["leaves"][at - (2**depth - 1)] = float(f"{node['leaf']:.4g}")
                return
            if "leaf" in node:
                put(node, 2 * at + 1, level + 1)
                put(node, 2 * at + 2, level + 1)
                return
            tree["features"][at] = int(node["split"][1:])
            tree["thresholds"][at] = float(f"{node['split_condition']:.7g}")
            below = {child["nodeid"]: child for child in node["children"]}
            put(below[node["yes"]], 2 * at + 1, level + 1)
            put(below[node["no"]], 2 * at + 2, level + 1)

        put(json.loads(dumped), 0, 0)
        trees.append(tree)
    return dict(depth=depth, trees=trees)


def tokens(text):
    return re.findall(r"\w+", text.lower())


def word_f1(picked, wanted):
    if not wanted or not picked:
        return 1.0 if not wanted and not picked else 0.0
    shared = sum((picked & wanted).values())
    return 2 * shared / (sum(picked.values()) + sum(wanted.values()))


block_tokens = [tokens(block) for page in pages for block in page["blocks"]]
content_tokens = [Counter(tokens(page["content"])) for page in pages]


def chosen_by(judged, least, most):
    """The blocks above the threshold of each page that has the best expected F1."""
    chosen = np.zeros(len(judged), bool)
    for start, end in zip(starts, starts[1:]):
        if start == end:
            continue
        likely, weight = judged[start:end].astype(float), words[start:end]
        order = np.argsort(-likely, kind="stable")
        right, taken = np.cumsum((likely * weight)[order]), np.cumsum(weight[order])
        best = likely[order][np.argmax(2 * right / (taken + right[-1]))]
        chosen[start:end] = likely >= min(likely.max(), most, max(least, best))
    return chosen


by_page = np.zeros(len(pages))


def report(name, chosen, which=None):
    by_kind = defaultdict(list)
    for index, page in enumerate(pages):
        if page["isCut"] or (which is not None and not which[index]):
            continue
        picked = Counter()
        for block in range(starts[index], starts[index + 1]):
            if chosen[block]:
                picked.update(block_tokens[block])
        by_page[index] = word_f1(picked, content_tokens[index])
        by_kind[page["kind"]].append(by_page[index])
    scores = [f1 for kind, each in by_kind.items() if kind != MANUAL for f1 in each]
    if not scores:
        return 0.0
    kinds = {kind: round(float(np.mean(each)), 3) for kind, each in sorted(by_kind.items())}
    print(f"{name}: {np.mean(scores):.4f} of {len(scores)} pages", kinds, flush=True)
    return float(np.mean(scores))


# Features of what tells manuals. Pages that are none differ in these by their age, so their judges do not know them.
TELLING = described["tellsManuals"]
known = [at for at in range(width) if is_manual.any() or not TELLING["from"] <= at < TELLING["to"]]


def first_features():
    return np.fromfile(f"{dump}.first.bin", dtype=np.float32).reshape(-1, width + 1)[:, known]


def renumbered(forest, numbers):
    for tree in forest["trees"]:
        tree["features"] = [numbers[each] for each in tree["features"]]
    return forest


def judge_first():
    features = first_features()
    learned = random.random(len(truth)) < np.minimum(1, MAX_BLOCKS / sizes[page_of])
    share = weights * np.maximum(1, sizes[page_of] / MAX_BLOCKS)

    def learn(which):
        rows = which & learned
        return fit(features[rows], truth[rows], share[rows], FIRST, ROUNDS["first"])

    report("marked blocks, chosen without error", truth >= 0.5)
    judged = np.zeros(len(truth), dtype=np.float32)
    for fold in range(FOLDS):
        judged[fold_of == fold] = judged_by(learn(fold_of != fold), features[fold_of == fold])
    judged.tofile(f"{dump}.judged.bin")
    report("first judgment, by folds", chosen_by(judged, 0.3, 0.6))
    first = renumbered(packed(learn(np.ones(len(truth), bool)), FIRST["max_depth"]), known)
    one_text, kind = judge_kinds(features, ONE_TEXT)
    one_text.tofile(f"{dump}.kinds.bin")
    json.dump(dict(kind=kind, first=first), open(f"{dump}.first.json", "w"))


def judge_kinds(features, kinds):
    """Whether a page is of these kinds, by what is known of it as a whole: by folds, and the model."""
    whole = described["wholePage"]
    first_blocks = np.minimum(starts[:-1], len(features) - 1)
    columns = [i for i, at in enumerate(known) if whole["from"] <= at < whole["to"]]
    page_features = features[first_blocks][:, columns]
    is_kind = np.array([page["kind"] in kinds for page in pages], dtype=np.float32)

    def learn(which):
        rows = which & ~is_cut & (sizes > 0)
        return fit(page_features[rows], is_kind[rows], np.where(is_manual, MANUAL_WEIGHT, 1)[rows], KIND, ROUNDS["kind"])

    judged = np.zeros(len(pages), dtype=np.float32)
    for each in range(FOLDS):
        held = fold_of_page == each
        judged[held] = judged_by(learn(~held), page_features[held])
    right = (judged > 0.5) == (is_kind > 0.5)
    of_manuals = f", of manuals {right[is_manual].mean():.3f}" if is_manual.any() else ""
    print(f"{' or '.join(kinds)}, by folds: {right[~is_cut & ~is_manual].mean():.3f} right{of_manuals}")
    numbers = [known[column] - whole["from"] for column in columns]
    return judged, renumbered(packed(learn(np.ones(len(pages), bool)), KIND["max_depth"]), numbers)


def judge_again():
    alone = np.fromfile(f"{dump}.alone.bin", dtype=np.float32).reshape(-1, review_width)
    hosts = Counter(page["host"] for page in pages if page["host"] and not page["isCut"])
    has_site = np.array([hosts[page["host"]] > 1 for page in pages])
    rows = np.flatnonzero(has_site[page_of])
    site = np.fromfile(f"{dump}.site.bin", dtype=np.float32).reshape(-1, review_width)
    assert len(rows) == len(site)
    both = np.vstack([alone, site])
    of = np.concatenate([np.arange(len(truth)), rows])

    def learn(which):
        chosen = which[of]
        return fit(both[chosen], truth[of][chosen], weights[of][chosen], SECOND, ROUNDS["second"])

    judged = np.zeros(len(of))
    for fold in range(FOLDS):
        held = fold_of[of] == fold
        judged[held] = judged_by(learn(fold_of != fold), both[held])
    by_itself = judged[: len(truth)]
    with_others = by_itself.copy()
    with_others[rows] = judged[len(truth):]
    scores = {each: report(f"by folds, threshold within {each}", chosen_by(by_itself, *each)) for each in RANGES}
    best = max(RANGES, key=scores.get)
    report("pages of hosts with others, alone", chosen_by(by_itself, *best), has_site)
    report("pages of hosts with others, with these", chosen_by(with_others, *best), has_site)
    report("by folds", chosen_by(by_itself, *best))
    scores = {page["id"]: f1 for page, f1 in zip(pages, by_page) if not page["isCut"]}
    judges = json.load(open(f"{dump}.first.json"))
    judges.update(thresholds=best, second=packed(learn(np.ones(len(truth), bool)), SECOND["max_depth"]), scores=scores)
    json.dump(judges, open(f"{dump}.judges.json", "w"))


def write_model(other, out):
    """Manuals are judged by what was learned with manuals, other pages by what was learned without."""
    judged, is_manual_forest = judge_kinds(first_features(), MANUALS)
    with_manuals, without = (json.load(open(f"{each}.judges.json")) for each in (dump, other))
    whole = [page["id"] for page in pages if not page["isCut"] and page["kind"] != MANUAL]
    likely = {page["id"]: each for page, each in zip(pages, judged) if not page["isCut"]}
    f1 = [(with_manuals if likely[page] > 0.5 else without)["scores"][page] for page in whole]
    print(f"by folds, each page by its judges: {np.mean(f1):.4f} of {len(f1)} pages")
    origin = (
        "Learned by bench/content/train.py from the development pages of the Web Content eXtraction Benchmark (Murrough-Foley, CC BY 4.0)"
        " and from the manuals that bench/content/manuals.json names."
    )

    def forest_lines(forest):
        trees = ",\n".join(json.dumps(tree, separators=(",", ":")) for tree in forest["trees"])
        return f'{{"depth":{forest["depth"]},"trees":[\n{trees}\n]}}'

    def judges_lines(judges):
        forests = ",\n".join(f'"{name}":{forest_lines(judges[name])}' for name in ("kind", "first", "second"))
        return f'{{"thresholds":{json.dumps(judges["thresholds"])},\n{forests}}}'

    with open(out, "w") as file:
        file.write(f'{{"origin":{json.dumps(origin)},\n"isManual":{forest_lines(is_manual_forest)},\n')
        file.write(f'"manuals":{judges_lines(with_manuals)},\n"pages":{judges_lines(without)}}}\n')


if step == "first":
    judge_first()
elif step == "second":
    judge_again()
else:
    write_model(*sys.argv[3:5])
