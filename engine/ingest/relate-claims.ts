/**
 * Places a document's claims in the graph: their cluster (same slot, same value) and what they contradict
 * (decisions §9). Reads the slots it needs in one batch.
 */
import type { ClaimAddr } from '../../graph/address.ts';
import { claimAddr, contentHash } from '../../graph/address.ts';
import type { ClaimCore, ClaimForm, ClaimRecord } from '../../graph/claim.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { GraphReader } from '../../graph/store.ts';
import { terms } from '../../graph/terms.ts';
import { compareForms } from '../claims/compare-forms.ts';
import { slotOf } from '../claims/slot.ts';

/** A claim with its place in the graph. */
export interface RelatedClaim {
  readonly addr: ClaimAddr;
  readonly core: ClaimCore;
  readonly contentHash: string;
  readonly slot: string;
  readonly cluster: string;
  readonly contradicts: readonly ClaimRecord[];
  /** Claims of the same slot that say the same. */
  readonly agreeing: readonly ClaimAddr[];
  /** Whether the graph has not held it before. */
  readonly isNew: boolean;
}

type Known = Pick<
  ClaimRecord,
  'addr' | 'core' | 'claim_cluster_id' | 'slot' | 'seq' | 'effective_at' | 'content_hash'
>;

/** Position of a claim of the document at hand, which the log does not hold yet. */
const UNSTORED = Number.MAX_SAFE_INTEGER;
/** A slot with more claims than this is not compared further: the earliest ones count. */
const MAX_SLOT_CLAIMS = 500;

/**
 * Relates the claims in the order given; a later one sees the earlier ones.
 * @param stated what the same document states already: no document contradicts itself
 */
export async function relateClaims(
  reader: GraphReader,
  cores: readonly ClaimCore[],
  stated: readonly ClaimAddr[] = [],
): Promise<RelatedClaim[]> {
  const slots = cores.map(slotOfCore);
  const corpus = cores[0]?.corpus;
  if (corpus === undefined) return [];
  const distinct = [...new Set(slots)];
  const found = await reader.claimsBySlot(corpus, distinct);
  const bySlot = new Map<string, Known[]>(distinct.map((slot, index) => [slot, [...(found[index] ?? [])]]));
  const own = new Set(stated);
  return cores.map((core, index) => relate(core, slots[index] ?? '', { bySlot, own }));
}

interface Around {
  readonly bySlot: Map<string, Known[]>;
  /** What the document states already. */
  readonly own: ReadonlySet<ClaimAddr>;
}

function relate(core: ClaimCore, slot: string, { bySlot, own }: Around): RelatedClaim {
  const addr = claimAddr(core);
  const hash = contentHash(core);
  const inSlot = bySlot.get(slot) ?? [];
  const neighbours = inSlot.slice(0, MAX_SLOT_CLAIMS);
  const contradicts = neighbours.filter(
    (one) => one.seq !== UNSTORED && !own.has(one.addr) && judge(core, one.core) === 'contradicts',
  );
  const agreeing = neighbours.filter((one) => judge(core, one.core) === 'same');
  const known = inSlot.find((one) => one.addr === addr);
  const base = {
    addr,
    core,
    contentHash: hash,
    slot,
    contradicts,
    agreeing: agreeing.map((one) => one.addr),
  };
  if (known !== undefined) return { ...base, cluster: known.claim_cluster_id, isNew: false };
  const cluster = agreeing[0]?.claim_cluster_id ?? `cl_${addr.slice(addr.lastIndexOf('/') + 1)}`;
  const record = {
    addr,
    core,
    claim_cluster_id: cluster,
    slot,
    seq: UNSTORED,
    effective_at: '',
  };
  bySlot.set(slot, [...inSlot, { ...record, content_hash: hash }]);
  return { ...base, cluster, isNew: true };
}

function judge(a: ClaimCore, b: ClaimCore): 'same' | 'contradicts' | 'unclear' {
  if (a.form === undefined && b.form === undefined) return 'same';
  if (a.form === undefined || b.form === undefined) return 'unclear';
  const verdict = compareForms(a.form, b.form);
  return verdict === 'same' && !meet(a, b) ? 'unclear' : verdict;
}

/**
 * Whether two claims of one value speak of one thing. Those that need different contexts do only where both name it: the
 * same words under two headings are two claims, and "it" of two documents is two things.
 */
function meet(a: ClaimCore, b: ClaimCore): boolean {
  if (a.context === undefined || b.context === undefined) return true;
  return keyOf(a.context) === keyOf(b.context) || (namesSubject(a) && namesSubject(b));
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
  const words = [text, ...context].map((part) => terms(part, lang).join(' ')).join('\u0001');
  return form === undefined ? words : `${words}\u0000${formKey(form)}`;
}

function keyOf(context: readonly string[]): string {
  return JSON.stringify(context);
}

function formKey({ subject, attribute }: ClaimForm): string {
  return `${subject.key}\u0000${attribute.head}`;
}
