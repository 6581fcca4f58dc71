#!/usr/bin/env python3
"""A model checker in a hundred lines: what pexplore does, without any optimisation.

    python3 docs/toy_checker.py [WORKERS]

It explores the ticket lock of examples/ticket_lock.px: first every state, then one of each class of states that
differ only in the names of the workers. `pexplore docs/examples/ticket_lock.px` gives the same counts.
Read it before engine/explore/worker.cpp, which has the same loop, on words instead of tuples and for many threads.
"""
import sys
import time
from collections import deque

IDLE, WAITING, CRITICAL = range(3)


class TicketLock:
    """A model: its initial states, the steps from a state, and what must hold in every state.

    A state contains everything that the future depends on: the next ticket, the ticket being served, and the location and
    the ticket of each worker.
    """

    def __init__(self, workers):
        self.workers = workers

    def initial(self):
        yield 0, 0, ((IDLE, 0),) * self.workers

    def steps(self, state):
        following, serving, workers = state
        for w, (place, ticket) in enumerate(workers):
            def moved(new_place, new_ticket):
                return workers[:w] + ((new_place, new_ticket),) + workers[w + 1:]
            if place == IDLE:
                yield f"take({w})", ((following + 1) % self.workers, serving, moved(WAITING, following))
            elif place == WAITING and ticket == serving:
                yield f"enter({w})", (following, serving, moved(CRITICAL, ticket))
            elif place == CRITICAL:
                yield f"leave({w})", (following, (serving + 1) % self.workers, moved(IDLE, 0))

    def invariant(self, state):
        return sum(place == CRITICAL for place, _ in state[2]) <= 1


def every_state(state):
    """No symmetry: each state represents itself."""
    return state


def sort_workers(state):
    """One state of each class. Workers are interchangeable: the model treats them alike, and no variable names one. So sorting
    them by location and ticket maps a state to a member of its class, and all states of a class to the same one."""
    following, serving, workers = state
    return following, serving, tuple(sorted(workers))


def check(model, representative):
    """Breadth-first search from the initial states. Returns the verdict, states stored, transitions and a trace to the error.

    Why this is correct: every reachable state is represented. The initial states are; and if a state is
    represented, so are its successors, because renaming the workers of a step yields a step of the renamed state.
    """
    came_from = {}  # the store: the visited states, and how each was first reached
    waiting = deque()  # the frontier: stored, but not expanded
    for state in model.initial():
        state = representative(state)
        if state not in came_from:
            came_from[state] = None
            waiting.append(state)
    transitions = 0
    while waiting:
        state = waiting.popleft()
        if not model.invariant(state):
            return "violated (invariant)", len(came_from), transitions, trace(came_from, state)
        stuck = True
        for label, successor in model.steps(state):
            stuck = False
            transitions += 1
            successor = representative(successor)
            if successor not in came_from:
                came_from[successor] = state, label
                waiting.append(successor)
        if stuck:
            return "violated (deadlock)", len(came_from), transitions, trace(came_from, state)
    return "holds", len(came_from), transitions, []


def trace(came_from, state):
    """The steps to a state. Under symmetry its names are those of representatives; pexplore translates them back."""
    labels = []
    while came_from[state] is not None:
        state, label = came_from[state]
        labels.append(label)
    return labels[::-1]


def main():
    model = TicketLock(int(sys.argv[1]) if len(sys.argv) > 1 else 6)
    for name, representative in (("none", every_state), ("canonical", sort_workers)):
        start = time.perf_counter()
        verdict, states, transitions, labels = check(model, representative)
        print(f"{name}: {states} states, {transitions} transitions: {verdict}")
        print("".join(f"  {label}\n" for label in labels), end="")
        print(f"{states / (time.perf_counter() - start):.0f} states/s", file=sys.stderr)


if __name__ == "__main__":
    main()
