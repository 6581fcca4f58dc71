#!/usr/bin/env python3
"""A model checker in a hundred lines: what pexplore does, without anything that makes it fast.

    python3 docs/toy_checker.py [WORKERS]

It visits all states of the ticket lock of examples/ticket_lock.px, first every state, then one of each class of states that
differ only in the names of the workers, and compares what it finds. `pexplore docs/examples/ticket_lock.px` finds the same.
Read it before engine/explore/worker.cpp: that is the same loop, for words instead of tuples and for many threads.
"""
import sys
import time
from collections import deque

IDLE, WAITING, CRITICAL = range(3)


class TicketLock:
    """A model: its initial states, the steps from a state, and what must hold in every state.

    A state says everything that the future depends on: the next ticket, the ticket being served, and of each worker where
    it is and which ticket it holds.
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
    """Nothing is symmetric: each state stands for itself."""
    return state


def sort_workers(state):
    """One state of each class. Workers may be exchanged: the model treats them alike, and no variable names one. So sorting
    them by what they carry maps a state to one of its class, and all states of a class to the same one."""
    following, serving, workers = state
    return following, serving, tuple(sorted(workers))


def check(model, representative):
    """Breadth first from the initial states. Returns the verdict, states stored, transitions and a trace to the error.

    What is right about it: every state that can be reached is represented. The initial ones are; and if a state is
    represented, so are its successors, because renaming the workers of a step gives a step of the renamed state.
    """
    came_from = {}  # the store: which states were seen, and how they were reached first
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
    """The steps to a state. Under symmetry the names in it are of representatives; pexplore translates them back."""
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
