/**
 * Reads the sentences of a document; where the wording of one is clear it has structured forms, one per value
 * (docs/spec/decisions.md#9-form). Pure: the same document gives the same readings.
 */
import type { ClaimForm, Span } from '../../graph/claim.ts';
import {
  claimSentence,
  type ReadSentence,
  readSentence,
  type SentenceSource,
} from '../reading/claims/claim-sentence.ts';
import { type Cell, cellsOf } from '../reading/document/cells.ts';
import type { BlockKind, DocumentSentence } from '../reading/document/layout.ts';
import { sentencesOf } from '../reading/document/sentences.ts';
import { type Antecedent, titleSubject } from '../text/coreference.ts';
import type { Mention } from '../text/names.ts';
import { findNames } from '../text/names.ts';
import { isEnglish, tokenise } from '../text/tokens.ts';
import { clausesOf } from './clauses.ts';
import type { ClauseView, Draft, ResolvedSubject } from './draft.ts';
import { readEntityFrames } from './entity-frames.ts';
import { readDateFrame, readVersionFrame } from './event-frames.ts';
import { finishForm, type ReadClauses } from './finish-form.ts';
import { readQuantityFrames } from './quantity-frames.ts';
import { readStatementFrame } from './statement-frame.ts';
import { type Discourse, mentionOf, resolveSubject } from './subjects.ts';
import { readRow } from './tables.ts';

/**
 * A document's extracted text as the reader needs it. Forms are read from English only; other languages give sentences.
 * `published` is an ISO date or time, null when unknown.
 */
export interface ReadableDocument extends SentenceSource {
  readonly published: string | null;
}

/** One value stated in a sentence, with the words that carry it. */
export interface ClaimReading {
  readonly span: Span;
  readonly form: ClaimForm;
}

/** A sentence with its antecedents and the forms found in it. All spans are in the document's text. */
export interface SentenceReading {
  readonly sentence: Span;
  /** What decides whether it is a claim. */
  readonly said: ReadSentence;
  readonly contextSpans: readonly Span[];
  readonly claims: readonly ClaimReading[];
}

/** Mentions that "the press" may refer to: with more of them unrelated paragraphs would be joined. */
const MAX_MENTIONS = 24;
/** The rest of a longer title names no subject. */
const MAX_TITLE = 1_200;
/** Blocks whose sentences state something; the others give no forms. */
const STATING: ReadonlySet<BlockKind> = new Set(['paragraph', 'quote', 'item']);
const MAX_FORMS = 12;

/** What earlier sentences leave to be pointed at. */
interface Earlier {
  previous: readonly (Mention | null)[];
  mentions: readonly Mention[];
}

interface State {
  readonly published: string | null;
  readonly title: () => Antecedent | null;
  readonly earlier: () => Earlier;
}

/** Reads a document sentence by sentence, in order. Code and menus state nothing. */
export function readClaims(doc: ReadableDocument): SentenceReading[] {
  const english = isEnglish(doc.lang);
  const { lang, published } = doc;
  const earlier: Earlier = { previous: [], mentions: [] };
  const state: State = { published, title: once(() => titleOf(doc)), earlier: () => earlier };
  const sentences = sentencesOf(doc.text, doc.layout, lang);
  return sentences.map((sentence, index) => {
    const said = readSentence(claimSentence(doc, sentence, sentences[index - 1]));
    const span = { start: sentence.start, end: sentence.end };
    const plain = { sentence: span, said, contextSpans: [], claims: [] };
    if (said.kind === 'row') return { ...plain, claims: readRowClaims(doc, sentence) };
    if (!english || !STATING.has(said.kind)) return plain;
    const read = readForms(span, said, state);
    takeUp(earlier, read.carried, namesIn(said, span.start));
    return { ...plain, contextSpans: read.contextSpans, claims: read.claims };
  });
}

/**
 * The forms of the sentences of a plain text that end behind a place, as {@link readClaims} reads them there. What stands before is
 * read only where their words point to it: most do not.
 */
export function readFormsBehind(doc: ReadableDocument, from: number): ClaimReading[] {
  if (!isEnglish(doc.lang)) return [];
  const sentences = sentencesOf(doc.text, doc.layout, doc.lang);
  const lead = sentences.filter(({ end }) => end <= from);
  const own = sentences.slice(lead.length);
  const state = pointingState(doc, lead);
  return own.flatMap((sentence, index) => {
    const said = wordsOf(doc, sentence);
    const read = readForms(sentence, said, state);
    if (index < own.length - 1) takeUp(state.earlier(), read.carried, namesIn(said, sentence.start));
    return read.claims;
  });
}

/** The state behind the lead, which is read, as the title is, when it is asked for. */
function pointingState(doc: ReadableDocument, lead: readonly Span[]): State {
  const { published } = doc;
  const title = once(() => titleOf(doc));
  const earlier = once(() => {
    const before: Earlier = { previous: [], mentions: [] };
    const state: State = { published, title, earlier: () => before };
    for (const sentence of lead) {
      const said = wordsOf(doc, sentence);
      takeUp(before, readForms(sentence, said, state, false).carried, namesIn(said, sentence.start));
    }
    return before;
  });
  return { published, title, earlier };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function titleOf({ title, lang }: ReadableDocument): Antecedent | null {
  const heading = title.slice(0, MAX_TITLE);
  return titleSubject(heading, tokenise(heading, lang));
}

type SaidWords = Pick<ReadSentence, 'text' | 'tokens'>;

function wordsOf({ text, lang }: ReadableDocument, { start, end }: Span): SaidWords {
  const sentence = text.slice(start, end);
  return { text: sentence, tokens: tokenise(sentence, lang) };
}

/** What the cells of a row say under their header. A row that was divided is a data dump. */
function readRowClaims({ text, layout, lang }: ReadableDocument, row: DocumentSentence): ClaimReading[] {
  const cells = (span: Span | undefined): Cell[] => (span ? cellsOf(text.slice(span.start, span.end)) : []);
  const block = layout[row.block];
  const header = layout[block?.leadIn ?? -1];
  if (block?.start !== row.start || block.end !== row.end || header?.kind !== 'header') return [];
  const scope = { valid_from: null, valid_to: null, place: null, qualifiers: [] };
  const headings = cells(header).map((cell) => cell.text);
  return readRow({ header: headings, cells: cells(block) }, lang).map(({ span, part }) => ({
    span: { start: row.start + span.start, end: row.start + span.end },
    form: { ...part, scope, role: 'current', polarity: 'affirmed', modality: 'asserted' } as const,
  }));
}

interface ReadForms extends Pick<SentenceReading, 'contextSpans' | 'claims'> {
  /** What the next sentence's pronoun takes up; asked for when that is read. */
  readonly carried: () => Mention | null;
}

function readForms(sentence: Span, { text, tokens }: SaidWords, state: State, isWanted = true): ReadForms {
  const contextSpans: Span[] = [];
  const claims: ClaimReading[] = [];
  const local: (Mention | null)[] = [];
  let last: ResolvedSubject | null = null;
  const clauses = clausesOf(tokens);
  for (const clause of clauses) {
    const discourse = discourseOf([...local], state);
    const subject: ResolvedSubject | null = clause.sharesSubject
      ? last
      : resolveSubject(clause.subject, text, discourse);
    if (subject === null) continue;
    const view: ClauseView = { sentence: text, published: state.published, clause, subject };
    const mention = mentionOf(subject, sentence.start);
    if (mention !== null && clause.kind === 'main') local.unshift(mention);
    if (clause.kind === 'main') last = subject;
    for (const draft of isWanted ? readClause(view, discourse) : []) {
      if (draft.subject.context !== null) addContext(contextSpans, draft.subject.context, sentence);
      if (claims.length < MAX_FORMS) claims.push(reading(view, draft, sentence, { tokens, clauses }));
    }
  }
  const isPointing = last !== null;
  // The first subject of a sentence is what the next one's pronoun takes up, also through a pronoun in between.
  const carried = () => local.at(-1) ?? (isPointing ? (state.earlier().previous[0] ?? null) : null);
  return { contextSpans, claims, carried };
}

/** What a clause may point to, read from the state when it does. */
function discourseOf(local: readonly (Mention | null)[], state: State): Discourse {
  return {
    get previous() {
      return [...local, ...state.earlier().previous];
    },
    get mentions() {
      return state.earlier().mentions;
    },
    get title() {
      return state.title();
    },
  };
}

function takeUp(earlier: Earlier, carried: () => Mention | null, names: readonly Mention[]): void {
  earlier.previous = [carried(), ...earlier.previous].slice(0, 2);
  earlier.mentions = [...earlier.mentions, ...names].slice(-MAX_MENTIONS);
}

function readClause(view: ClauseView, discourse: Discourse): Draft[] {
  const version = readVersionFrame(view, discourse);
  if (version !== null) return [version];
  const entities = readEntityFrames(view, discourse);
  if (entities.length > 0) return entities;
  const date = readDateFrame(view, discourse);
  if (date !== null) return [date];
  const quantities = readQuantityFrames(view, discourse);
  if (quantities.length > 0) return quantities;
  const statement = readStatementFrame(view);
  return statement === null ? [] : [statement];
}

function reading(view: ClauseView, draft: Draft, sentence: Span, said: ReadClauses): ClaimReading {
  const carrying = [...view.clause.subject, ...draft.valueTokens];
  const start = Math.min(...carrying.map((token) => token.start));
  const end = Math.max(...carrying.map((token) => token.end));
  const span = { start: sentence.start + start, end: sentence.start + end };
  return { span, form: finishForm(view, draft, said) };
}

function addContext(spans: Span[], context: Span, sentence: Span): void {
  if (context.start >= sentence.start && context.end <= sentence.end) return;
  const { start, end } = context;
  if (!spans.some((span) => span.start === start && span.end === end)) spans.push({ start, end });
}

function namesIn({ text, tokens }: SaidWords, offset: number): Mention[] {
  return findNames(text, tokens).map((name) => {
    return { ...name, start: offset + name.start, end: offset + name.end };
  });
}
