#!/usr/bin/env python3
"""Learns what the content of a page is (needs lightgbm and numpy; DUMP is what dump.ts wrote):

    python3 train.py DUMP first             the first judgment by folds over hosts; writes DUMP.judged.bin for dump.ts, and DUMP.first.json
    python3 train.py DUMP second MODEL      the second by folds, then MODEL, of both, learned from all pages

Prints the word F1 over all pages, each judged by models that have not seen its host. For the second judgment, pages of hosts that have several are
learned from twice: alone, and with the others at hand.
"""
import json
import sys
import zlib
from collections import Counter, defaultdict

import lightgbm as lgb
import numpy as np

FOLDS = 5
SEED = 1
# Blocks of one page that the first judgment is learned from.
MAX_BLOCKS = 250
THRESHOLDS = (0.38, 0.42, 0.46)
COMMON = dict(objective="cross_entropy", learning_rate=0.1, bagging_freq=1, max_bin=63, verbose=-1, seed=SEED, num_threads=2)
FIRST = dict(COMMON, num_leaves=31, min_data_in_leaf=100, feature_fraction=0.5, bagging_fraction=0.35, extra_trees=True)
SECOND = dict(COMMON, num_leaves=15, min_data_in_leaf=200, feature_fraction=0.6, bagging_fraction=0.5)
ROUNDS = dict(first=100, second=80)
SECOND_WIDTH = 26

dump, step = sys.argv[1:3]
described = json.load(open(f"{dump}.json"))
width, pages = described["width"], described["pages"]
table = np.fromfile(f"{dump}.first.bin", dtype=np.float32).reshape(-1, width + 1)
truth = table[:, width]
sizes = np.array([len(page["blocks"]) for page in pages])
starts = np.cumsum([0] + sizes.tolist())
page_of = np.repeat(np.arange(len(pages)), sizes)
words = np.maximum(1, np.array([count for page in pages for count in page["words"]], dtype=float))
fold_of = np.array([zlib.crc32((page["host"] or page["id"]).encode()) % FOLDS for page in pages])[page_of]
random = np.random.default_rng(SEED)


def weighted():
    """Long blocks count more, and so do long pages, both by their square roots."""
    roots = np.sqrt(words)
    return roots / np.sqrt(np.bincount(page_of, weights=roots, minlength=len(pages))[page_of])


weights = weighted()


def packed(model):
    def tree(node, splits, leaves):
        if "leaf_value" in node:
            leaves.append(float(f"{node['leaf_value']:.5g}"))
            return -len(leaves)
        place = len(splits)
        splits.append(None)
        left = tree(node["left_child"], splits, leaves)
        right = tree(node["right_child"], splits, leaves)
        splits[place] = [node["split_feature"], float(f"{node['threshold']:.5g}"), left, right]
        return place

    trees = []
    for each in model.dump_model()["tree_info"]:
        splits, leaves = [], []
        tree(each["tree_structure"], splits, leaves)
        trees.append({"splits": splits, "leaves": leaves})
    return trees


def tokens(text):
    return "".join(letter if letter.isalnum() else " " for letter in text.lower()).split()


def word_f1(picked, wanted):
    if not wanted or not picked:
        return 1.0 if not wanted and not picked else 0.0
    shared = sum((picked & wanted).values())
    return 2 * shared / (sum(picked.values()) + sum(wanted.values()))


block_tokens = [tokens(block) for page in pages for block in page["blocks"]]
content_tokens = [Counter(tokens(page["content"])) for page in pages]


def report(name, chosen, which=None):
    by_kind = defaultdict(list)
    for index, page in enumerate(pages):
        if which is not None and not which[index]:
            continue
        picked = Counter()
        for block in range(starts[index], starts[index + 1]):
            if chosen[block]:
                picked.update(block_tokens[block])
        by_kind[page["kind"]].append(word_f1(picked, content_tokens[index]))
    scores = [f1 for each in by_kind.values() for f1 in each]
    kinds = {kind: round(float(np.mean(each)), 3) for kind, each in sorted(by_kind.items())}
    print(f"{name}: {np.mean(scores):.4f} of {len(scores)} pages", kinds, flush=True)
    return float(np.mean(scores))


def judge_first():
    features = np.ascontiguousarray(table[:, :width])
    learned = random.random(len(truth)) < np.minimum(1, MAX_BLOCKS / sizes[page_of])
    share = weights * np.maximum(1, sizes[page_of] / MAX_BLOCKS)

    def fit(which):
        rows = which & learned
        return lgb.train(FIRST, lgb.Dataset(features[rows], truth[rows], weight=share[rows]), ROUNDS["first"])

    judged = np.zeros(len(truth), dtype=np.float32)
    for fold in range(FOLDS):
        judged[fold_of == fold] = fit(fold_of != fold).predict(features[fold_of == fold])
    judged.tofile(f"{dump}.judged.bin")
    report("first judgment, by folds", judged > 0.42)
    json.dump(packed(fit(np.ones(len(truth), bool))), open(f"{dump}.first.json", "w"))


def judge_again(out):
    alone = np.fromfile(f"{dump}.alone.bin", dtype=np.float32).reshape(-1, SECOND_WIDTH)
    hosts = Counter(page["host"] for page in pages if page["host"])
    has_site = np.array([hosts[page["host"]] > 1 for page in pages])
    rows = np.flatnonzero(has_site[page_of])
    site = np.fromfile(f"{dump}.site.bin", dtype=np.float32).reshape(-1, SECOND_WIDTH)
    assert len(rows) == len(site)
    both = np.vstack([alone, site])
    of = np.concatenate([np.arange(len(truth)), rows])

    def fit(which):
        chosen = which[of]
        data = lgb.Dataset(both[chosen], truth[of][chosen], weight=weights[of][chosen])
        return lgb.train(SECOND, data, ROUNDS["second"])

    judged = np.zeros(len(of))
    for fold in range(FOLDS):
        judged[fold_of[of] == fold] = fit(fold_of != fold).predict(both[fold_of[of] == fold])
    by_itself = judged[: len(truth)]
    with_others = by_itself.copy()
    with_others[rows] = judged[len(truth):]
    scores = {each: report(f"by folds, above {each}", by_itself > each) for each in THRESHOLDS}
    # The highest of those that are as good as any: articles on other hosts have more around them.
    best = max(each for each in THRESHOLDS if scores[each] > max(scores.values()) - 0.0005)
    report("pages of hosts with others, alone", by_itself > best, has_site)
    report("pages of hosts with others, with these", with_others > best, has_site)
    write_model(out, best, packed(fit(np.ones(len(truth), bool))))


def write_model(out, threshold, second):
    origin = (
        "Learned by bench/content/train.py from the development pages of the Web Content eXtraction Benchmark (Murrough-Foley, CC BY 4.0)."
    )
    lines = lambda trees: ",\n".join(json.dumps(tree, separators=(",", ":")) for tree in trees)
    first = json.load(open(f"{dump}.first.json"))
    with open(out, "w") as file:
        file.write(f'{{"origin":{json.dumps(origin)},\n"threshold":{threshold},\n"first":[\n{lines(first)}\n],\n"second":[\n{lines(second)}\n]}}\n')


if step == "first":
    judge_first()
else:
    judge_again(sys.argv[3])
