"""Documents as the encoder sees them: sentences with `title > headings > lead-in` in front."""
import re
from dataclasses import dataclass

SENTENCE_END = re.compile(r'(?<=[.!?])["”)\]*]*\s+(?=["“(\[*]*[A-Z0-9§])')
ABBREVIATED = re.compile(r'\b(?:[A-Z]|Mr|Mrs|Dr|No|St|vs|e\.g|i\.e|etc|cf|Fig|al|approx)\.$')
ITEM = re.compile(r'^(\s*)(?:[-*+]|\d{1,3}[.)])\s+')
HEADING = re.compile(r'^(#{1,6})\s+(.*?)\s*#*$')
ROW_RULE = re.compile(r'^\|?[\s:|-]+\|[\s:|-]*$')
MAX_SENTENCE = 400
# Characters of context in front of a sentence: those nearest to it, as answers cut them too.
MAX_CONTEXT = 160


@dataclass(frozen=True)
class Sentence:
    document: str
    observed_at: str
    context: str
    text: str

    @property
    def scored(self):
        return f'{self.context[-MAX_CONTEXT:]}. {self.text}' if self.context else self.text


def plain(text):
    """Inline Markdown without its markers."""
    text = re.sub(r'!?\[([^\[\]]*)\]\([^()\s]*\)', r'\1', text)
    text = re.sub(r'(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1', r'\2', text)
    text = re.sub(r'(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])', r'\1', text)
    return re.sub(r'\s+', ' ', text).strip()


def split(text):
    found = []
    for part in SENTENCE_END.split(text):
        if found and ABBREVIATED.search(found[-1]):
            found[-1] = f'{found[-1]} {part}'
        else:
            found.append(part)
    return [part[:MAX_SENTENCE] for part in found if re.search(r'\w', part)]


def cells(line):
    return [plain(cell) for cell in line.strip().strip('|').split('|')]


def blocks(markdown):
    """(heading path, lead-in, text) of each paragraph, item and row."""
    path, lead, header, paragraph, in_code = [], '', None, [], False

    def flush():
        nonlocal lead
        if not paragraph:
            return
        text = plain(' '.join(paragraph))
        paragraph.clear()
        yield [text for _, text in path], '', text
        lead = (split(text) or [''])[-1]

    for line in markdown.split('\n'):
        if line.lstrip().startswith('```'):
            in_code = not in_code
        if in_code or line.lstrip().startswith('```'):
            yield from flush()
            continue
        heading, item = HEADING.match(line), ITEM.match(line)
        if heading:
            yield from flush()
            level = len(heading[1])
            path[:] = [*(one for one in path if one[0] < level), (level, plain(heading[2]))]
            lead, header = '', None
        elif line.lstrip().startswith('|') or (header is not None and '|' in line):
            yield from flush()
            if ROW_RULE.match(line):
                continue
            if header is None:
                header = cells(line)
            else:
                pairs = [f'{name}: {cell}' if name else cell for name, cell in zip(header, cells(line))]
                yield [text for _, text in path], lead, ' | '.join(pairs)
        elif item:
            yield from flush()
            yield [text for _, text in path], lead if lead.endswith(':') else '', plain(line[item.end():])
            header = None
        elif not line.strip():
            yield from flush()
            header = None
        else:
            paragraph.append(line.lstrip('> '))
    yield from flush()


def sentences_of(document):
    title = document.get('title') or ''
    for path, lead, text in blocks(document['text']):
        above = [title, *(part for part in path if part and part != title), *([lead.rstrip(':.')] if lead else [])]
        context = ' > '.join(part for part in above if part)
        for sentence in split(text):
            yield Sentence(document['id'], document.get('observed_at') or '', context, sentence)
