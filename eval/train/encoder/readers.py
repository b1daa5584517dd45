"""How the files of public question–answer sets are read: text to pairs."""
import csv
import io
import json
import re
from collections import defaultdict
from xml.etree import ElementTree

from pairs import Pair, alike, around
from texts import Sentence, split


def squad_like(text):
    """SQuAD's form: the sentence in which the answer begins; for an impossible question none of the paragraph."""
    for article in json.loads(text)['data']:
        title = article.get('title', '')
        for number, paragraph in enumerate(article['paragraphs']):
            context = paragraph['context']
            for asked in paragraph['qas']:
                if asked.get('is_impossible'):
                    yield around(f'{title}/{number}', shown(title), split(context), None, asked['question'])
                elif asked['answers']:
                    pair = at_answer(title, number, context, asked)
                    if pair is not None:
                        yield pair


def shown(title):
    return title.replace('_', ' ')


def at_answer(title, number, context, asked):
    answer = asked['answers'][0]
    # A long document is read near the answer.
    start = max(0, answer['answer_start'] - 1500)
    sentences, end = split(context[start : start + 3000]), start
    for at, sentence in enumerate(sentences):
        end = context.find(sentence, end) + len(sentence)
        if answer['answer_start'] < end:
            return around(f'{title}/{number}', shown(title), sentences, at, asked['question'])
    return None


def pubmed(text):
    """The conclusion answers; the abstract's other sentences do not."""
    for key, one in sorted(json.loads(text).items()):
        conclusion = split(one['LONG_ANSWER'])[:1]
        rest = [sentence for part in one['CONTEXTS'] for sentence in split(part)]
        if conclusion and rest:
            yield around(key, '', [*conclusion, *rest], 0, one['QUESTION'])


def medquad(text):
    """One illness a document: the first sentence of an answer against those of the document's other questions."""
    document = ElementTree.fromstring(text)
    focus = (document.findtext('Focus') or '').strip()
    answered = [
        (re.sub(r'\s+\?$', '?', (one.findtext('Question') or '').strip()), split(flat(one.findtext('Answer') or '')))
        for one in document.iter('QAPair')
    ]
    yield from one_of_each(document.get('id', ''), focus, [(q, a[:6]) for q, a in answered if q and a])


def flat(text):
    return re.sub(r'\s+', ' ', text).strip()


def one_of_each(document, context, answered):
    """Of each answer its first sentence; wrong are sentences of the other answers."""
    made = [(question, [Sentence(document, '', context, text) for text in texts]) for question, texts in answered]
    for question, own in made:
        rest = [one for other, texts in made if other != question for one in texts]
        yield Pair(question, own[0], tuple(alike(question, rest)))


def faq(text):
    """Scraped questions in English with their answers; wrong are answers of the same site, most words in common first."""
    sites = defaultdict(dict)
    for row in csv.DictReader(io.StringIO(text), delimiter='\t'):
        answer = split(flat(re.sub(r'<[^>]*>', ' ', row['answer'] or '')))
        if row['language'] == 'en' and row['hasAnswer'] == 'True' and answer:
            sites[row['sourceName']].setdefault(flat(row['question']), answer[:3])
    for site, answered in sorted(sites.items()):
        yield from one_of_each(site, '', sorted(answered.items()))


def natural(text):
    """QED: a question that was typed into a search engine, and the sentence of the paragraph that was selected for it."""
    for line in text.splitlines():
        one = json.loads(line)
        selected = one['annotation'].get('selected_sentence')
        if selected is None:
            continue
        paragraph, starts = one['paragraph_text'], one['sentence_starts']
        sentences = [paragraph[start:end].strip() for start, end in zip(starts, [*starts[1:], len(paragraph)])]
        chosen = next((at for at, start in enumerate(starts) if start == selected['start']), None)
        if chosen is not None:
            yield around(str(one['example_id']), one['title_text'], sentences, chosen, one['question_text'])


def conditional(text):
    """Questions on pages of a government; wrong are sentences that answer other questions on the same page."""
    pages = defaultdict(list)
    for one in json.loads(text):
        evidence = [flat(re.sub(r'<[^>]*>', ' ', part)) for part in one['evidences']]
        evidence = [part for part in evidence if len(part.split()) > 3]
        if evidence and not one['not_answerable']:
            pages[one['url']].append((one['question'], evidence))
    for url, asked in sorted(pages.items()):
        context = url.rstrip('/').rsplit('/', 1)[-1].replace('-', ' ').capitalize()
        for question, evidence in asked:
            right = set(evidence)
            rest = {part for _, other in asked for part in other} - right
            pair = around(url, context, [evidence[0], *sorted(rest)], 0, question)
            yield pair
