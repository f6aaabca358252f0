#!/usr/bin/env python3
"""Learns what the content of a page is: python3 train.py DUMP OUT.json (needs lightgbm and numpy; DUMP is what dump.ts wrote).

Prints the word F1 over all pages, each judged by a model that has not seen its host, then writes a model that has seen all of them.
"""
import json
import sys
import zlib
from collections import Counter, defaultdict

import lightgbm as lgb
import numpy as np

FOLDS = 5
ROUNDS = 100
THRESHOLDS = (0.42, 0.46, 0.5)
PARAMS = dict(
    objective="cross_entropy", learning_rate=0.1, num_leaves=31, min_data_in_leaf=100, feature_fraction=0.5,
    bagging_fraction=0.35, bagging_freq=1, max_bin=63, verbose=-1, seed=1,
)

dump, out = sys.argv[1:3]
described = json.load(open(f"{dump}.json"))
width, pages = described["width"], described["pages"]
table = np.fromfile(f"{dump}.bin", dtype=np.float32).reshape(-1, width + 1)
features, truth = table[:, :width], table[:, width]
sizes = [len(page["blocks"]) for page in pages]
starts = np.cumsum([0] + sizes)
page_of = np.repeat(np.arange(len(pages)), sizes)
words = np.maximum(1, np.array([count for page in pages for count in page["words"]], dtype=float))
fold_of = np.array([zlib.crc32(page["host"].encode()) % FOLDS for page in pages])[page_of]
weights = np.sqrt(words)


def fit(which):
    data = lgb.Dataset(np.ascontiguousarray(features[which]), truth[which], weight=weights[which])
    return lgb.train(PARAMS, data, ROUNDS)


def by_folds():
    judged = np.zeros(len(truth))
    for fold in range(FOLDS):
        others = fold_of != fold
        judged[~others] = fit(others).predict(features[~others])
    return judged


def tokens(text):
    return "".join(letter if letter.isalnum() else " " for letter in text.lower()).split()


block_tokens = [tokens(block) for page in pages for block in page["blocks"]]
content_tokens = [Counter(tokens(page["content"])) for page in pages]


def word_f1(picked, wanted):
    if not wanted or not picked:
        return 1.0 if not wanted and not picked else 0.0
    shared = sum((picked & wanted).values())
    precision, recall = shared / sum(picked.values()), shared / sum(wanted.values())
    return 2 * precision * recall / (precision + recall) if shared else 0.0


def report(name, chosen):
    by_kind = defaultdict(list)
    for index, page in enumerate(pages):
        picked = Counter()
        for block in range(starts[index], starts[index + 1]):
            if chosen[block]:
                picked.update(block_tokens[block])
        by_kind[page["kind"]].append(word_f1(picked, content_tokens[index]))
    mean = float(np.mean([f1 for each in by_kind.values() for f1 in each]))
    print(f"{name}: {mean:.4f}", {kind: round(float(np.mean(each)), 3) for kind, each in sorted(by_kind.items())}, flush=True)
    return mean


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


judged = by_folds()
best = max(THRESHOLDS, key=lambda threshold: report(f"by folds, above {threshold}", judged > threshold))
origin = "Learned from the development pages of the Web Content eXtraction Benchmark (Murrough-Foley, CC BY 4.0) by bench/content/train.py."
trees = ",\n".join(json.dumps(tree, separators=(",", ":")) for tree in packed(fit(np.ones(len(truth), bool))))
with open(out, "w") as file:
    file.write(f'{{"origin":{json.dumps(origin)},\n"threshold":{best},\n"trees":[\n{trees}\n]}}\n')
