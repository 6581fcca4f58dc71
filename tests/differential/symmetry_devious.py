#!/usr/bin/env python3
"""Compares strategies on models designed to mislead symmetry detection (devious_models.py).

    symmetry_devious.py --pexplore build/release/pexplore --count 60 --seed 1 [--save folder]

Models with even seeds are Promela, others B. symmetry_random.py describes the comparison. Models that are rejected, or
too large, are skipped; a third of all must remain. Exit code: 0 equal, 1 different.
"""
import sys

from devious_models import DeviousB, DeviousPromela
from symmetry_random import campaign

if __name__ == "__main__":
    sys.exit(campaign(__doc__, ((DeviousPromela, ".pml"), (DeviousB, ".mch")), least_compared=1 / 3))
