"""The repository's own corpora: documents, golden questions, and the sentences that answer them."""
import json
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from pairs import Pair
from texts import plain, sentences_of

DASHES = dict.fromkeys(map(ord, '‐‑‒–—−'), '-') | {0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0xA0: ' '}


def norm(text):
    text = plain(unicodedata.normalize('NFC', text)).translate(DASHES)
    return re.sub(r'(?<=\d),(?=\d{3}(?!\d))', '', text).casefold()


def has(value, text):
    """The value as whole words; both normalised."""
    left = r'(?<!\w)(?<!\d[.,:])' if re.match(r'\w', value) else ''
    right = r'(?!\w)(?![.,:]\d)' if re.search(r'\w$', value) else ''
    return re.search(f'{left}{re.escape(value)}{right}', text) is not None


@dataclass(frozen=True)
class Corpus:
    name: str
    sentences: list
    golden: list

    def visible(self, asked):
        """Sentences that exist at the question's time."""
        until = asked.get('as_of')
        return [one for one in self.sentences if until is None or one.observed_at <= until]


def read_corpus(stem):
    stem = Path(stem)
    lines = Path(f'{stem}.docs.jsonl').read_text().splitlines()
    documents = [json.loads(line) for line in lines if line.strip()]
    golden = json.loads(Path(f'{stem}.golden.json').read_text())
    return Corpus(stem.name, [one for document in documents for one in sentences_of(document)], golden)


def read_folder(folder):
    """Markdown files with what `manifest.jsonl` says of them; the questions are beside the folder."""
    folder = Path(folder)
    lines = (folder / 'manifest.jsonl').read_text().splitlines()
    documents = [{**one, 'text': (folder / one['id']).read_text()} for one in map(json.loads, filter(str.strip, lines))]
    golden = json.loads(folder.with_name(f'{folder.name}.golden.json').read_text())
    return Corpus(folder.name, [one for document in documents for one in sentences_of(document)], golden)


def wanted(asked):
    want = asked['want']
    return [] if want is None else [norm(one) for one in ([want] if isinstance(want, str) else want)]


def is_right(asked, sentence):
    """By the judge's rule as far as one sentence goes: an accepted value in an accepted document, nothing of `never`."""
    text = norm(sentence.text)
    if any(has(norm(one), text) for one in asked['never']):
        return False
    evidence = [one for one in asked.get('evidence', []) if one['document'] == sentence.document]
    if 'evidence' in asked and not evidence:
        return False
    values = wanted(asked)
    if values in (['yes'], ['no']):
        return any(shares(norm(one['fragment']), text) for one in evidence)
    fragments = [norm(one['fragment']) for one in evidence]
    held = [one for one in values if not fragments or any(has(one, each) for each in fragments)]
    return any(has(one, text) for one in held)


def shares(fragment, text):
    """Whether the sentence is the fragment's, or one of those that it runs over."""
    fragment, text = bare(fragment), bare(text)
    return fragment in text or (len(text) > 20 and text in fragment)


def bare(text):
    return re.sub(r'[^\w%.,:-]+', '', text)


def pairs_of(corpus):
    """Each answerable question with the sentence that answers it best by its words; other right ones are no negatives."""
    for asked in corpus.golden:
        seen = corpus.visible(asked)
        words = set(re.findall(r'\w+', asked['q'].lower()))
        common = lambda one: len(words & set(re.findall(r'\w+', one.scored.lower())))
        right = [one for one in seen if is_right(asked, one)]
        if not right:
            continue
        best = max(right, key=lambda one: (common(one), one.observed_at, one.text))
        values = wanted(asked)
        wrong = [one for one in seen if one not in right and not any(has(value, norm(one.text)) for value in values)]
        wrong.sort(key=lambda one: (-common(one), one.document, one.text))
        yield Pair(asked['q'], best, tuple(wrong[:12]))
