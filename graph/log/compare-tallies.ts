/** Compares the tallies of two stores of one log, and the chains of successors that some of them count. */
import type { ClaimAddr } from '../address.ts';
import { sameBytes } from '../bytes.ts';
import { encodeCanonical } from '../canonical.ts';
import { type ChainPart, type ListReader, MAX_LISTED } from '../store/lists.ts';
import type { RecordReader } from '../store/records.ts';
import type { Listed, ListKey } from '../store/selection.ts';
import {
  ANY_TALLY,
  type NameTally,
  TALLY_COUNTS,
  type TallyKind,
  type TallySelection,
} from '../store/tallies.ts';
import { compareKeys, type TableComparison } from './table-comparison.ts';

type Reader = RecordReader & ListReader;

// The constant has these keys.
const KINDS = Object.keys(TALLY_COUNTS) as TallyKind[];
const ALL = { seq: Number.MAX_SAFE_INTEGER, until: '9999-12-31T23:59:59.999Z' };
const BY_KEY = { by: 'key', descending: false, after: null, before: null, limit: MAX_LISTED } as const;
const JOINED = { by: 'joined', descending: false, after: null, before: null } as const;

/** Tallies by kind, corpus and key, as lists show them; members of chains by claim, each with the claim before it. */
export async function compareTallies(store: Reader, expected: Reader): Promise<TableComparison[]> {
  const tallies = new Differences();
  const members = new Differences();
  for (const selection of await selectionsOf(store, expected)) {
    for await (const wanted of pagesOf(expected, selection)) {
      await compareWanted(tallies, selection, wanted, store);
      if (selection.kind === 'chain') await compareMembers(members, wanted, store, expected);
    }
    for await (const found of pagesOf(store, selection)) await findExtra(tallies, selection, found, expected);
  }
  return [tallies.of('tallies'), members.of('chain_members')];
}

/** Of what two stores have under a key. */
class Differences {
  readonly #here: string[] = [];
  readonly #there: string[] = [];
  #rows = 0;

  add(key: string, found: unknown, wanted: unknown): void {
    if (found !== null) this.#rows += 1;
    if (sameBytes(encodeCanonical(found), encodeCanonical(wanted))) return;
    if (found !== null) this.#here.push(key);
    if (wanted !== null) this.#there.push(key);
  }

  of(table: string): TableComparison {
    return compareKeys(table, this.#rows, this.#here, this.#there);
  }
}

/** Every kind of each corpus that either store has. */
async function selectionsOf(store: Reader, expected: Reader): Promise<TallySelection[]> {
  const corpora = [...(await store.corpora()), ...(await expected.corpora())];
  return [...new Set(corpora.map(({ name }) => name))].flatMap((corpus) =>
    KINDS.map((kind) => {
      return { kind, corpus, view: ALL, closedLicences: [], among: null, filter: ANY_TALLY };
    }),
  );
}

async function* pagesOf(reader: Reader, selection: TallySelection): AsyncGenerator<readonly NameTally[]> {
  for (let after: ListKey | null = null; ; ) {
    const page: Listed<NameTally> = await reader.list('tallies', selection, { ...BY_KEY, after });
    if (page.rows.length > 0) yield page.rows;
    after = endOf(page);
    if (after === null) return;
  }
}

/** Null behind the last page. */
function endOf({ rows, stoppedAt }: Listed<NameTally>): ListKey | null {
  const last = rows.at(-1);
  const isFull = last !== undefined && rows.length === MAX_LISTED;
  return isFull ? { value: last.key, id: last.key } : stoppedAt;
}

async function compareWanted(
  tallies: Differences,
  selection: TallySelection,
  wanted: readonly NameTally[],
  store: Reader,
): Promise<void> {
  const found = await namedIn(store, selection, wanted);
  for (const tally of wanted) tallies.add(nameOf(tally), found.get(tally.key) ?? null, tally);
}

async function findExtra(
  tallies: Differences,
  selection: TallySelection,
  found: readonly NameTally[],
  expected: Reader,
): Promise<void> {
  const wanted = await namedIn(expected, selection, found);
  for (const tally of found) if (!wanted.has(tally.key)) tallies.add(nameOf(tally), tally, null);
}

async function namedIn(
  reader: Reader,
  selection: TallySelection,
  tallies: readonly NameTally[],
): Promise<ReadonlyMap<string, NameTally>> {
  const among = tallies.map(({ key }) => key);
  const { rows } = await reader.list('tallies', { ...selection, among }, BY_KEY);
  return new Map(rows.map((tally) => [tally.key, tally]));
}

function nameOf({ kind, corpus, key }: NameTally): string {
  return `${kind} ${corpus} ${key}`;
}

/** Each claim is asked for by itself: a part of a chain is empty in a store that has its end in another chain, or in none. */
async function compareMembers(
  members: Differences,
  chains: readonly NameTally[],
  store: Reader,
  expected: Reader,
): Promise<void> {
  for (const { key } of chains) {
    // A chain is named by a claim of it.
    const chain = key as ClaimAddr;
    for await (const claims of claimsOf(expected, chain)) {
      const [found, wanted] = [
        await precedingIn(store, chain, claims),
        await precedingIn(expected, chain, claims),
      ];
      for (const [at, claim] of claims.entries()) members.add(claim, found[at] ?? null, wanted[at] ?? null);
    }
  }
}

async function* claimsOf(reader: Reader, chain: ClaimAddr): AsyncGenerator<readonly ClaimAddr[]> {
  for (let after: ClaimAddr | null = null; ; ) {
    const page = { ...JOINED, limit: MAX_LISTED };
    const parts: ChainPart[] = [{ chain, after, before: null }];
    const [claims = []] = (await reader.list('chainMembers', { parts, view: null }, page)).rows;
    if (claims.length > 0) yield claims;
    const last = claims.at(-1);
    if (last === undefined || claims.length < MAX_LISTED) return;
    after = last;
  }
}

/** The claim before each in the ring of a chain, which ends before its first. */
async function precedingIn(
  reader: Reader,
  chain: ClaimAddr,
  claims: readonly ClaimAddr[],
): Promise<(ClaimAddr | undefined)[]> {
  const parts = claims.map((claim) => ({ chain, after: null, before: claim === chain ? null : claim }));
  const page = { ...JOINED, descending: true, limit: 1 };
  const { rows } = await reader.list('chainMembers', { parts, view: null }, page);
  return rows.map(([claim]) => claim);
}
