#!/usr/bin/env python3
"""Strategies against each other on models that are meant to mislead the detection of symmetry (devious_models.py).

    symmetry_devious.py --pexplore build/release/pexplore --count 60 --seed 1 [--save folder]

Models with even seeds are Promela, others B. What is compared is said in symmetry_random.py. Models that are rejected, or too large, are
passed over; a third of all must be left. Exit code: 0 equal, 1 different.
"""
import sys

from devious_models import DeviousB, DeviousPromela
from symmetry_random import campaign

if __name__ == "__main__":
    sys.exit(campaign(__doc__, ((DeviousPromela, ".pml"), (DeviousB, ".mch")), least_compared=1 / 3))
