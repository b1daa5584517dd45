/** The rows of a list or a neighbourhood, page by page, all as one view sees them: only one page is held at a time. */
import type { Engine } from '../../../engine/engine.ts';
import type { ListedClaims } from '../../../engine/explore/list-claims.ts';
import type { ItemPage, PageRequest } from '../../../engine/explore/read-page.ts';
import { nextSlice } from '../../../engine/slices.ts';
import type { ArtefactId, ClaimAddr } from '../../../graph/address.ts';
import { isClaimAddr } from '../../../graph/address.ts';
import type { EdgeKind, GraphEdge, GraphNodeId } from '../../../graph/store/edges.ts';
import type { View } from '../../../graph/store/rows.ts';
import type { ListKey } from '../../../graph/store/selection.ts';
import type { ArtefactsExport, ClaimsExport, ExportFacts, NeighbourhoodExport } from './export-link.ts';
import { artefactRow, claimRow, type ExportRow, edgeRow } from './export-rows.ts';

export type ExportReach = Pick<ExportFacts, 'prefixes'>;
export type Pages = AsyncGenerator<readonly ExportRow[], void, void>;

/** Items that a list is asked for at once. */
export const PAGE = 100;
/** Claims whose beliefs are read in one slice: each may have a ledger to fold. */
export const FOLDED = 25;
/** Edges of a claim that are read with those of its page; one that has more is gone through alone. */
const EDGES = 50;
/** Edges whose ends are looked for together. */
const MAX_EDGES = 500;
/** Between claims of a list; those of one cluster have its id. */
const LISTED_EDGES: readonly EdgeKind[] = ['supersedes', 'contradicts'];

/** The corpus is gone, or beliefs have moved too far from the view for all of the list to be read. */
export class ExportOutdated extends Error {
  readonly code = 'export_outdated';
}

/** @param withEdges whether the edges between the listed claims follow them */
export async function* claimRows(
  engine: Engine,
  of: ClaimsExport,
  { prefixes }: ExportReach,
  withEdges: boolean,
): Pages {
  const { corpus, asOf, view, filter, belief } = of;
  const present = await engine.resolveCorpus(corpus, null);
  if (!present.ok) throw new ExportOutdated('there is no such corpus any more');
  const isAsOf = asOf !== null || view.until !== present.value.view.until;
  const list = await engine.explore.claims({ corpus, view, isAsOf, filter, belief, prefixes });
  for await (const addrs of claimPages(list, of)) {
    for (let start = 0; start < addrs.length; start += FOLDED) {
      if (start > 0) await nextSlice();
      const claims = await engine.explore.claimsIn(addrs.slice(start, start + FOLDED), view);
      yield claims.filter((claim) => claim !== null).map(claimRow);
    }
  }
  if (!withEdges) return;
  for await (const addrs of claimPages(list, of)) {
    for await (const edges of edgesFrom(engine, addrs, { view, prefixes })) {
      const ends = edges.flatMap(({ to }) => (isClaimAddr(to) ? [to] : []));
      const held = await list.holds([...new Set(ends)]);
      yield edges
        .filter(({ to }) => isClaimAddr(to) && held.has(to))
        .map((edge) => edgeRow(edge, () => null));
    }
  }
}

async function* claimPages(list: ListedClaims, of: ClaimsExport): AsyncGenerator<readonly ClaimAddr[]> {
  for await (const page of pagesOf((request) => list.page({ ...request, ...of.order }))) {
    if (await list.isBounded('list')) throw new ExportOutdated('beliefs have moved too far from this link');
    yield page;
  }
}

/** Edges that lead from these claims, each once: the claim that it leads to has it too. */
async function* edgesFrom(
  { explore }: Engine,
  claims: readonly ClaimAddr[],
  { view, prefixes }: { readonly view: View } & ExportReach,
): AsyncGenerator<readonly GraphEdge[]> {
  const reach = { view, prefixes, kinds: LISTED_EDGES };
  const steps = [...(await explore.edgesOf(claims, reach, EDGES))];
  const isWhole = ([, { edges, total }]: (typeof steps)[number]) => edges.length === total;
  const own = steps
    .filter(isWhole)
    .flatMap(([claim, { edges }]) => edges.filter(({ from }) => from === claim));
  for (let start = 0; start < own.length; start += MAX_EDGES) yield own.slice(start, start + MAX_EDGES);
  for (const one of steps) if (!isWhole(one)) yield* manyEdgesFrom(explore, one[0], reach);
}

async function* manyEdgesFrom(
  { neighbours }: Engine['explore'],
  claim: GraphNodeId,
  reach: { readonly view: View; readonly kinds: readonly EdgeKind[] } & ExportReach,
): AsyncGenerator<readonly GraphEdge[]> {
  let last: GraphEdge | undefined;
  for (let more = true; more; ) {
    await nextSlice();
    const after = last === undefined ? null : placeOf(claim, last);
    const found = await neighbours({ ...reach, of: claim, after, limit: PAGE });
    yield (found?.edges ?? []).filter(({ from }) => from === claim);
    last = found?.edges.at(-1);
    more = found !== null && found.more > 0 && last !== undefined;
  }
}

function placeOf(node: GraphNodeId, { kind, from, to }: GraphEdge) {
  return { kind, from, other: from === node ? to : from };
}

export async function* artefactRows(engine: Engine, { corpus, view, filter, order }: ArtefactsExport): Pages {
  const list = engine.explore.artefacts({ corpus, view, filter });
  for await (const ids of pagesOf<ArtefactId>((request) => list.page({ ...request, ...order }))) {
    const states = await engine.artefacts(ids);
    yield states.filter((state) => state !== null).map((state) => artefactRow(state, view));
  }
}

/** At most some hundreds of nodes: one page of them, and one of edges. */
export async function* neighbourhoodRows(engine: Engine, { view, ...of }: NeighbourhoodExport): Pages {
  const found = await engine.explore.neighbourhood({ ...of, view });
  if (found === null) return;
  const ids = found.nodes.map(({ id }) => id);
  const claims = await engine.explore.claimsIn(ids.filter(isClaimAddr), view);
  // What is no claim's address is an artefact's id.
  const artefacts = await engine.artefacts(ids.filter((id): id is ArtefactId => !isClaimAddr(id)));
  const names = new Map<GraphNodeId, string>();
  for (const one of claims) if (one !== null) names.set(one.claim.addr, one.claim.core.text);
  for (const one of artefacts) if (one !== null) names.set(one.record.artefact_id, one.record.title);
  yield claims.filter((claim) => claim !== null).map(claimRow);
  yield artefacts.filter((state) => state !== null).map((state) => artefactRow(state, view));
  yield found.edges.map((edge) => edgeRow(edge, (node) => names.get(node) ?? null));
}

/** Each begins a slice of its own. */
export async function* pagesOf<Id>(
  read: (request: Omit<PageRequest<unknown>, 'by' | 'descending'>) => Promise<ItemPage<Id>>,
): AsyncGenerator<readonly Id[]> {
  let after: ListKey | null = null;
  for (let more = true; more; ) {
    await nextSlice();
    const page: ItemPage<Id> = await read({ after, before: null, limit: PAGE, isBackward: false });
    yield page.rows.map(({ id }) => id);
    // A page that is short although the list goes on is gone on from where reading stopped.
    after = page.stoppedAt ?? page.rows.at(-1)?.key ?? null;
    more = page.more && after !== null;
  }
}
