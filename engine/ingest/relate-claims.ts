/**
 * Places a document's claims in the graph: their cluster (same slot, same value, nothing left out that differs) and what
 * they contradict (docs/spec/decisions.md#9-cluster). Reads the newest claims of the slots it needs in one batch.
 */
import type { ClaimAddr } from '../../graph/address.ts';
import type { ClaimCore, ClaimForm, ClaimRecord } from '../../graph/claim.ts';
import { canonicalClaim, clusterOf } from '../../graph/cluster.ts';
import { claimIdentity } from '../../graph/content-address.ts';
import { blake3Hex } from '../../graph/digest.ts';
import { mapInSlices } from '../../graph/event-loop.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { primarySubtag, terms } from '../../graph/terms.ts';
import { compareForms, slotOf } from '../claims/compare-forms.ts';

/** A claim with its place in the graph. */
export interface RelatedClaim {
  readonly addr: ClaimAddr;
  readonly core: ClaimCore;
  readonly contentHash: string;
  readonly slot: string;
  readonly cluster: string;
  /** The claim whose ledger it shares: the first of its cluster, itself where it is that. */
  readonly canonical: ClaimAddr;
  /** Canonical claims of the slot that it contradicts, of other documents, in the order of the log. */
  readonly contradicts: readonly ClaimRecord[];
  /** Canonical claims of the slot that say the same. */
  readonly agreeing: readonly ClaimAddr[];
}

type Known = Pick<ClaimRecord, 'addr' | 'core' | 'claim_cluster_id'>;

/** Canonical claims of one slot that a claim is compared with: the newest. */
const MAX_COMPARED = 64;
/** Claims that are placed in one event-loop slice. */
const TOGETHER = 64;
/** Of those that it contradicts, the newest are recorded with its assertion. */
const MAX_RECORDED = 8;

/** What the log records of a claim's contradictions. A reader finds all of them in the slot. */
export function recordedContradictions({ contradicts }: RelatedClaim): ClaimAddr[] {
  return contradicts.slice(-MAX_RECORDED).map(({ addr }) => addr);
}

/**
 * Relates the claims in the order given; a later one sees the earlier ones.
 * @param stated what the same document states already: no document contradicts itself
 */
export async function relateClaims(
  reader: RecordReader & RangeReader,
  cores: readonly ClaimCore[],
  stated: readonly ClaimAddr[] = [],
): Promise<RelatedClaim[]> {
  const corpus = cores[0]?.corpus;
  if (corpus === undefined) return [];
  const places = await mapInSlices(cores, TOGETHER, (core) => ({
    ...{ core, ...claimIdentity(core) },
    slot: slotOfCore(core),
  }));
  const slots = [...new Set(places.map(({ slot }) => slot))];
  const query = { corpus, by: slots, upTo: Number.MAX_SAFE_INTEGER, limit: MAX_COMPARED };
  const found = await reader.ranges('claimsOfSlot', query);
  const known = await reader.records('claims', [...new Set(places.map(({ addr }) => addr))]);
  const around: Around = {
    bySlot: new Map(slots.map((slot, index) => [slot, found[index] ?? []])),
    fresh: new Map(),
    known: new Map(known.flatMap((one) => (one === null ? [] : [[one.addr, one] as const]))),
    own: new Set(stated),
  };
  return mapInSlices(places, TOGETHER, (place) => relate(place, around));
}

interface Place {
  readonly core: ClaimCore;
  readonly addr: ClaimAddr;
  readonly contentHash: string;
  readonly slot: string;
}

interface Around {
  readonly bySlot: ReadonlyMap<string, readonly ClaimRecord[]>;
  /** First claims of the document at hand, which the log does not hold yet, by slot. */
  readonly fresh: Map<string, Known[]>;
  /** The document's claims that the log holds, or that came earlier in it. */
  readonly known: Map<ClaimAddr, Known>;
  /** What the document states already. */
  readonly own: ReadonlySet<ClaimAddr>;
}

function relate(
  { core, addr, contentHash, slot }: Place,
  { bySlot, fresh, known, own }: Around,
): RelatedClaim {
  const stored = bySlot.get(slot) ?? [];
  const contradicts = stored.filter(
    (one) => !own.has(one.addr) && relationOf(core, one.core) === 'contradicts',
  );
  const agreeing = [...stored, ...(fresh.get(slot) ?? [])].filter(
    (one) => relationOf(core, one.core) === 'same',
  );
  const cluster = known.get(addr)?.claim_cluster_id ?? agreeing[0]?.claim_cluster_id ?? clusterOf(addr);
  const record = { addr, core, claim_cluster_id: cluster };
  const canonical = canonicalClaim(record);
  if (canonical === addr && !known.has(addr)) fresh.set(slot, [...(fresh.get(slot) ?? []), record]);
  known.set(addr, record);
  return {
    ...{ addr, core, contentHash, slot, cluster, canonical, contradicts },
    agreeing: agreeing.map((one) => one.addr),
  };
}

function relationOf(a: ClaimCore, b: ClaimCore): 'same' | 'contradicts' | 'unclear' {
  if (a.form === undefined && b.form === undefined) return 'same';
  if (a.form === undefined || b.form === undefined) return 'unclear';
  const verdict = compareForms(a.form, b.form);
  return verdict === 'same' && !(meet(a, b) && leaveOutAlike(a.form, b.form)) ? 'unclear' : verdict;
}

/**
 * Whether two claims of one value speak of one thing. Those that need different contexts do only where both name it: the
 * same words under two headings are two claims, and "it" of two documents is two things.
 */
function meet(a: ClaimCore, b: ClaimCore): boolean {
  const sameContext = keyOf(a.context ?? []) === keyOf(b.context ?? []);
  if (a.form?.open === true || b.form?.open === true) return sameContext;
  if (a.context === undefined || b.context === undefined || sameContext) return true;
  return namesSubject(a) && namesSubject(b);
}

/** What a form does not hold of its sentence must be the same, or one claim would support what it does not state. */
function leaveOutAlike(a: ClaimForm, b: ClaimForm): boolean {
  return keyOf(a.beside ?? []) === keyOf(b.beside ?? []);
}

/** A name or number in the subject's own words, behind an article: "Saturn", "the 14 bus"; not "the default port". */
function namesSubject({ form }: ClaimCore): boolean {
  if (form?.subject.how !== 'explicit') return false;
  return /[\p{Lu}\d]/u.test(form.subject.surface.replace(/^(?:The|An?)\s/, ''));
}

/** Claims without a form meet when the analysed words of text and context are equal, and only then. */
function slotOfCore(core: ClaimCore): string {
  const slot = core.form === undefined ? null : slotOf(core.form);
  return slot ?? `text:${blake3Hex(new TextEncoder().encode(wordsOf(core)))}`;
}

function wordsOf({ text, lang, context = [], form }: ClaimCore): string {
  const parts = [text, ...context].map((part) => terms(part, lang).join(' '));
  const words = [primarySubtag(lang), ...parts].join('\u0001');
  return form === undefined ? words : `${words}\u0000${formKey(form)}`;
}

function keyOf(words: readonly string[]): string {
  return JSON.stringify(words);
}

function formKey({ subject, attribute }: ClaimForm): string {
  return `${subject.key}\u0000${attribute.head}`;
}
