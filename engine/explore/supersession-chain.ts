/** What a claim replaced and what replaced it, as far as anybody proposed it, with what was accepted. */
import type { ClaimAddr } from '../../graph/address.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import type { LedgerEntry } from '../../graph/evidence.ts';
import type { EdgeReader } from '../../graph/store/edges.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { Counted, View } from '../../graph/store/rows.ts';
import { readCanonical } from '../belief/canonical-claims.ts';
import type { Beliefs } from '../belief/read-beliefs.ts';
import { nextSlice } from '../slices.ts';
import { isSeen } from './walk.ts';

/** Claims of one chain, beside its own. */
export const MAX_CHAIN = 100;
/** Proposals that are read on one claim, and that are read which name one; the first of the log. */
export const MAX_PROPOSALS = 50;
/** Links of one chain; the first of the log. */
export const MAX_LINKS = 200;

export interface ChainRequest {
  /** The chain is that of its canonical claim, whose ledger it shares. */
  readonly claim: ClaimAddr;
  readonly view: View;
  /** Only claims whose address begins with one of these; null: every one. */
  readonly prefixes: readonly string[] | null;
}

export interface ChainMember {
  readonly claim: ClaimAddr;
  /** Proposals between it and the claim asked for. */
  readonly distance: number;
}

/** That one claim was proposed as the successor of another. */
export interface ChainLink {
  readonly claim: ClaimAddr;
  readonly successor: ClaimAddr;
  /** Whether the view accepts it; any other is only proposed, or was accepted once. */
  readonly isAccepted: boolean;
  /** By log position; at least one. */
  readonly proposals: readonly LedgerEntry[];
}

export interface SupersessionChain {
  /** The nearest first, then by address. One that stands on both sides, as a value that returned, is in both lists. */
  readonly predecessors: readonly ChainMember[];
  readonly successors: readonly ChainMember[];
  /** Accepted successors from the claim on, each of the one before; it ends before it would repeat itself. */
  readonly accepted: readonly ClaimAddr[];
  /** By the position of the first proposal. */
  readonly links: readonly ChainLink[];
  /** Whether the links lead back to a claim. */
  readonly isCyclic: boolean;
  /** Whether `MAX_CHAIN`, `MAX_PROPOSALS` or `MAX_LINKS` was reached, so that something is missing. */
  readonly isBounded: boolean;
}

/** Null where the view does not see the claim. At most one store call per side and level, and the beliefs of all at once. */
export async function readSupersessionChain(
  reader: RecordReader & RangeReader & EdgeReader,
  beliefs: Beliefs,
  request: ChainRequest,
): Promise<SupersessionChain | null> {
  const { view } = request;
  if (!(await isSeen(reader, request.claim, request))) return null;
  const claim = (await readCanonical(reader, [request.claim])).get(request.claim) ?? request.claim;
  const start = { ...request, claim };
  const later = await walkSide(
    start,
    (claims) => reader.proposals('claim', claims, view, MAX_PROPOSALS),
    successorOf,
  );
  const earlier = await walkSide(
    start,
    (claims) => reader.proposals('successor', claims, view, MAX_PROPOSALS),
    (entry) => entry.claim,
  );
  const proposals = [...later.proposals, ...earlier.proposals];
  const folds = await beliefs.read([...new Set(proposals.map((entry) => entry.claim))], view);
  const links = linksOf(proposals, (addr) => folds.get(addr)?.fold?.acceptedSuccessor ?? null);
  return {
    predecessors: earlier.members,
    successors: later.members,
    accepted: acceptedFrom(claim, links),
    links: links.slice(0, MAX_LINKS),
    isCyclic: hasCycle(links),
    isBounded: later.isBounded || earlier.isBounded || links.length > MAX_LINKS,
  };
}

interface Side {
  readonly members: readonly ChainMember[];
  readonly proposals: readonly LedgerEntry[];
  readonly isBounded: boolean;
}

/** @param next the claim that a proposal leads to on this side */
async function walkSide(
  { claim, prefixes }: ChainRequest,
  read: (claims: readonly ClaimAddr[]) => Promise<ReadonlyMap<ClaimAddr, Counted<LedgerEntry>>>,
  next: (entry: LedgerEntry) => ClaimAddr,
): Promise<Side> {
  const distances = new Map<ClaimAddr, number>([[claim, 0]]);
  const known = new Map<ClaimAddr, Counted<LedgerEntry>>();
  const proposals: LedgerEntry[] = [];
  let isBounded = false;
  let frontier: readonly ClaimAddr[] = [claim];
  for (let distance = 1; frontier.length > 0; distance += 1) {
    if (distance > 1) await nextSlice();
    const asked = frontier.filter((addr) => !known.has(addr));
    if (asked.length > 0) for (const [addr, list] of await read(asked)) known.set(addr, list);
    const lists = frontier.flatMap((addr) => known.get(addr) ?? []);
    const found = lists.flatMap(({ first }) => first).filter((one) => one.successor !== one.claim);
    const reachable = found.filter((one) => isReached(prefixes, next(one)));
    const reached = [...new Set(reachable.map(next))].filter((addr) => !distances.has(addr)).sort(byCodeUnit);
    frontier = reached.slice(0, MAX_CHAIN + 1 - distances.size);
    for (const addr of frontier) distances.set(addr, distance);
    proposals.push(...reachable.filter((one) => distances.has(next(one))));
    isBounded ||= frontier.length < reached.length || lists.some(({ first, total }) => total > first.length);
  }
  distances.delete(claim);
  const members = [...distances].map(([addr, distance]) => ({ claim: addr, distance }));
  members.sort((a, b) => a.distance - b.distance || byCodeUnit(a.claim, b.claim));
  return { members, proposals, isBounded };
}

function isReached(prefixes: readonly string[] | null, addr: ClaimAddr): boolean {
  return prefixes === null || prefixes.some((prefix) => addr.startsWith(prefix));
}

function linksOf(
  proposals: readonly LedgerEntry[],
  acceptedOf: (claim: ClaimAddr) => ClaimAddr | null,
): ChainLink[] {
  const once = new Map(proposals.map((entry) => [entry.event_id, entry]));
  const inOrder = [...once.values()].sort((a, b) => a.log.seq - b.log.seq);
  const grouped = Map.groupBy(inOrder, (entry) => `${entry.claim} ${successorOf(entry)}`);
  return [...grouped.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const successor = successorOf(first);
    const isAccepted = acceptedOf(first.claim) === successor;
    return [{ claim: first.claim, successor, isAccepted, proposals: own }];
  });
}

function acceptedFrom(claim: ClaimAddr, links: readonly ChainLink[]): ClaimAddr[] {
  const next = new Map(links.filter((link) => link.isAccepted).map((link) => [link.claim, link.successor]));
  const seen = new Set([claim]);
  for (let addr = next.get(claim); addr !== undefined && !seen.has(addr); addr = next.get(addr))
    seen.add(addr);
  seen.delete(claim);
  return [...seen];
}

/** Removes claims that nothing leads to until no such claim is left (Kahn): the rest are on a circle. */
function hasCycle(links: readonly ChainLink[]): boolean {
  let left = links;
  for (;;) {
    const named = new Set(left.map(({ successor }) => successor));
    const rest = left.filter(({ claim }) => named.has(claim));
    if (rest.length === left.length) return left.length > 0;
    left = rest;
  }
}

/** Entries of this file are proposals, which have one. */
function successorOf({ claim, successor }: LedgerEntry): ClaimAddr {
  return successor ?? claim;
}
