/**
 * One item by its address: what an agent reads behind a pointer (docs/spec/contract.md#ap-tiers). What a search may
 * not show cannot be read here either: nothing of withdrawn or redacted artefacts, no words under a refused licence.
 * An earlier version of a document keeps its sections: their addresses name that version.
 */
import {
  type ArtefactId,
  articleAddr,
  type ClaimAddr,
  isClaimAddr,
  parseAddress,
} from '../../graph/address.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import { canonicalClaim } from '../../graph/cluster.ts';
import type { Belief } from '../../graph/evidence.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import type { ClaimView } from '../claim-view.ts';
import { done, type Outcome, type Refusal, refused } from '../refusal.ts';
import type { LicenceFilter } from '../retrieve/licence-filter.ts';
import { isWithdrawn } from '../retrieve/originals.ts';
import { type CorpusView, within } from '../view.ts';

/** Kinds of addresses that {@link readItem} reads. */
export const READABLE_KINDS = ['claim', 'sec', 'article'] as const;

/** A section, or a document in its newest version, with where it is from. */
export interface DocumentText {
  readonly addr: string;
  readonly kind: 'sec' | 'article';
  readonly text: string;
  readonly artefactId: ArtefactId;
  readonly title: string;
  readonly url: string;
  readonly licence: string;
  /** RFC 3339 UTC with ms. */
  readonly observedAt: string;
}

/** A claim in its own words, with the belief in it at present: null for an empty ledger. */
export interface ClaimText {
  readonly addr: string;
  readonly kind: 'claim';
  readonly text: string;
  readonly belief: Belief | null;
  /** The claim whose ledger it shares; itself where it is the first of its cluster. */
  readonly canonical: ClaimAddr;
}

export type ItemText = DocumentText | ClaimText;

export interface ItemRequest {
  /** The whole address. */
  readonly addr: string;
  /** Of the address's corpus. */
  readonly view: CorpusView;
}

export interface ItemReads {
  readonly reader: GraphReader;
  readonly licences: LicenceFilter;
  /** In the order of the addresses, null for an unknown one; `asOf` null: the present. */
  readonly claims: (addrs: readonly ClaimAddr[], asOf: null) => Promise<(ClaimView | null)[]>;
}

const NOTHING = refused('missing:item', 'there is nothing at this address');
const GONE = refused('missing:item', 'what was at this address has been withdrawn or redacted');
const SECTION = /^(a1[a-z2-7]{26})\/(?:0|[1-9]\d{0,8})$/;

/**
 * `invalid:addr` for what is no address of a readable kind, `missing:item` where there is nothing (any more), and
 * `denied:licence_refused` where the trust policy refuses the licence of its words.
 */
export async function readItem(reads: ItemReads, request: ItemRequest): Promise<Outcome<ItemText>> {
  const parsed = parseAddress(request.addr);
  if (!parsed.ok) return refused('invalid:addr', 'not an address');
  switch (parsed.kind) {
    case 'claim':
      return readClaim(reads, request);
    case 'sec':
      return readSection(reads, request, parsed.local);
    case 'article':
      return readArticle(reads, request);
    default:
      return refused('invalid:addr', `nothing is read at an address of the kind ${parsed.kind}`);
  }
}

/** @param text of its artefact */
export function sectionText(
  { record }: Pick<ArtefactState, 'record'>,
  { addr, span }: ArtefactState['record']['sections'][number],
  text: string,
): DocumentText {
  return { ...sourceOf(record), addr, kind: 'sec', text: text.slice(span.start, span.end) };
}

/**
 * @param text of its artefact; null where the document's id has no spelling in an address, so that it cannot be
 * requested
 */
export function articleText({ record }: Pick<ArtefactState, 'record'>, text: string): DocumentText | null {
  const addr = articleAddr(record.corpus, record.doc_id);
  return docIdOf(addr) === null ? null : { ...sourceOf(record), addr, kind: 'article', text };
}

function sourceOf({ artefact_id, title, url, licence, observed_at }: ArtefactState['record']) {
  return { artefactId: artefact_id, title, url, licence, observedAt: observed_at };
}

/** The document's id behind an article's address; null where that holds the id's hash. */
function docIdOf(addr: string): string | null {
  const parsed = parseAddress(addr);
  if (!parsed.ok) return null;
  const id = decodeURIComponent(parsed.local);
  // A local part that looks like a hash is one, since an id that looks like one is hashed too.
  return articleAddr(parsed.corpus, id) === addr ? id : null;
}

async function readClaim({ claims }: ItemReads, { addr }: ItemRequest): Promise<Outcome<ItemText>> {
  const [found] = isClaimAddr(addr) ? await claims([addr], null) : [];
  if (!found) return NOTHING;
  const { claim, belief } = found;
  if (claim.core.text === '') return GONE;
  const canonical = canonicalClaim(claim);
  return done({ addr, kind: 'claim', text: claim.core.text, canonical, belief: belief.fold?.belief ?? null });
}

async function readSection(
  reads: ItemReads,
  { addr, view }: ItemRequest,
  local: string,
): Promise<Outcome<ItemText>> {
  // The expression says that this is an artefact's id.
  const id = SECTION.exec(local)?.[1] as ArtefactId | undefined;
  const [state] = id === undefined ? [] : await reads.reader.records('artefacts', [id]);
  const section = state?.record.sections.find((one) => one.addr === addr);
  if (!state || section === undefined || !within(view.view, state)) return NOTHING;
  const text = await readText(reads, state, view);
  return text.ok ? done(sectionText(state, section, text.value)) : text;
}

async function readArticle(reads: ItemReads, { addr, view }: ItemRequest): Promise<Outcome<ItemText>> {
  const id = docIdOf(addr);
  if (id === null) return NOTHING;
  const [versions = []] = await reads.reader.ranges('versions', { corpus: view.corpus, by: [id] });
  const newest = versions.findLast((one) => within(view.view, one));
  if (newest === undefined) return NOTHING;
  const text = await readText(reads, newest, view);
  if (!text.ok) return text;
  const item = articleText(newest, text.value);
  return item === null ? NOTHING : done(item);
}

type Read = { readonly ok: true; readonly value: string } | { readonly ok: false; readonly refusal: Refusal };

async function readText(
  { reader, licences }: ItemReads,
  state: ArtefactState,
  { view }: CorpusView,
): Promise<Read> {
  if (state.redacted !== undefined || isWithdrawn(state, view)) return GONE;
  const { artefact_id, licence, text_hash } = state.record;
  if ((await licences.refusedAmong([state])).has(artefact_id)) {
    const details = { licence };
    return refused('denied:licence_refused', 'the trust policy refuses the licence of this text', details);
  }
  const [bytes] = await reader.blobs([text_hash]);
  return bytes ? { ok: true, value: new TextDecoder().decode(bytes) } : GONE;
}
