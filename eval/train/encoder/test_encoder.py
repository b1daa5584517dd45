"""Tests of the parts that need no torch: texts with their context, which sentences are right, and the pairs of sources."""
import json
import unittest

from corpora import Corpus, has, is_right, norm, pairs_of
from sources import pubmed, squad_like
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
        pair, = squad_like(text)
        self.assertEqual(pair.positive.scored, 'Lake Vell. It is 212 metres deep.')
        self.assertEqual({one.text for one in pair.others}, {'Lake Vell is old.', 'Boats are for hire.'})

    def test_pubmed_gives_the_conclusion(self):
        one = {'QUESTION': 'Does it help?', 'CONTEXTS': ['We gave it to 20 people.'], 'LONG_ANSWER': 'It helps. More is needed.'}
        pair, = pubmed(json.dumps({'1': one}))
        self.assertEqual((pair.positive.text, pair.others[0].text), ('It helps.', 'We gave it to 20 people.'))


if __name__ == '__main__':
    unittest.main()
