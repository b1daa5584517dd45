"""Public question–sentence pairs: where they are, under which licence, and how they are read. Nothing of them is committed.

`--sources` is a folder with a git directory of each, as `git clone` makes them (`git clone URL FOLDER/owner+name`).
"""
import json
import random
import subprocess
from dataclasses import dataclass
from pathlib import Path

from texts import Sentence, split


@dataclass(frozen=True)
class Pair:
    question: str
    positive: Sentence
    # Sentences that do not answer, most alike first.
    others: tuple[Sentence, ...]


@dataclass(frozen=True)
class Source:
    repository: str
    # First line of its LICENSE, without blanks: another licence than the one that was looked at ends the script.
    licence: str
    note: str
    files: tuple[str, ...]
    read: object


class Clone:
    def __init__(self, folder, repository):
        place = Path(folder) / repository.replace('/', '+')
        candidates = [place / 'repo' / '.git', place / 'repo', place / '.git', place]
        self.git = next((path for path in candidates if (path / 'HEAD').exists()), None)
        self.repository = repository

    def text(self, path):
        run = subprocess.run(['git', '--git-dir', self.git, 'show', f'HEAD:{path}'], capture_output=True)
        return run.stdout.decode() if run.returncode == 0 else None

    @property
    def commit(self):
        return subprocess.run(['git', '--git-dir', self.git, 'rev-parse', 'HEAD'], capture_output=True, text=True).stdout.strip()


def around(document, context, sentences, chosen, question):
    """The chosen sentence with the rest of its text as what does not answer, most words in common first."""
    asked = set(question.lower().split())
    made = [Sentence(document, '', context, text) for text in sentences]
    others = [one for at, one in enumerate(made) if at != chosen]
    others.sort(key=lambda one: (-len(asked & set(one.text.lower().split())), one.text))
    return Pair(question, made[chosen], tuple(others))


def squad_like(text):
    """SQuAD's form: the sentence in which the answer begins."""
    for article in json.loads(text)['data']:
        for number, paragraph in enumerate(article['paragraphs']):
            context = paragraph['context']
            for asked in paragraph['qas']:
                if asked.get('is_impossible') or not asked['answers']:
                    continue
                pair = at_answer(article.get('title', ''), number, context, asked)
                if pair is not None:
                    yield pair


def at_answer(title, number, context, asked):
    answer = asked['answers'][0]
    # A long document is read near the answer.
    start = max(0, answer['answer_start'] - 1500)
    sentences, end = split(context[start : start + 3000]), start
    for at, sentence in enumerate(sentences):
        end = context.find(sentence, end) + len(sentence)
        if answer['answer_start'] < end:
            return around(f'{title}/{number}', title.replace('_', ' '), sentences, at, asked['question'])
    return None


def pubmed(text):
    """The conclusion answers; the abstract's other sentences do not."""
    for key, one in sorted(json.loads(text).items()):
        conclusion = split(one['LONG_ANSWER'])[:1]
        rest = [sentence for part in one['CONTEXTS'] for sentence in split(part)]
        if conclusion and rest:
            yield around(key, '', [*conclusion, *rest], 0, one['QUESTION'])


SOURCES = {
    'policyqa': Source(
        'wasiahmad/PolicyQA', 'MIT License',
        'made from OPP-115, which its authors give for research, teaching and scholarship',
        ('data/train.json', 'data/dev.json', 'data/test.json'), squad_like),
    'covidqa': Source(
        'deepset-ai/COVID-QA', 'Apache License', 'articles of CORD-19, each under its own licence',
        ('data/question-answering/200421_covidQA.json',), squad_like),
    'pubmedqa': Source(
        'pubmedqa/pubmedqa', 'MIT License', 'abstracts of PubMed', ('data/ori_pqal.json',), pubmed),
    'squad': Source(
        'rajpurkar/SQuAD-explorer', 'MIT License', 'the data set: CC BY-SA 4.0; its development half is never read',
        ('dataset/train-v2.0.json',), squad_like),
}


def read_source(folder, name, most, seed):
    """At most `most` pairs; an empty list, with the reason printed, where the source cannot be had."""
    source = SOURCES[name]
    clone = Clone(folder, source.repository)
    if clone.git is None:
        print(f'{name}: not there (git clone https://github.com/{source.repository})')
        return []
    licence = (clone.text('LICENSE') or '').strip().split('\n')[0].strip()
    if licence != source.licence:
        raise SystemExit(f'{name}: its licence is {licence!r}, not {source.licence!r}: look at it first')
    pairs = [pair for file in source.files for pair in source.read(clone.text(file) or '{"data": []}')] if name != 'pubmedqa' \
        else list(source.read(clone.text(source.files[0]) or '{}'))
    pairs = [pair for pair in pairs if pair.others and 3 <= len(pair.question.split()) <= 40]
    random.Random(seed).shuffle(pairs)
    print(f'{name}: {min(len(pairs), most)} of {len(pairs)} pairs; {clone.repository}@{clone.commit[:12]}, '
          f'licence {licence}; {source.note}')
    return pairs[:most]
