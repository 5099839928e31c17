"""Commands on all cores: games go out to processes, and what came of them is printed in the order of the input.

A command says what is done with one game, as a function of a module; it prints as always. One core does the same in the
same order, so the bytes are the same. Work that is soon done stays in this process: starting others takes longer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from time import process_time
from typing import Any, Final, Generic, NamedTuple, TypeVar

from ttrn.cli.command import Exit
from ttrn.cli.output import FAILED, Input, fail, size_of, standard_input
from ttrn.cli.page import Said, err, hearing, out, repeat
from ttrn.cli.progress import progress
from ttrn.notation.source import Chunk, games

Label = TypeVar("Label")
Task = TypeVar("Task")
Result = TypeVar("Result")

PATIENCE: Final = 0.3
"""After so many seconds of work here the other cores are called."""

_PIECE: Final = 0.05
"""For about so many seconds a core takes games at a time: to send more at once saves nothing, and towards the end some
cores would wait for the last one."""

_MOST: Final = 40
"""So many games it takes at most."""

FEW: Final = 0.2
"""What is left and takes so many seconds is done here too."""

_AHEAD: Final = 80
"""How many games per core may be under way: enough to keep them busy while one takes long, few enough to hold."""


class Done(NamedTuple, Generic[Result]):
    """What came of one game: what there is to print, and what the command's function returned."""

    said: Said
    value: Result

    def show(self) -> Result:
        """Print what there is to print; return the rest."""
        repeat(self.said)
        return self.value


_shared: list[Any] = []


def each(
    tasks: Iterable[tuple[Label, Task]], work: Callable[[Task, Any], Result], shared: Any, cores: int
) -> Iterator[tuple[Label, Done[Result]]]:
    """Do something with each task, on so many cores (0: all there are); yield them in their order.

    ``work`` is a function of a module: it gets a task, and what all of them share; these travel to other processes, and
    what it returns comes back. The label of a task stays here.

    Raises:
        Exit: a process was killed, which is told.
    """
    rest = iter(tasks)
    start, spent, number = process_time(), 0.0, 0
    for label, task in rest:
        yield label, _heard(work, task, shared)
        number += 1
        spent = process_time() - start
        if cores != 1 and spent > PATIENCE:
            break
    else:
        return
    each_takes = spent / number
    few = list(islice(rest, max(1, int(FEW / each_takes))))
    if few and len(few) * each_takes > FEW / 2:
        size = min(_MOST, max(1, round(_PIECE / each_takes)))
        yield from _elsewhere(chain(few, rest), work, shared, cores, size)
        return
    for label, task in few:
        yield label, _heard(work, task, shared)


def _elsewhere(
    tasks: Iterator[tuple[Label, Task]], work: Callable[[Task, Any], Result], shared: Any, cores: int, size: int
) -> Iterator[tuple[Label, Done[Result]]]:
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415  who has little to do does not wait for it

    from ttrn import processes  # noqa: PLC0415

    cores = cores or processes.cores_at_hand()
    if cores == 1:
        for label, task in tasks:
            yield label, _heard(work, task, shared)
        return
    labels: deque[list[Label]] = deque()
    pieces = _cut(tasks, labels, size)
    begin = (_begin, shared, out.is_terminal, err.is_terminal)
    ahead = cores * max(2, _AHEAD // size)
    try:
        with processes.processes(cores, *begin) as submit:
            for found in processes.in_order(submit, partial(_worked, work), pieces, ahead, progress.tick):
                yield from zip(labels.popleft(), found, strict=True)
    except BrokenProcessPool:
        fail("a process that did a part of the work was stopped, for want of memory perhaps; --cores 1 does without")
        raise Exit(FAILED) from None


def _cut(tasks: Iterator[tuple[Label, Task]], labels: deque[list[Label]], size: int) -> Iterator[list[Task]]:
    while piece := list(islice(tasks, size)):
        labels.append([label for label, _ in piece])
        yield [task for _, task in piece]


def _begin(shared: Any, out_terminal: bool, err_terminal: bool) -> None:
    _shared.append(shared)
    out.terminal, err.terminal = out_terminal, err_terminal


def _worked(work: Callable[[Task, Any], Result], tasks: Sequence[Task]) -> list[Done[Result]]:
    return [_heard(work, task, _shared[0]) for task in tasks]


def _heard(work: Callable[[Task, Any], Result], task: Task, shared: Any) -> Done[Result]:
    with hearing() as said:
        value = work(task, shared)
    return Done(said, value)


# --- the games of inputs ---------------------------------------------------------------------------------------------


class Given(NamedTuple):
    """One game of an input, as a command's function gets it: the name of the input, and the text."""

    file: str
    chunk: Chunk


class _At(NamedTuple):
    """Where something is in the inputs: in which of them, how far in it, and what is to be said or raised there."""

    source: Input
    position: int = 0
    said: Sequence[Any] = ()
    error: OSError | None = None


def as_it_is(source: Input) -> Input:
    """Return an input that needs no preparation."""
    return source


def on_cores(
    sources: Iterable[Input],
    work: Callable[[Given, Any], Result],
    shared: Any,
    cores: int,
    *,
    prepare: Callable[[Input], Input] = as_it_is,
) -> Iterator[tuple[Input, Iterator[Done[Result]]]]:
    """Do something with each game of some inputs, and return something; yield the inputs in their order.

    Each comes with what came of its games, which must be taken before the next. What ``prepare`` makes of an input is
    read in its place. Where an input cannot be read, an OSError is raised among its games.
    """
    tasks = chain.from_iterable(_games(source, prepare) for source in sources)
    done = each(tasks, partial(_if_game, work), shared, cores)
    for start, _ in done:
        repeat(start.said)
        found = _of_source(done)
        yield start.source, found
        for _ in found:  # what nobody wanted to know
            pass


def _if_game(work: Callable[[Given, Any], Result], given: Given | None, shared: Any) -> Result | None:
    return None if given is None else work(given, shared)


def _games(source: Input, prepare: Callable[[Input], Input]) -> Iterator[tuple[_At, Given | None]]:
    """Cut an input into games, between its beginning and its end; whatever fails on the way is noted at the end."""
    error: OSError | None = None
    with hearing() as said:
        try:
            source = prepare(source)
        except OSError as failure:
            error = failure
    yield _At(source, said=said), None
    try:
        for position, chunk in _chunks(source) if error is None else ():
            yield _At(source, position), Given(source.name, chunk)
    except OSError as failure:
        error = failure
    yield _At(source, size_of(source), error=error), None


def _chunks(source: Input) -> Iterator[tuple[int, Chunk]]:
    if source.chunks is not None:
        for chunk in source.chunks:
            yield 0, chunk
    elif source.path is None:
        for chunk in games(standard_input()):
            yield 0, chunk
    else:
        with source.path.open("rb") as stream:
            for chunk in games(stream):
                yield stream.tell(), chunk


def _of_source(done: Iterator[tuple[_At, Done[Result | None]]]) -> Iterator[Done[Result]]:
    for at, found in done:
        if found.value is not None:
            yield Done(found.said, found.value)
            progress.game(at.position)
        else:
            if at.error is not None:
                raise at.error
            progress.file(at.position)
            return
