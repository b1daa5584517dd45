"""A question with a sentence that answers it and sentences that do not, and the file that holds such pairs."""
import gzip
import json
import re
from dataclasses import dataclass

from texts import Sentence

# Wrong sentences of a pair that are written down, most alike first.
MOST_OTHERS = 8
WORD = re.compile(r'\w+')


@dataclass(frozen=True)
class Pair:
    question: str
    # None: nothing in this text answers.
    positive: Sentence | None
    # Sentences that do not answer, most alike first.
    others: tuple[Sentence, ...]


def words_of(text):
    return set(WORD.findall(text.lower()))


def alike(question, sentences):
    """Most words in common with the question first."""
    asked = words_of(question)
    return sorted(sentences, key=lambda one: (-len(asked & words_of(one.scored)), one.text))


def around(document, context, sentences, chosen, question):
    """The chosen sentence, None for none, with the rest of its text as what does not answer."""
    made = [Sentence(document, '', context, text) for text in sentences]
    others = [one for at, one in enumerate(made) if at != chosen]
    return Pair(question, None if chosen is None else made[chosen], tuple(alike(question, others)))


def is_usable(pair):
    return bool(pair.others) and 2 <= len(pair.question.split()) <= 60


@dataclass(frozen=True)
class Example:
    """A pair as it is learned from: texts alone."""
    source: str
    question: str
    positive: str | None
    others: tuple[str, ...]


def example_of(source, pair):
    positive = pair.positive and pair.positive.scored
    others = dict.fromkeys(one.scored for one in pair.others)
    return Example(source, pair.question, positive, tuple(one for one in others if one != positive)[:MOST_OTHERS])


def write_examples(path, examples):
    with gzip.open(path, 'wt') as file:
        for one in examples:
            file.write(json.dumps([one.source, one.question, one.positive, one.others], ensure_ascii=False) + '\n')


def read_examples(path):
    with gzip.open(path, 'rt') as file:
        return [Example(source, question, positive, tuple(others)) for source, question, positive, others in map(json.loads, file)]


def columns_of(batch, rng, hard):
    """
    What the questions of a batch are compared with: the sentences, each once; which of them answers each question, -1 for
    none; and (question, sentence) of what answers the same question elsewhere, which does not count as wrong.
    """
    texts = [one.positive for one in batch if one.positive is not None]
    for one in batch:
        near = one.others[: 3 * hard]
        texts += rng.sample(near, min(hard, len(near)))
    texts = list(dict.fromkeys(texts))
    places = {text: at for at, text in enumerate(texts)}
    right = {}
    for one in batch:
        right.setdefault(one.question, set()).add(one.positive)
    same = [
        (row, places[text])
        for row, one in enumerate(batch)
        for text in sorted(right[one.question] - {one.positive, None})
    ]
    return texts, [-1 if one.positive is None else places[one.positive] for one in batch], same
