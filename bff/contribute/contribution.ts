/** What a visitor puts to a statement of an answer: which way, on what grounds, in which words. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { AdduceError } from '../../gateway/client/adduce-error.ts';
import type { AnnotationRequestV1 } from '../../gateway/wire/annotations.ts';
import type { EvidenceRequestV1 } from '../../gateway/wire/evidence.ts';
import { visibleEntry } from '../ask.ts';
import { type BffContext, callFor, type Visitor } from '../bff-context.ts';
import { storedText } from '../input.ts';
import { refuse } from '../refusal.ts';
import { readGraph } from '../views/read-graph.ts';
import type { Contributor } from './contributor.ts';

/** An attestation has at most 2,048 characters, its first word included. */
const MAX_WORDS = 2_000;
const MAX_URL = 2_048;
const MAX_ADDRESS = 512;

const url = z
  .url({ protocol: /^https?$/ })
  .max(MAX_URL)
  .refine((text) => !/[\s"<>]/.test(text), 'no web address');
const words = storedText.trim().max(MAX_WORDS);
const address = z.string().min(1).max(MAX_ADDRESS);

export const contributionInput = z.strictObject({
  answer_id: z.string().min(1).max(64),
  /** One of the answer's claims. */
  claim: address,
  stance: z.enum(['corroborate', 'dispute', 'supersede', 'annotate']),
  /** A document of the answer's corpus, or a page of the web. */
  source: z.union([
    z.strictObject({ artefact_id: z.string().regex(/^a1[a-z2-7]{26}$/) }),
    z.strictObject({ url }),
  ]),
  /** The passage that says so, word for word. */
  quote: words.optional(),
  /** The claim that is to take the other's place. */
  successor: address.optional(),
  note: words.optional(),
});
export type ContributionInput = z.infer<typeof contributionInput>;

/** What the engine is sent. */
export type Contribution =
  | {
      readonly kind: 'event';
      readonly claim: string;
      readonly corpus: string;
      readonly event: EvidenceRequestV1;
    }
  | { readonly kind: 'annotation'; readonly annotation: AnnotationRequestV1 };

interface Target {
  readonly corpus: string;
  readonly claim: string;
}

interface Grounds {
  readonly ref: string;
  readonly hash: string;
}

const STANCES = { corroborate: 'corroborate', dispute: 'dispute', supersede: 'supersede-propose' } as const;

const ANSWER = `query Target($id: ID!) { answer(id: $id) { corpus claims { addr } } }`;
const answerData = z.object({
  answer: z
    .object({ corpus: z.string(), claims: z.array(z.object({ addr: z.string() }).nullable()) })
    .nullable(),
});
const ARTEFACT = `query Source($id: ID!) { artefact(id: $id) { corpus hash title } }`;
const artefactData = z.object({
  artefact: z.object({ corpus: z.string(), hash: z.string(), title: z.string() }).nullable(),
});

/** Checks all that can be checked before the engine is asked. @throws {BffRefusal} 403 and 404, with what would be accepted */
export async function contributionOf(
  bff: BffContext,
  visitor: Visitor,
  input: ContributionInput,
  contributor: Contributor,
): Promise<Contribution> {
  const target = await readTarget(bff, visitor, input);
  const grounds = await readGrounds(bff, visitor, input, target);
  const { stance, quote = '', note = '' } = input;
  if (stance === 'annotate') {
    if (note === '') throw refused('note_missing', 'An annotation is a note.', 'Write it, then check again.');
    const citation = { ref: grounds.ref, ...(quote !== '' && { quote }) };
    return { kind: 'annotation', annotation: { target: target.claim, body: note, kind: 'note', citation } };
  }
  const attestations = [
    ...(quote === '' ? [] : [`quote: ${quote}`]),
    ...(note === '' ? [] : [`note: ${note}`]),
    ...(contributor.actor === contributor.reader ? [] : [`by: ${contributor.reader}`]),
  ];
  const evidence = [{ ...grounds, kind: 'source' as const }, ...successorOf(input)];
  return { kind: 'event', ...target, event: { kind: STANCES[stance], evidence, attestations } };
}

/** One of the answer's own claims: a visitor contributes to what it was shown. */
async function readTarget(bff: BffContext, visitor: Visitor, input: ContributionInput): Promise<Target> {
  const { answer_id: id, claim } = input;
  const owner = (await visibleEntry(bff, visitor, id)).owner;
  const query = { query: ANSWER, variables: { id }, data: answerData };
  const { answer } = await readGraph(bff, callFor(bff, visitor, owner), query);
  if (answer?.claims.some((one) => one?.addr === claim)) return { corpus: answer.corpus, claim };
  const message = 'That statement is not one of this answer.';
  throw refuse(
    404,
    'NotFound',
    'missing:claim',
    message,
    'Open the answer again, and choose one of its statements.',
  );
}

async function readGrounds(
  bff: BffContext,
  visitor: Visitor,
  { source, quote = '' }: ContributionInput,
  target: Target,
): Promise<Grounds> {
  if ('url' in source) {
    if (quote === '') {
      const message = 'What a page of the web says is not stored here.';
      throw refused('quote_missing', message, 'Quote the passage that says so, word for word.');
    }
    // Not of the page's bytes, which nobody here has: it commits to the words, and counts as unchecked.
    return { ref: source.url, hash: `quote-sha256:${hash('sha256', quote.normalize('NFC'))}` };
  }
  const { artefact_id: id } = source;
  const read = { query: ARTEFACT, variables: { id }, data: artefactData };
  const { artefact } = await readGraph(bff, callFor(bff, visitor), read);
  if (artefact === null || artefact.corpus !== target.corpus) {
    const message = 'There is no such document in the corpus of this answer.';
    throw refused('source_unknown', message, `Choose a document of ${target.corpus}, or give a web address.`);
  }
  await checkQuote(bff, visitor, quote, { ...artefact, id });
  return { ref: `wx://${target.corpus}/artefact/${id}`, hash: artefact.hash };
}

interface Quoted {
  readonly id: string;
  readonly corpus: string;
  readonly title: string;
}

async function checkQuote(
  bff: BffContext,
  visitor: Visitor,
  quote: string,
  { id, corpus, title }: Quoted,
): Promise<void> {
  if (quote === '') return;
  const { trace, signal } = visitor;
  const { provenance } = await bff.client.provenance(id, callFor(bff, visitor));
  const addr = `wx://${corpus}/article/${encodeURIComponent(provenance.doc_id)}`;
  const { item } = await bff.reader.item(addr, {}, { trace, signal }).catch(withoutItem);
  if (item === null || item.artefact_id !== id) {
    const message = `The text of “${title}” cannot be read here, so its words cannot be checked.`;
    throw refused(
      'quote_unreadable',
      message,
      'Leave the passage empty, or choose the newest version of it.',
    );
  }
  if (spaced(item.text).includes(spaced(quote))) return;
  const message = `These words do not stand in “${title}”.`;
  throw refused('quote_not_found', message, 'Copy the passage from the document, or leave it empty.');
}

function withoutItem(error: unknown): { readonly item: null } {
  if (error instanceof AdduceError && error.status < 500 && error.status !== 429) return { item: null };
  throw error;
}

/** Where a line ends in the text is no part of what it says. */
function spaced(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** The engine finds the successor among the grounds, by its address. */
function successorOf({ stance, successor }: ContributionInput): EvidenceRequestV1['evidence'] {
  if (stance !== 'supersede') return [];
  if (successor === undefined) {
    const message = 'A proposal names the statement that should take the place of this one.';
    throw refused('successor_missing', message, 'Choose one that a document here states.');
  }
  return [{ ref: successor, hash: 'successor', kind: 'source' }];
}

function refused(what: string, message: string, nextStep: string) {
  return refuse(403, 'Forbidden', `denied:${what}`, message, nextStep);
}
