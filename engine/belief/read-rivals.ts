import type { ClaimAddr } from '../../graph/address.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { ClaimRecord, ClaimRivalry, JudgedRivalry } from '../../graph/claim.ts';
import { canonicalClaim } from '../../graph/cluster.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { View } from '../../graph/store/rows.ts';
import { compareForms } from '../claims/compare-forms.ts';
import { readCanonical } from './canonical-claims.ts';

/** A claim that a judge holds to contradict another. */
export interface Contest extends JudgedRivalry {
  readonly addr: ClaimAddr;
}

/** What stands against a claim. */
export interface Opposition {
  /** Canonical claims of its slot whose structured forms contradict it. */
  readonly rivals: readonly ClaimAddr[];
  /** Claims that only a judge holds against it. */
  readonly contests: readonly Contest[];
}

/** Canonical claims of one slot that a claim is held against: the newest. */
const MAX_RIVALS = 256;

const NO_OPPOSITION: Opposition = { rivals: [], contests: [] };

/**
 * What stands against each of these claims, as far as the view knows. A handful of batch reads.
 * @param known records of the claims, in their order, where the caller has read them
 */
export async function readOpposition(
  reader: RecordReader & RangeReader,
  claims: readonly ClaimAddr[],
  view: Pick<View, 'seq'>,
  known?: readonly (ClaimRecord | null)[],
): Promise<Map<ClaimAddr, Opposition>> {
  if (claims.length === 0) return new Map();
  const records = (known ?? (await reader.records('claims', claims))).filter((one) => one !== null);
  const rivals = await readSlotRivals(reader, records, view);
  const contests = await readContests(reader, claims, view, rivals);
  return new Map(
    claims.map((claim) => {
      const told = (rivals.get(claim) ?? []).map(({ addr }) => addr);
      const judged = contests.get(claim) ?? [];
      if (told.length + judged.length === 0) return [claim, NO_OPPOSITION];
      return [claim, { rivals: told.sort(byCodeUnit), contests: judged }];
    }),
  );
}

/** The claims that contradict each of these by their structured forms. @param known as of `readOpposition` */
export async function readRivals(
  reader: RecordReader & RangeReader,
  claims: readonly ClaimAddr[],
  view: Pick<View, 'seq'>,
  known?: readonly (ClaimRecord | null)[],
): Promise<Map<ClaimAddr, readonly ClaimAddr[]>> {
  const found = await readOpposition(reader, claims, view, known);
  return new Map([...found].map(([claim, { rivals }]) => [claim, rivals]));
}

type Rivals = ReadonlyMap<ClaimAddr, readonly ClaimRecord[]>;

async function readSlotRivals(
  reader: RecordReader & RangeReader,
  records: readonly ClaimRecord[],
  view: Pick<View, 'seq'>,
): Promise<Rivals> {
  const formed = records.filter(({ core, slot }) => core.form !== undefined && slot !== null);
  const rivals = new Map<ClaimAddr, readonly ClaimRecord[]>();
  for (const [corpus, here] of Map.groupBy(formed, ({ core }) => core.corpus)) {
    const slots = [...new Set(here.flatMap(({ slot }) => slot ?? []))];
    const found = await reader.ranges('claimsOfSlot', {
      corpus,
      by: slots,
      upTo: view.seq,
      limit: MAX_RIVALS,
    });
    const bySlot = new Map(slots.map((slot, index) => [slot, found[index] ?? []]));
    for (const one of here) {
      const against = (bySlot.get(one.slot ?? '') ?? []).filter((other) => contradict(one, other));
      if (against.length > 0) rivals.set(one.addr, against);
    }
  }
  return withoutOwnWords(reader, formed, rivals, view);
}

function contradict({ core: a }: ClaimRecord, { core: b }: ClaimRecord): boolean {
  return a.form !== undefined && b.form !== undefined && compareForms(a.form, b.form) === 'contradicts';
}

/** No document contradicts itself: two values that one artefact alone states are no rivals. */
async function withoutOwnWords(
  reader: RecordReader & RangeReader,
  records: readonly ClaimRecord[],
  rivals: Rivals,
  view: Pick<View, 'seq'>,
): Promise<Rivals> {
  const artefacts = new Map(records.map(({ addr, artefact }) => [addr, artefact]));
  const isDoubtful = (claim: ClaimAddr, rival: ClaimRecord) => artefacts.get(claim) === rival.artefact;
  const doubtful = [...rivals].flatMap(([claim, found]) => {
    const own = found.filter((rival) => isDoubtful(claim, rival));
    return own.length === 0 ? [] : [claim, ...own.map(({ addr }) => addr)];
  });
  if (doubtful.length === 0) return rivals;
  const several = await readRepeated(reader, [...new Set(doubtful)], view);
  return new Map(
    [...rivals].map(([claim, found]) => {
      const stands = (rival: ClaimRecord) =>
        !isDoubtful(claim, rival) || several.has(claim) || several.has(rival.addr);
      return [claim, found.filter(stands)];
    }),
  );
}

/** Those of the claims that more than one artefact supports: each brings one entry. */
async function readRepeated(
  reader: RecordReader & RangeReader,
  claims: readonly ClaimAddr[],
  view: Pick<View, 'seq'>,
): Promise<ReadonlySet<ClaimAddr>> {
  const canonical = await readCanonical(reader, claims);
  const places = claims.map((claim) => ({ claim: canonical.get(claim) ?? claim, after: 0 }));
  const second = await reader.ranges('ledger', { by: places, limit: 1 });
  return new Set(claims.filter((_, index) => second[index]?.some(({ log }) => log.seq <= view.seq)));
}

async function readContests(
  reader: RecordReader & RangeReader,
  claims: readonly ClaimAddr[],
  view: Pick<View, 'seq'>,
  rivals: Rivals,
): Promise<Map<ClaimAddr, readonly Contest[]>> {
  const known = await reader.ranges('rivals', { by: claims });
  const judged = known.map((found) =>
    found.filter(({ seq, judged }) => seq <= view.seq && judged !== undefined),
  );
  const canonical = await readCanonical(reader, [
    ...new Set(judged.flat().flatMap(({ claim, rival }) => [claim, rival])),
  ]);
  return new Map(
    claims.flatMap((claim, index) => {
      const found = judged[index] ?? [];
      if (found.length === 0) return [];
      const told = new Set((rivals.get(claim) ?? []).map(canonicalClaim));
      return [[claim, contestsOf(claim, found, (addr) => told.has(canonical.get(addr) ?? addr))] as const];
    }),
  );
}

/** The first finding of each, by address, but for what forms tell already. */
function contestsOf(
  claim: ClaimAddr,
  found: readonly ClaimRivalry[],
  isTold: (addr: ClaimAddr) => boolean,
): Contest[] {
  const contests = new Map<ClaimAddr, Contest>();
  for (const one of found) {
    const addr = one.claim === claim ? one.rival : one.claim;
    if (one.judged !== undefined && !isTold(addr) && !contests.has(addr))
      contests.set(addr, { addr, ...one.judged });
  }
  return [...contests.values()].sort((a, b) => byCodeUnit(a.addr, b.addr));
}
