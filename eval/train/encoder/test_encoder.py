"""Tests of the parts that need no torch: texts with their context, which sentences are right, and the pairs of sources."""
import json
import random
import subprocess
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path
from unittest import mock

from collect import stems
from corpora import Corpus, has, is_right, norm, pairs_of, read_folder
from pairs import Example, columns_of, example_of, is_usable, read_examples, write_examples
from readers import conditional, faq, medquad, natural, pubmed, squad_like
from sources import SOURCES, read_source
from texts import blocks, sentences_of, split

MARKDOWN = """# Parking

## Charges
The council set these charges:

| Permit | Annual charge |
|---|---|
| First vehicle | 60.00 |

## Rules
You need:
- a **permit**. It is [free](https://halvern.example/free).

```
code is no sentence
```
"""
DOCUMENT = {'id': 'd1', 'title': 'Bylaw', 'text': MARKDOWN, 'observed_at': '2024-01-01T00:00:00Z'}


class Texts(unittest.TestCase):
    def test_rows_and_items_have_headings_and_lead_in(self):
        found = [one.scored for one in sentences_of(DOCUMENT)]
        self.assertIn('Bylaw > Parking > Charges > The council set these charges. Permit: First vehicle | Annual charge: 60.00', found)
        self.assertIn('Bylaw > Parking > Rules > You need. a permit.', found)
        self.assertIn('Bylaw > Parking > Rules > You need. It is free.', found)

    def test_code_is_left_out(self):
        self.assertFalse([one for one in sentences_of(DOCUMENT) if 'code is' in one.text])

    def test_a_heading_ends_those_of_its_level_and_below(self):
        paths = [path for path, _, _ in blocks('## A\nx\n### B\ny\n## C\nz')]
        self.assertEqual(paths, [['A'], ['A', 'B'], ['C']])

    def test_abbreviations_end_no_sentence(self):
        self.assertEqual(split('Dr. Vell wrote it. She left.'), ['Dr. Vell wrote it.', 'She left.'])


class Right(unittest.TestCase):
    def test_values_are_whole_words(self):
        self.assertFalse(has('30', norm('at 6:30')))
        self.assertFalse(has('2.0', norm('version 2.0.1')))
        self.assertTrue(has('5387', norm('5,387 ft')))

    def asked(self, **change):
        return {'q': 'first vehicle charge', 'as_of': None, 'want': ['60.00'], 'never': ['42.00'],
                'evidence': [{'document': 'd1', 'fragment': 'First vehicle | 60.00'}], **change}

    def row(self):
        return next(one for one in sentences_of(DOCUMENT) if 'First vehicle' in one.text)

    def test_the_value_in_an_accepted_document(self):
        self.assertTrue(is_right(self.asked(), self.row()))
        self.assertFalse(is_right(self.asked(evidence=[{'document': 'd2', 'fragment': '60.00'}]), self.row()))
        self.assertFalse(is_right(self.asked(never=['60.00']), self.row()))
        self.assertFalse(is_right(self.asked(want=None), self.row()))

    def test_yes_and_no_need_the_sentence_of_the_evidence(self):
        asked = self.asked(want=['no'], never=[], evidence=[{'document': 'd1', 'fragment': 'It is [free]'}])
        sentences = list(sentences_of(DOCUMENT))
        self.assertEqual([one.text for one in sentences if is_right(asked, one)], ['It is free.'])

    def test_pairs_have_no_right_sentence_among_the_wrong(self):
        corpus = Corpus('c', list(sentences_of(DOCUMENT)), [self.asked(), self.asked(want=None)])
        pair, = pairs_of(corpus)
        self.assertEqual(pair.positive, self.row())
        self.assertTrue(pair.others)
        self.assertFalse(any('60.00' in one.text for one in pair.others))

    def test_what_was_observed_later_is_not_seen(self):
        corpus = Corpus('c', list(sentences_of(DOCUMENT)), [self.asked(as_of='2023-01-01T00:00:00Z')])
        self.assertEqual(list(pairs_of(corpus)), [])


class Sources(unittest.TestCase):
    def test_squad_gives_the_sentence_in_which_the_answer_begins(self):
        context = 'Lake Vell is old. It is 212 metres deep. Boats are for hire.'
        asked = {'question': 'How deep is it?', 'answers': [{'text': '212', 'answer_start': context.index('212')}]}
        impossible = {**asked, 'is_impossible': True}
        text = json.dumps({'data': [{'title': 'Lake_Vell', 'paragraphs': [{'context': context, 'qas': [asked, impossible]}]}]})
        pair, silent = squad_like(text)
        self.assertEqual(pair.positive.scored, 'Lake Vell. It is 212 metres deep.')
        self.assertIsNone(silent.positive)
        self.assertEqual(len(silent.others), 3)
        self.assertEqual({one.text for one in pair.others}, {'Lake Vell is old.', 'Boats are for hire.'})

    def test_pubmed_gives_the_conclusion(self):
        one = {'QUESTION': 'Does it help?', 'CONTEXTS': ['We gave it to 20 people.'], 'LONG_ANSWER': 'It helps. More is needed.'}
        pair, = pubmed(json.dumps({'1': one}))
        self.assertEqual((pair.positive.text, pair.others[0].text), ('It helps.', 'We gave it to 20 people.'))

    def test_an_answer_of_a_frequent_question_is_its_first_sentence(self):
        text = """<Document id="1"><Focus>Gout</Focus><QAPairs>
          <QAPair><Question>What is Gout ?</Question><Answer>Gout is a disease. It hurts.</Answer></QAPair>
          <QAPair><Question>How is Gout treated ?</Question><Answer>With rest.</Answer></QAPair>
          <QAPair><Question>Is Gout rare ?</Question><Answer></Answer></QAPair></QAPairs></Document>"""
        first, second = medquad(text)
        self.assertEqual((first.question, first.positive.scored), ('What is Gout?', 'Gout. Gout is a disease.'))
        self.assertEqual([one.text for one in first.others], ['With rest.'])
        self.assertEqual({one.text for one in second.others}, {'Gout is a disease.', 'It hurts.'})

    def test_questions_of_other_languages_and_without_answer_are_left_out(self):
        head = 'sourceName\thasAnswer\tlanguage\tquestion\tanswer'
        rows = ['A\tTrue\ten\tMay I go?\t<p>Never go. Stay.</p>', 'A\tTrue\ten\tWhy?\tIt spreads.',
                'A\tTrue\tde\tWarum?\tDarum.', 'A\tFalse\ten\tWho?\tNobody.']
        pairs = list(faq('\n'.join([head, *rows])))
        self.assertEqual([(one.question, one.positive.text) for one in pairs], [('May I go?', 'Never go.'), ('Why?', 'It spreads.')])
        self.assertEqual([one.text for one in pairs[0].others], ['It spreads.'])

    def test_a_search_has_the_sentence_that_was_selected(self):
        one = {'example_id': 1, 'title_text': 'Vell', 'question_text': 'how deep is vell', 'paragraph_text': 'It is old. It is 9 m deep.',
               'sentence_starts': [0, 11], 'annotation': {'selected_sentence': {'start': 11}}}
        none = {**one, 'annotation': {'selected_sentence': None}}
        pair, = natural('\n'.join(map(json.dumps, (one, none))))
        self.assertEqual((pair.positive.scored, pair.others[0].text), ('Vell. It is 9 m deep.', 'It is old.'))

    def test_evidence_of_one_question_is_wrong_for_another_of_its_page(self):
        asked = lambda question, *evidence: {'url': 'https://a.example/b-c', 'question': question, 'evidences': list(evidence), 'not_answerable': False}
        pairs = list(conditional(json.dumps([
            asked('May I?', '<p>You may do it here.</p>'), asked('When?', '<li>On every second Monday.</li>', '<p>You may do it here.</p>'),
            {**asked('Who?'), 'not_answerable': True}])))
        self.assertEqual([one.positive.scored for one in pairs], ['B c. You may do it here.', 'B c. On every second Monday.'])
        self.assertEqual([one.text for one in pairs[0].others], ['On every second Monday.'])
        self.assertFalse(is_usable(pairs[1]))

    def test_another_licence_ends_the_script(self):
        with tempfile.TemporaryDirectory() as folder, self.source('Apache License', folder):
            with self.assertRaisesRegex(SystemExit, 'not .Another License'):
                read_source(folder, 'made', 10, 1)

    def test_files_of_a_clone_are_read_and_limited(self):
        with tempfile.TemporaryDirectory() as folder, self.source('Another License', folder), mock.patch('builtins.print') as printed:
            self.assertEqual(len(read_source(folder, 'made', 1, 1)), 1)
            self.assertIn('1 of 2 pairs', printed.call_args.args[0])
            self.assertEqual(len(read_source(folder, 'made', 10, 1)), 2)

    def test_a_source_that_is_not_there_gives_nothing(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch('builtins.print') as printed:
            self.assertEqual(read_source(folder, 'squad', 1, 1), [])
            self.assertIn('git clone', printed.call_args.args[0])

    def source(self, licence, folder):
        """A repository of its own with two files of one pair each, and one that is not read."""
        place = Path(folder) / 'a+b'
        place.mkdir()
        one = {'1': {'QUESTION': 'Does it help?', 'CONTEXTS': ['We gave it to 20 people.'], 'LONG_ANSWER': 'It helps.'}}
        for name, text in (('LICENSE', f'{licence}\n'), ('x1.json', json.dumps(one)), ('x2.json', json.dumps(one)), ('y.json', 'no')):
            (place / name).write_text(text)
        git = lambda *arguments: subprocess.run(['git', '-C', place, *arguments], check=True, capture_output=True)
        git('init', '-q')
        git('add', '.')
        git('-c', 'user.name=a', '-c', 'user.email=a@b.example', 'commit', '-qm', 'a')
        made = replace(SOURCES['pubmedqa'], repository='a/b', licence=('LICENSE', 'Another License'), files=('x*.json',))
        return mock.patch.dict(SOURCES, made=made)


class Pairs(unittest.TestCase):
    EXAMPLES = [
        Example('a', 'Where?', 'Here.', ('There.', 'Nowhere.')),
        Example('b', 'Where?', 'At home.', ('Here.',)),
        Example('c', 'Why?', None, ('There.',)),
    ]

    def test_a_file_gives_again_what_was_written(self):
        with tempfile.TemporaryDirectory() as folder:
            write_examples(f'{folder}/pairs.jsonl.gz', self.EXAMPLES)
            self.assertEqual(read_examples(f'{folder}/pairs.jsonl.gz'), self.EXAMPLES)

    def test_columns_hold_each_sentence_once(self):
        texts, target, same = columns_of(self.EXAMPLES, random.Random(1), 2)
        self.assertEqual(sorted(texts), ['At home.', 'Here.', 'Nowhere.', 'There.'])
        self.assertEqual([at if at < 0 else texts[at] for at in target], ['Here.', 'At home.', -1])
        # The same question was answered elsewhere by the other one's sentence.
        self.assertEqual([(row, texts[column]) for row, column in same], [(0, 'At home.'), (1, 'Here.')])

    def test_without_hard_ones_there_are_the_right_ones_alone(self):
        self.assertEqual(columns_of(self.EXAMPLES, random.Random(1), 0)[0], ['Here.', 'At home.'])

    def test_the_right_sentence_is_none_of_the_wrong_ones(self):
        pair, = pubmed(json.dumps({'1': {'QUESTION': 'Does it help?', 'CONTEXTS': ['It helps. So we thought.'], 'LONG_ANSWER': 'It helps.'}}))
        self.assertEqual(example_of('a', pair).others, ('So we thought.',))

    def test_stems_are_of_documents_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ('b.docs.jsonl', 'a.docs.jsonl', 'a.golden.json'):
                (Path(folder) / name).write_text('')
            self.assertEqual(stems([f'{folder}/*']), [f'{folder}/a', f'{folder}/b'])

    def test_a_folder_of_markdown_is_a_corpus(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / 'real').mkdir()
            (Path(folder) / 'real' / 'a.md').write_text('# Port\nIt is 5173.')
            (Path(folder) / 'real' / 'manifest.jsonl').write_text(json.dumps({'id': 'a.md', 'title': 'Options'}) + '\n')
            (Path(folder) / 'real.golden.json').write_text('[]')
            corpus = read_folder(f'{folder}/real')
            self.assertEqual([one.scored for one in corpus.sentences], ['Options > Port. It is 5173.'])


if __name__ == '__main__':
    unittest.main()
