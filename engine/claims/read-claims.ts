/**
 * Reads the claims of a document (decisions §9). Every sentence is a claim; where its wording is clear it also has
 * structured forms, one per value. Pure: the same document gives the same readings.
 */
import type { ClaimForm, Span } from '../../graph/claim.ts';
import { type Antecedent, type Mention, titleSubject } from '../text/coreference.ts';
import { findNames } from '../text/names.ts';
import { splitSentences } from '../text/sentences.ts';
import { type Token, tokenise } from '../text/tokens.ts';
import { clausesOf } from './clauses.ts';
import type { ClauseView, Draft, ResolvedSubject } from './draft.ts';
import { readEntityFrames } from './entity-frames.ts';
import { readDateFrame, readVersionFrame } from './event-frames.ts';
import { finishForm } from './finish-form.ts';
import { readQuantityFrames } from './quantity-frames.ts';
import { readStatementFrame } from './statement-frame.ts';
import { type Discourse, mentionOf, resolveSubject } from './subjects.ts';
import { type Cell, isRule, readCells, readLabelledRow, readRow, type TableRow } from './tables.ts';

/** A document's extracted text as the reader needs it. `published` is an ISO date or time, null when unknown. */
export interface ReadableDocument {
  readonly title: string;
  readonly text: string;
  /** BCP 47. Forms are read from English only; other languages give sentences. */
  readonly lang: string;
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
  readonly contextSpans: readonly Span[];
  readonly claims: readonly ClaimReading[];
}

/** Mentions kept for "the press": a longer memory would join paragraphs that have nothing to do with one another. */
const MAX_MENTIONS = 24;
/** A longer sentence is a data dump; it stays a claim without a form. */
const MAX_READ_LENGTH = 1_200;
const MAX_FORMS = 12;

interface State {
  readonly title: Antecedent | null;
  readonly lang: string;
  readonly published: string | null;
  previous: (Mention | null)[];
  mentions: Mention[];
  header: readonly string[] | null;
}

/** Reads a document sentence by sentence, in order. */
export function readClaims(doc: ReadableDocument): SentenceReading[] {
  const english = doc.lang === 'en' || doc.lang.startsWith('en-');
  const heading = doc.title.slice(0, MAX_READ_LENGTH);
  const title = english ? titleSubject(heading, tokenise(heading, doc.lang)) : null;
  const { lang, published } = doc;
  const state: State = { title, lang, published, previous: [], mentions: [], header: null };
  return splitSentences(doc.text, doc.lang).map((sentence) => {
    const text = doc.text.slice(sentence.start, sentence.end);
    if (text.length > MAX_READ_LENGTH) return bare(sentence);
    const cells = readCells(text);
    if (cells !== null) return readTableRow(sentence, cells, state);
    state.header = null;
    const row = readLabelledRow(text);
    if (row !== null) return readRowClaims(sentence, row, state);
    if (!english || text.startsWith('#')) return bare(sentence);
    return readSentence(sentence, text, state);
  });
}

function bare(sentence: Span): SentenceReading {
  return { sentence, contextSpans: [], claims: [] };
}

function readTableRow(sentence: Span, cells: readonly Cell[], state: State): SentenceReading {
  const header = cells.map((cell) => cell.text);
  if (isRule(cells)) return bare(sentence);
  if (state.header === null) {
    state.header = header;
    return bare(sentence);
  }
  return readRowClaims(sentence, { header: state.header, cells }, state);
}

function readRowClaims(sentence: Span, row: TableRow, { lang }: State): SentenceReading {
  const scope = { valid_from: null, valid_to: null, place: null, qualifiers: [] };
  const claims = readRow(row, lang).map(({ span, part }) => ({
    span: { start: sentence.start + span.start, end: sentence.start + span.end },
    form: { ...part, scope, role: 'current', polarity: 'affirmed', modality: 'asserted' } as const,
  }));
  return { ...bare(sentence), claims };
}

function readSentence(sentence: Span, text: string, state: State): SentenceReading {
  const tokens = tokenise(text, state.lang);
  const contextSpans: Span[] = [];
  const claims: ClaimReading[] = [];
  const local: (Mention | null)[] = [];
  let last: ResolvedSubject | null = null;
  for (const clause of clausesOf(tokens)) {
    const discourse: Discourse = {
      previous: [...local, ...state.previous],
      mentions: state.mentions,
      title: state.title,
    };
    const subject: ResolvedSubject | null = clause.sharesSubject
      ? last
      : resolveSubject(clause.subject, text, discourse);
    if (subject === null) continue;
    const view: ClauseView = { sentence: text, published: state.published, clause, subject };
    const mention = mentionOf(subject, sentence.start);
    if (mention !== null && clause.kind === 'main') local.unshift(mention);
    if (clause.kind === 'main') last = subject;
    for (const draft of readClause(view, discourse)) {
      if (draft.subject.context !== null) addContext(contextSpans, draft.subject.context, sentence);
      if (claims.length < MAX_FORMS) claims.push(reading(view, draft, sentence, tokens));
    }
  }
  remember(state, local, last !== null, namesIn(text, tokens, sentence.start));
  return { sentence, contextSpans, claims };
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

function reading(view: ClauseView, draft: Draft, sentence: Span, tokens: readonly Token[]): ClaimReading {
  const carrying = [...view.clause.subject, ...draft.valueTokens];
  const start = Math.min(...carrying.map((token) => token.start));
  const end = Math.max(...carrying.map((token) => token.end));
  const span = { start: sentence.start + start, end: sentence.start + end };
  return { span, form: finishForm(view, draft, tokens) };
}

function addContext(spans: Span[], context: Span, sentence: Span): void {
  if (context.start >= sentence.start && context.end <= sentence.end) return;
  const { start, end } = context;
  if (!spans.some((span) => span.start === start && span.end === end)) spans.push({ start, end });
}

/** The first subject of a sentence is what the next one's pronoun takes up, also through a pronoun in between. */
function remember(
  state: State,
  local: readonly (Mention | null)[],
  resolved: boolean,
  names: readonly Mention[],
): void {
  const pronoun = resolved ? (state.previous[0] ?? null) : null;
  const carried = local.at(-1) ?? pronoun;
  state.previous = [carried, ...state.previous].slice(0, 2);
  state.mentions = [...state.mentions, ...names].slice(-MAX_MENTIONS);
}

function namesIn(text: string, tokens: readonly Token[], offset: number): Mention[] {
  return findNames(text, tokens).map(({ surface, start, end, key }) => ({
    surface,
    key,
    start: offset + start,
    end: offset + end,
  }));
}
