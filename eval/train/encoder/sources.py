"""Public sources of pairs: where they are and under which licence. Nothing of them is committed.

`--sources` is a folder with a git directory of each, as `git clone` makes them (`git clone URL FOLDER/owner+name`).
"""
import random
import subprocess
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from pairs import is_usable
from readers import conditional, faq, medquad, natural, pubmed, squad_like


@dataclass(frozen=True)
class Source:
    repository: str
    # File of the licence with its first line, without blanks: another one than the one that was looked at ends the script.
    licence: tuple[str, str]
    note: str
    # Patterns of paths.
    files: tuple[str, ...]
    # Text of one file to pairs.
    read: object
    # Other repositories that hold parts of the files, where the first one's copy lacks them.
    elsewhere: tuple[str, ...] = ()


APACHE, MIT = ('LICENSE', 'Apache License'), ('LICENSE', 'MIT License')

SOURCES = {
    'policyqa': Source(
        'wasiahmad/PolicyQA', MIT, 'made from OPP-115, which its authors give for research, teaching and scholarship',
        ('data/train.json', 'data/dev.json', 'data/test.json'), squad_like),
    'covidqa': Source(
        'deepset-ai/COVID-QA', APACHE, 'articles of CORD-19, each under its own licence',
        ('data/question-answering/200421_covidQA.json',), squad_like),
    'pubmedqa': Source('pubmedqa/pubmedqa', MIT, 'abstracts of PubMed', ('data/ori_pqal.json',), pubmed),
    'squad': Source(
        'rajpurkar/SQuAD-explorer', MIT, 'the data set: CC BY-SA 4.0; its development half is never read',
        ('dataset/train-v2.0.json',), squad_like, ('PhongNTDo/guide_train_MRC_transformers:train-v2.0.json',)),
    'medquad': Source(
        'abachaa/MedQuAD', ('LICENSE.txt', 'Attribution 4.0 International'), 'pages of the National Institutes of Health',
        ('*_QA*/*.xml',), medquad),
    'covidfaq': Source(
        'JHU-COVID-QA/scraping-qas', APACHE, 'questions of public authorities, each site under its own terms',
        ('data/scraping/schema_v0.2/scraped.tsv',), faq),
    'qed': Source(
        'google-research-datasets/QED', ('README.md', '# QED: A Framework and Dataset for Explanations in Question Answering'),
        'CC BY-SA 3.0', ('qed-train.jsonlines', 'qed-dev.jsonlines'), natural),
    'conditionalqa': Source(
        'haitian-sun/ConditionalQA', ('LISCENSE', 'BSD 2-Clause License'), 'pages of gov.uk: Open Government Licence 3.0',
        ('v1_0/train.json',), conditional),
}


class Clone:
    def __init__(self, folder, repository):
        place = Path(folder) / repository.replace('/', '+')
        candidates = [place / 'repo' / '.git', place / 'repo', place / '.git', place]
        self.git = next((path for path in candidates if (path / 'HEAD').exists()), None)
        self.repository = repository

    def run(self, *arguments):
        done = subprocess.run(['git', '--git-dir', self.git, *arguments], capture_output=True)
        return done.stdout.decode(errors='replace') if done.returncode == 0 else None

    def text(self, path):
        return self.run('show', f'HEAD:{path}')

    def texts(self, patterns):
        """Path to text of the files that match, where they are there."""
        paths = (self.run('ls-tree', '-r', '--name-only', 'HEAD') or '').splitlines()
        return self.read([path for path in paths if any(fnmatch(path, one) for one in patterns)])

    def read(self, paths):
        """In one process: a source may be ten thousand files. What a partial clone lacks is left out."""
        asked = ''.join(f'HEAD:{path}\n' for path in paths).encode()
        answer = subprocess.run(['git', '--git-dir', self.git, 'cat-file', '--batch'], input=asked, capture_output=True).stdout
        texts, at = {}, 0
        for path in paths:
            end = answer.index(b'\n', at)
            head, at = answer[at:end].split(), end + 1
            if head[-1] == b'missing':
                continue
            size = int(head[-1])
            texts[path] = answer[at : at + size].decode(errors='replace')
            at += size + 1
        return texts

    @property
    def commit(self):
        return (self.run('rev-parse', 'HEAD') or '').strip()


def texts_of(source, folder, clone):
    texts = clone.texts(source.files)
    for place in () if texts else source.elsewhere:
        repository, path = place.split(':')
        other = Clone(folder, repository)
        text = other.text(path) if other.git is not None else None
        if text is not None:
            print(f'  {source.repository} lacks {", ".join(source.files)}: a part of it from {repository}@{other.commit[:12]}')
            texts[path] = text
    return texts


def read_source(folder, name, most, seed):
    """At most `most` pairs; an empty list, with the reason printed, where the source cannot be had."""
    source = SOURCES[name]
    clone = Clone(folder, source.repository)
    if clone.git is None:
        print(f'{name}: not there (git clone https://github.com/{source.repository})')
        return []
    file, expected = source.licence
    licence = (clone.text(file) or '').strip().split('\n')[0].strip()
    if licence != expected:
        raise SystemExit(f'{name}: its licence is {licence!r}, not {expected!r}: look at it first')
    texts = texts_of(source, folder, clone)
    pairs = [pair for _, text in sorted(texts.items()) for pair in source.read(text) if is_usable(pair)]
    random.Random(seed).shuffle(pairs)
    print(f'{name}: {min(len(pairs), most)} of {len(pairs)} pairs; {clone.repository}@{clone.commit[:12]}, '
          f'licence {licence}; {source.note}', flush=True)
    return pairs[:most]
