/**
 * The claim that holds a slot: of the values that nothing has superseded, the best supported one. A newer value proposes
 * to supersede it, and no other (docs/spec/decisions.md#4.10). What is read does not grow with the slot or with a
 * ledger.
 */
import type { ClaimAddr } from '../../graph/address.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import { fold } from '../../graph/belief/fold.ts';
import { type FoldResult, successorStanding } from '../../graph/belief/result.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { ClaimForm } from '../../graph/claim.ts';
import type { LedgerEntry } from '../../graph/evidence.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { compareForms, isStateLike } from '../claims/compare-forms.ts';
import type { RelatedClaim } from './relate-claims.ts';

/** Newest values of a slot among which the holder is sought, beside those that they proposed to supersede. */
const MAX_VALUES = 16;
/** Newest entries of a ledger that are folded. */
const MAX_ENTRIES = 64;

/** A value of a slot before the artefact, as far as nothing has superseded it. */
interface Holder {
  readonly claim: ClaimAddr;
  readonly fold: FoldResult;
}

/** What each of the claims is to supersede: the present holder, and its own publisher's earlier value where that is another. */
export async function presentHolders(
  reader: RecordReader & RangeReader,
  artefact: ArtefactRecord,
  claims: readonly RelatedClaim[],
): Promise<ReadonlyMap<RelatedClaim, readonly ClaimAddr[]>> {
  const newer = claims.filter(({ core, contradicts }) => maySupersede(core.form) && contradicts.length > 0);
  if (newer.length === 0) return new Map();
  const rivals = await readRivals(reader, newer);
  const folds = await readFolds(reader, artefact.observed_at, [...new Set([...rivals.values()].flat())]);
  return new Map(
    [...rivals].map(([claim, addrs]) => {
      const open = addrs.flatMap((addr) => openBefore(artefact, addr, folds.get(addr) ?? null));
      return [claim, targetsOf(open, `publisher:${artefact.publisher}`)];
    }),
  );
}

/**
 * A state that a later observation may replace, of a subject that the sentence itself names
 * (docs/spec/decisions.md#9-cluster).
 */
function maySupersede(form: ClaimForm | undefined): form is ClaimForm {
  return form !== undefined && isStateLike(form) && form.subject.how === 'explicit';
}

/** The newest values that contradict each claim, and those that they proposed to supersede: so the holder stays in reach. */
async function readRivals(
  reader: RecordReader & RangeReader,
  claims: readonly RelatedClaim[],
): Promise<Map<RelatedClaim, readonly ClaimAddr[]>> {
  const newest = claims.map(({ contradicts }) => contradicts.slice(-MAX_VALUES).map(({ addr }) => addr));
  const addrs = [...new Set(newest.flat())];
  const named = await reader.ranges('predecessors', { by: addrs });
  const proposed = new Map(addrs.map((addr, index) => [addr, (named[index] ?? []).slice(0, MAX_VALUES)]));
  const records = await reader.records('claims', [...new Set([...addrs, ...[...proposed.values()].flat()])]);
  const forms = new Map(
    records.flatMap((one) => (one?.core.form === undefined ? [] : [[one.addr, one.core.form]])),
  );
  return new Map(
    claims.map((claim, index) => {
      const near = (newest[index] ?? []).flatMap((addr) => [addr, ...(proposed.get(addr) ?? [])]);
      const rivals = [...new Set(near)].filter((addr) => contradicts(claim, forms.get(addr)));
      return [claim, rivals];
    }),
  );
}

function contradicts({ core }: RelatedClaim, form: ClaimForm | undefined): boolean {
  if (core.form === undefined || !maySupersede(form)) return false;
  return compareForms(core.form, form) === 'contradicts';
}

/** From the newest entries alone: an approximation of a long ledger's belief, of which only the order counts here. */
async function readFolds(
  reader: RecordReader & RangeReader,
  until: string,
  claims: readonly ClaimAddr[],
): Promise<Map<ClaimAddr, FoldResult | null>> {
  const ledgers = await readNewest(reader, claims);
  const named = [...ledgers.values()].flat().flatMap(({ successor }) => successor ?? []);
  const further = await readNewest(
    reader,
    [...new Set(named)].filter((addr) => !ledgers.has(addr)),
  );
  const all = [...ledgers, ...further];
  const alone = all.map(
    ([addr, entries]) => [addr, fold(entries, until, { observed: {}, successors: {} })] as const,
  );
  const successors = Object.fromEntries(alone.map(([addr, result]) => [addr, successorStanding(result)]));
  return new Map(
    claims.map((addr) => [addr, fold(ledgers.get(addr) ?? [], until, { observed: {}, successors })]),
  );
}

async function readNewest(
  reader: RecordReader & RangeReader,
  claims: readonly ClaimAddr[],
): Promise<Map<ClaimAddr, readonly LedgerEntry[]>> {
  if (claims.length === 0) return new Map();
  const heads = await reader.records('ledgerHeads', claims);
  const places = claims.map((claim, index) => ({ claim, after: (heads[index]?.seq ?? -1) - MAX_ENTRIES }));
  const pages = await reader.ranges('ledger', { by: places, limit: MAX_ENTRIES });
  return new Map(claims.map((claim, index) => [claim, pages[index] ?? []]));
}

function openBefore(artefact: ArtefactRecord, claim: ClaimAddr, found: FoldResult | null): Holder[] {
  if (found === null || found.newestSupport === null || found.state === 'superseded') return [];
  return dayOf(found.newestSupport) < dayOf(artefact.observed_at) ? [{ claim, fold: found }] : [];
}

function targetsOf(open: readonly Holder[], publisher: string): ClaimAddr[] {
  const [holder] = open.toSorted(byConfidence);
  const [own] = open.filter(({ fold: { author } }) => author === publisher).toSorted(byAge);
  return [...new Set([holder, own].flatMap((one) => one?.claim ?? []))];
}

function byConfidence(a: Holder, b: Holder): number {
  return b.fold.confidence - a.fold.confidence || byAge(a, b);
}

/** The newest first. */
function byAge(a: Holder, b: Holder): number {
  return byCodeUnit(b.fold.newestSupport ?? '', a.fold.newestSupport ?? '') || byCodeUnit(a.claim, b.claim);
}

function dayOf(instant: string): string {
  return instant.slice(0, 'yyyy-mm-dd'.length);
}
