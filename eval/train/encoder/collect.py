"""Writes the pairs that the encoder learns from into one file, so that the machine that learns needs no clones.

  python3 collect.py --sources CLONES --corpora 'eval/corpora/older/*' --out pairs.jsonl.gz
"""
import argparse
import glob

from corpora import pairs_of, read_corpus
from pairs import example_of, write_examples
from sources import SOURCES, read_source


def stems(patterns):
    return sorted({path.removesuffix('.docs.jsonl') for one in patterns for path in glob.glob(f'{one}.docs.jsonl')})


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('--sources', required=True, help='folder of clones, see sources.py')
    parser.add_argument('--take', default=','.join(SOURCES), help='which of them')
    parser.add_argument('--corpora', nargs='*', default=[], help='stems or patterns of NAME.docs.jsonl to learn from')
    parser.add_argument('--each', type=int, default=6000, help='most pairs of one public source')
    parser.add_argument('--out', required=True)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    taken = [name for name in options.take.split(',') if name]
    unknown = [name for name in taken if name not in SOURCES]
    if unknown:
        raise SystemExit(f'--take: {", ".join(unknown)}: no source; sources are {", ".join(SOURCES)}')
    examples = [example_of(name, pair) for name in taken for pair in read_source(options.sources, name, options.each, options.seed)]
    for stem in stems(options.corpora):
        examples += [example_of('own', pair) for pair in pairs_of(read_corpus(stem))]
    write_examples(options.out, examples)
    print(f'{len(examples)} pairs in {options.out}')


if __name__ == '__main__':
    main()
