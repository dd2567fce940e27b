"""Estimates pi by throwing darts at a square, and writes the estimate to a file."""

import argparse
import json
import random

arguments = argparse.ArgumentParser()
arguments.add_argument("--seed", type=int, required=True)
arguments.add_argument("--darts", type=float, required=True)
given = arguments.parse_args()

darts = int(given.darts)
random.seed(given.seed)
inside = sum(random.random() ** 2 + random.random() ** 2 <= 1 for _ in range(darts))
estimate = 4 * inside / darts

with open("pi.json", "w", encoding="utf-8") as result:
    json.dump({"seed": given.seed, "darts": darts, "pi": estimate}, result)
    result.write("\n")
print(f"seed {given.seed}, {darts} darts: pi is about {estimate}")
