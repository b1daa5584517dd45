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
import type { Token } from '../text/token.ts';
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
  /** Sentences that end by there are read for what later ones take up, and have no forms; 0 by default. */
  readonly from?: number;
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

interface State {
  readonly title: Antecedent | null;
  readonly lang: string;
  readonly published: string | null;
  previous: (Mention | null)[];
  mentions: Mention[];
}

/** Reads a document sentence by sentence, in order. Code and menus state nothing. */
export function readClaims(doc: ReadableDocument): SentenceReading[] {
  const english = isEnglish(doc.lang);
  const heading = doc.title.slice(0, MAX_TITLE);
  const title = english ? titleSubject(heading, tokenise(heading, doc.lang)) : null;
  const { lang, published } = doc;
  const state: State = { title, lang, published, previous: [], mentions: [] };
  const sentences = sentencesOf(doc.text, doc.layout, lang);
  return sentences.map((sentence, index) => {
    const said = readSentence(claimSentence(doc, sentence, sentences[index - 1]));
    const span = { start: sentence.start, end: sentence.end };
    const plain = { sentence: span, said, contextSpans: [], claims: [] };
    if (said.kind === 'row') return { ...plain, claims: readRowClaims(doc, sentence) };
    if (!english || !STATING.has(said.kind)) return plain;
    return { ...plain, ...readForms(span, said, state, span.end > (doc.from ?? 0)) };
  });
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

function readForms(
  sentence: Span,
  { text, tokens }: ReadSentence,
  state: State,
  isWanted: boolean,
): Pick<SentenceReading, 'contextSpans' | 'claims'> {
  const contextSpans: Span[] = [];
  const claims: ClaimReading[] = [];
  const local: (Mention | null)[] = [];
  let last: ResolvedSubject | null = null;
  const clauses = clausesOf(tokens);
  for (const clause of clauses) {
    const { mentions, title } = state;
    const discourse: Discourse = { previous: [...local, ...state.previous], mentions, title };
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
  // The first subject of a sentence is what the next one's pronoun takes up, also through a pronoun in between.
  const carried = local.at(-1) ?? (last === null ? null : (state.previous[0] ?? null));
  state.previous = [carried, ...state.previous].slice(0, 2);
  state.mentions = [...state.mentions, ...namesIn(text, tokens, sentence.start)].slice(-MAX_MENTIONS);
  return { contextSpans, claims };
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

function namesIn(text: string, tokens: readonly Token[], offset: number): Mention[] {
  return findNames(text, tokens).map((name) => {
    return { ...name, start: offset + name.start, end: offset + name.end };
  });
}
